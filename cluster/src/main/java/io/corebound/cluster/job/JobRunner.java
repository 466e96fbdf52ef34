package io.corebound.cluster.job;

import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Runs one job: Hadoop's own client as its own process, watched to the end of the last container.
 */
public final class JobRunner {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** For the ResourceManager to know the end, the history to appear, the containers to go. */
  private static final Duration AFTERMATH = Duration.ofSeconds(30);

  /** A job without progress for so long: its nodes are looked at. */
  private static final Duration STALL = Duration.ofSeconds(10);

  private static final String APPLICATION_MASTER = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";

  /**
   * What a job needs of the cluster that it runs on.
   *
   * @param host where the job's client runs
   * @param settings that every job gets beside its own
   * @param history folder of HDFS that the ApplicationMaster brings the job's history to
   * @param staging folder of HDFS with one for each job's own files
   * @param nodeManagers process ids of this machine; empty where they are on others
   * @param spool where the client may write, when that is not everywhere
   * @param patience with a job that gets nowhere
   */
  public record Surroundings(
      Host host,
      JobClient client,
      Map<String, String> settings,
      JobControl control,
      String history,
      String staging,
      List<Long> nodeManagers,
      Optional<Path> spool,
      Watch watch,
      Health health,
      Standstill.Patience patience) {
    /** The folder of HDFS that histories of a user's jobs come to. */
    public static String history(String prefix, String user) {
      return prefix + "/" + user;
    }

    /** The folder of HDFS with the files of a user's jobs ({@code MRApps.getStagingAreaDir}). */
    public static String staging(String prefix, String user) {
      return prefix + "/" + user + "/.staging";
    }

    void check(String during) throws InterruptedException {
      watch.check(during);
    }
  }

  /** How the client ended. */
  private record ClientEnd(OptionalInt status, double startS, double endS) {}

  /** The job's end by the ResourceManager. */
  private record End(State state, String reason) {}

  /** What Hadoop wrote of the job, as far as there is any. */
  private record Records(Optional<Path> history, Optional<Path> configuration) {
    static final Records NONE = new Records(Optional.empty(), Optional.empty());
  }

  private final Surroundings cluster;
  private final JobRequest request;
  private final ClientOutput output;
  private final Standstill standstill;
  private final Path log;
  private String givenUp = "";

  public JobRunner(Surroundings cluster, JobRequest request) {
    this.cluster = cluster;
    this.request = request;
    this.output = new ClientOutput(request.listener());
    this.standstill = new Standstill(cluster.control(), cluster.patience(), request.listener());
    this.log = request.folder().resolve(request.name() + "-client.log");
  }

  public JobOutcome run() throws InterruptedException {
    cluster.check(request.name());
    CpuSnapshot before = cluster.client().cpu();
    ClientEnd client = runClient();
    Optional<String> application = output.jobId().map(JobRunner::application);
    End end =
        application.isPresent()
            ? endOf(application.get(), client)
            : new End(State.FAILED, "it was not submitted: " + clientReason(client));
    requireSoundAfter(end);
    Records records = Records.NONE;
    if (application.isPresent()) {
      records = bring(output.jobId().orElseThrow(), end.state());
      seeContainersOff(application.get());
    }
    Map<String, Cpu> cpu = cluster.client().cpu().since(before);
    if (end.state() == State.OK) {
      end = onSoundNodes(cluster.health().tried());
    }
    return new JobOutcome(
        request.name(),
        end.state(),
        end.reason(),
        output.jobId().orElse(""),
        client.startS(),
        client.endS(),
        records.history(),
        records.configuration(),
        log,
        cpu);
  }

  private Records bring(String id, State state) throws InterruptedException {
    Duration patience = state == State.OK ? AFTERMATH : cluster.patience().history();
    Optional<Path> history = fetch(id, ".jhist", patience);
    if (history.isEmpty() && state == State.OK) {
      throw CoreboundException.failed(
          "%s: %s succeeded, but its history did not appear in %s of HDFS within %d s"
              .formatted(request.name(), id, cluster.history(), AFTERMATH.toSeconds()));
    }
    // it was put there before the history
    return new Records(history, fetch(id, "_conf.xml", Duration.ZERO));
  }

  /** Before anything is asked of nodes that would not answer. */
  private void requireSoundAfter(End end) {
    if (end.state() == State.OK) {
      requireSound(cluster.health().seen(), "the job got to its end nevertheless");
    } else {
      requireSound(cluster.health().tried(), end.reason());
    }
  }

  /** A job that went on without a node's disk or link did not run on what it is measured on. */
  private static End onSoundNodes(List<String> troubles) {
    return troubles.isEmpty()
        ? new End(State.OK, "")
        : new End(State.FAILED, "it got to its end, but " + String.join("; ", troubles));
  }

  /** What is broken of the nodes is the reason, whatever the job says of it. */
  private void requireSound(List<String> troubles, String otherwise) {
    if (!troubles.isEmpty()) {
      throw CoreboundException.failed(
          request.name() + ": " + String.join("; ", troubles) + "; " + otherwise);
    }
  }

  private ClientEnd runClient() throws InterruptedException {
    Path times =
        cluster.spool().orElse(request.folder()).resolve(request.name() + "-client-times.txt");
    try {
      Files.createDirectories(request.folder());
      Files.deleteIfExists(times);
      // a log of the same name from an earlier job is not this job's
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot write to " + request.folder() + ": " + e.getMessage(), e);
    }
    double start = now();
    RunningProgram program =
        cluster
            .host()
            .start(
                cluster
                    .client()
                    .command(request, arguments(), times, request.limit().plus(AFTERMATH)),
                request.folder().resolve(request.name() + "-client.out"),
                log);
    cluster.client().started(program);
    try {
      OptionalInt status = await(program);
      return new ClientEnd(status, start, now());
    } catch (CoreboundException e) {
      endJob();
      throw e;
    } finally {
      program.stop(GRACE);
      cluster.client().ended(times);
    }
  }

  /**
   * The containers at once, for what they do may be the reason; then the ResourceManager is told,
   * which would start another ApplicationMaster.
   */
  private void endJob() throws InterruptedException {
    Optional<String> application = output.jobId().map(JobRunner::application);
    if (application.isEmpty()) {
      return;
    }
    endContainers(application.get());
    try {
      // where a daemon has ended, nobody need be asked
      cluster.check(request.name());
      cluster.control().kill(application.get());
      endContainers(application.get());
    } catch (IOException | CoreboundException e) {
      // why the job was stopped is told, not this
    }
  }

  private void endContainers(String application) {
    containers(application).forEach(ProcessHandle::destroyForcibly);
  }

  private OptionalInt await(RunningProgram program) throws InterruptedException {
    long deadline = System.nanoTime() + request.limit().toNanos();
    OptionalInt status = program.waitFor(POLL);
    long looked = System.nanoTime();
    long progress = output.progress();
    while (status.isEmpty() && givenUp.isEmpty() && System.nanoTime() < deadline) {
      output.follow(log);
      cluster.check(request.name());
      if (output.progress() > progress) {
        progress = output.progress();
        looked = System.nanoTime();
      } else if (System.nanoTime() - looked > STALL.toNanos()) {
        requireSoundStill();
        looked = System.nanoTime();
      }
      giveUpWhatGetsNowhere();
      status = program.waitFor(POLL);
    }
    output.follow(log);
    return status;
  }

  private void giveUpWhatGetsNowhere() {
    Optional<String> job = output.jobId();
    if (job.isPresent()) {
      givenUp = standstill.reason(output.progress(), application(job.get())).orElse("");
    }
  }

  /** Hadoop would try for minutes what a disk or a link that is gone makes impossible. */
  private void requireSoundStill() throws InterruptedException {
    List<String> troubles = cluster.health().seen();
    if (!troubles.isEmpty()) {
      Optional<String> job = output.jobId();
      if (job.isPresent()) {
        kill(application(job.get()));
      }
      requireSound(
          troubles,
          job.orElse("it")
              + " made no progress for "
              + STALL.toSeconds()
              + " s and was killed; its log: "
              + log);
    }
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    Map<String, String> settings = new TreeMap<>(cluster.settings());
    settings.putAll(request.settings());
    settings.putIfAbsent("mapreduce.job.name", request.name());
    settings.forEach((key, value) -> arguments.addAll(List.of("-D", key + "=" + value)));
    arguments.addAll(request.arguments());
    return arguments;
  }

  private End endOf(String application, ClientEnd client) throws InterruptedException {
    if (client.status().isEmpty()) {
      String reason =
          givenUp.isEmpty()
              ? "it had not ended after "
                  + request.limit().toSeconds()
                  + " s and was killed: "
                  + standstill.described(application)
              : givenUp;
      kill(application);
      return new End(State.FAILED, reason + "; its log: " + log);
    }
    ApplicationState ended = awaitEnd(application);
    if (!ended.succeeded()) {
      return new End(
          State.FAILED,
          "the job ended as %s: %s; its client's log: %s"
              .formatted(ended.finalStatus(), Standstill.oneLine(ended.diagnostics()), log));
    }
    return client.status().getAsInt() == 0
        ? new End(State.OK, "")
        : new End(State.FAILED, "the job succeeded, but " + clientReason(client));
  }

  private String clientReason(ClientEnd client) {
    String how =
        client.status().isPresent()
            ? "its client ended with exit status " + client.status().getAsInt()
            : "its client had not ended after " + request.limit().toSeconds() + " s";
    return how + ": " + LogFile.reason(LogFile.text(log)) + "; its log: " + log;
  }

  private ApplicationState awaitEnd(String application) throws InterruptedException {
    long deadline = System.nanoTime() + AFTERMATH.toNanos();
    while (true) {
      cluster.check(request.name());
      try {
        ApplicationState state = cluster.control().state(application);
        if (state.ended()) {
          return state;
        }
        if (System.nanoTime() > deadline) {
          kill(application);
          throw CoreboundException.failed(
              "%s: its client has ended, but %s is still %s after %d s and was killed; its log: %s"
                  .formatted(
                      request.name(), application, state.state(), AFTERMATH.toSeconds(), log));
        }
      } catch (IOException e) {
        throw unreachable("the ResourceManager", e);
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private void kill(String application) throws InterruptedException {
    try {
      cluster.control().kill(application);
    } catch (IOException e) {
      throw unreachable("the ResourceManager", e);
    }
  }

  /**
   * Brings a file of the job home: from where the ApplicationMaster puts it at its end, which may
   * be a little later than the job's, or else from the staging folder.
   */
  private Optional<Path> fetch(String jobId, String ending, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      cluster.check(request.name());
      try {
        Optional<String> file = cluster.control().newest(cluster.history(), jobId, ending);
        boolean last = System.nanoTime() > deadline;
        if (file.isEmpty() && last) {
          file = cluster.control().newest(staging(jobId), "", ending);
        }
        if (file.isPresent()) {
          return Optional.of(cluster.control().fetch(file.get(), request.folder()));
        }
        if (last) {
          return Optional.empty();
        }
      } catch (IOException e) {
        throw unreachable("HDFS", e);
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  /**
   * Waits for the job's containers to go. The ApplicationMaster has unregistered and stopped its
   * services, but sleeps 5 s before it exits ({@code MRAppMaster.shutDownJob}, no setting), and its
   * container keeps its memory that long: once it has removed its staging folder, the last thing
   * that it does, it is sent SIGTERM.
   */
  private void seeContainersOff(String id) throws InterruptedException {
    long deadline = System.nanoTime() + AFTERMATH.toNanos();
    List<ProcessHandle> left = containers(id);
    while (!left.isEmpty()) {
      cluster.check(request.name());
      if (!exists(staging(output.jobId().orElseThrow()))) {
        left.stream()
            .filter(process -> ProcessTable.arguments(process.pid()).contains(APPLICATION_MASTER))
            .forEach(ProcessHandle::destroy);
      }
      if (System.nanoTime() > deadline) {
        throw CoreboundException.failed(
            "%s: containers of %s are still there %d s after its end: process %d"
                .formatted(request.name(), id, AFTERMATH.toSeconds(), left.get(0).pid()));
      }
      Thread.sleep(POLL.toMillis());
      left = containers(id);
    }
  }

  private List<ProcessHandle> containers(String application) {
    return cluster.nodeManagers().stream()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .flatMap(ProcessHandle::descendants)
        .filter(
            process ->
                ProcessTable.arguments(process.pid()).stream()
                    .anyMatch(argument -> argument.contains(application)))
        .toList();
  }

  private boolean exists(String folder) throws InterruptedException {
    try {
      return cluster.control().exists(folder);
    } catch (IOException e) {
      throw unreachable("HDFS", e);
    }
  }

  private String staging(String jobId) {
    return cluster.staging() + "/" + jobId;
  }

  private CoreboundException unreachable(String what, Exception e) throws InterruptedException {
    cluster.check(request.name());
    return CoreboundException.failed(
        what + " does not answer during " + request.name() + ": " + e.getMessage(), e);
  }

  private static String application(String jobId) {
    return jobId.replaceFirst("^job_", "application_");
  }

  private static double now() {
    return System.currentTimeMillis() / 1000.0;
  }
}
