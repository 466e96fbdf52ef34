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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Runs one job: Hadoop's own client in a separate process, watched until the last container has
 * ended. Over 400 lines: the watching, the ending and the history share the job's one state.
 */
public final class JobRunner {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** For the ResourceManager to know the end, the history to appear, the containers to end. */
  private static final Duration AFTERMATH = Duration.ofSeconds(30);

  /** After so long without progress, a job's nodes are checked. */
  private static final Duration STALL = Duration.ofSeconds(10);

  /** A container that could not start from its archive of classes says so. */
  private static final String OWN_WORDS = "corebound: ";

  private static final String APPLICATION_MASTER = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";

  /**
   * Folders of a user's jobs.
   *
   * @param spool where the client may write on its host; empty for everywhere
   */
  public record Folders(String history, String staging, Optional<Path> spool) {
    /** The folders of a user below those of all users. */
    public static Folders of(String history, String staging, String user, Optional<Path> spool) {
      return new Folders(history + "/" + user, staging + "/" + user + "/.staging", spool);
    }
  }

  /**
   * What a job needs of the cluster that it runs on.
   *
   * @param patience with a job that makes no progress
   */
  public record Access(
      Host host,
      JobClient client,
      JobControl control,
      Map<String, String> settings,
      Folders folders,
      List<Long> nodeManagers,
      Watchdog watchdog,
      Health health,
      Standstill.Patience patience) {}

  private final Access cluster;
  private final JobRequest request;
  private final ClientOutput output;
  private final Standstill standstill;
  private final Path log;
  private String givenUp = "";

  public JobRunner(Access cluster, JobRequest request) {
    this.cluster = cluster;
    this.request = request;
    this.output = new ClientOutput(request.listener());
    this.standstill = new Standstill(cluster.control(), cluster.patience(), request.listener());
    this.log = request.folder().resolve(request.name() + "-client.log");
  }

  public JobOutcome run() throws InterruptedException {
    check();
    CpuSnapshot before = cluster.client().cpu();
    Path times =
        cluster
            .folders()
            .spool()
            .orElse(request.folder())
            .resolve(request.name() + "-client-times.txt");
    prepareFiles(times);
    double start = now();
    OptionalInt status = runClient(times);
    double end = now();
    Optional<String> application = output.application();
    String failure =
        application.isPresent()
            ? failureOf(application.get(), status)
            : "it was not submitted: " + clientReason(status);
    requireSoundAfter(failure);
    Optional<Path> history = Optional.empty();
    Optional<Path> configuration = Optional.empty();
    if (application.isPresent()) {
      history = bringHistory(failure.isEmpty());
      // it was put there before the history
      configuration = fetch("_conf.xml", Duration.ZERO);
      awaitEndOfContainers(application.get());
    }
    Map<String, Cpu> cpu = cluster.client().cpu().since(before);
    if (failure.isEmpty()) {
      // a job that went on without a disk or a link did not run on what it is measured on
      List<String> troubles = cluster.health().tried();
      failure =
          troubles.isEmpty() ? "" : "it finished, but %s".formatted(String.join("; ", troubles));
    }
    return new JobOutcome(
        request.name(),
        failure.isEmpty() ? State.OK : State.FAILED,
        failure,
        output.jobId().orElse(""),
        start,
        end,
        history,
        configuration,
        log,
        cpu);
  }

  private void check() throws InterruptedException {
    cluster.watchdog().check(request.name());
  }

  private Optional<Path> bringHistory(boolean succeeded) throws InterruptedException {
    Duration patience = succeeded ? AFTERMATH : cluster.patience().history();
    Optional<Path> history = fetch(".jhist", patience);
    if (history.isEmpty() && succeeded) {
      throw failed(
          "%s succeeded, but its history did not appear in %s of HDFS within %s s",
          output.jobId().orElseThrow(), cluster.folders().history(), AFTERMATH.toSeconds());
    }
    return history;
  }

  /** Before anything is asked of nodes that would not answer. */
  private void requireSoundAfter(String failure) {
    if (failure.isEmpty()) {
      requireSound(cluster.health().seen(), "the job finished nevertheless");
    } else {
      requireSound(cluster.health().tried(), failure);
    }
  }

  /** A broken node is the reason, regardless of what the job reports. */
  private void requireSound(List<String> troubles, String otherwise) {
    if (!troubles.isEmpty()) {
      throw failed("%s; %s", String.join("; ", troubles), otherwise);
    }
  }

  private void prepareFiles(Path times) {
    try {
      Files.createDirectories(request.folder());
      Files.deleteIfExists(times);
      // a log of the same name is an earlier job's
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot write to %s: %s".formatted(request.folder(), e.getMessage()), e);
    }
  }

  private OptionalInt runClient(Path times) throws InterruptedException {
    Duration limit = request.limit().plus(AFTERMATH);
    RunningProgram program =
        cluster
            .host()
            .start(
                cluster.client().command(request, arguments(), times, limit),
                request.folder().resolve(request.name() + "-client.out"),
                log);
    cluster.client().started(program);
    try {
      return await(program);
    } catch (CoreboundException e) {
      endJob();
      throw e;
    } finally {
      program.stop(GRACE);
      cluster.client().ended(times);
    }
  }

  /**
   * Ends the containers first, as their work may be the reason; then kills the application, as the
   * ResourceManager would start another ApplicationMaster.
   */
  private void endJob() throws InterruptedException {
    Optional<String> application = output.running();
    if (application.isEmpty()) {
      return;
    }
    containers(application.get()).forEach(ProcessHandle::destroyForcibly);
    try {
      // after the death of a daemon none of them is asked
      check();
      cluster.control().kill(application.get());
      containers(application.get()).forEach(ProcessHandle::destroyForcibly);
    } catch (IOException | CoreboundException e) {
      // the message is about why the job was stopped, not about this
    }
  }

  private OptionalInt await(RunningProgram program) throws InterruptedException {
    long deadline = System.nanoTime() + request.limit().toNanos();
    OptionalInt status = program.waitFor(POLL);
    long looked = System.nanoTime();
    long progress = output.progress();
    while (status.isEmpty() && givenUp.isEmpty() && System.nanoTime() < deadline) {
      output.follow(log);
      check();
      if (output.progress() > progress) {
        progress = output.progress();
        looked = System.nanoTime();
      } else if (System.nanoTime() - looked > STALL.toNanos()) {
        requireSoundStill();
        looked = System.nanoTime();
      }
      givenUp = output.running().flatMap(a -> standstill.reason(output.progress(), a)).orElse("");
      status = program.waitFor(POLL);
    }
    output.follow(log);
    return status;
  }

  /** Hadoop would try for minutes what cannot work without a disk or a link. */
  private void requireSoundStill() throws InterruptedException {
    List<String> troubles = cluster.health().seen();
    if (!troubles.isEmpty()) {
      if (output.running().isPresent()) {
        kill(output.running().get());
      }
      requireSound(
          troubles,
          "%s made no progress for %s s and was killed; its log: %s"
              .formatted(output.jobId().orElse("it"), STALL.toSeconds(), log));
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

  /** Why the job failed; empty when it succeeded. */
  private String failureOf(String application, OptionalInt status) throws InterruptedException {
    if (status.isEmpty()) {
      String reason =
          givenUp.isEmpty()
              ? "it had not ended after %s s and was killed: %s"
                  .formatted(request.limit().toSeconds(), standstill.described(application))
              : givenUp;
      kill(output.running().orElse(application));
      return "%s; its log: %s".formatted(reason, log);
    }
    ApplicationState ended = awaitEnd(application);
    if (!ended.finalStatus().equals("SUCCEEDED")) {
      String why =
          LogFile.text(log)
              .lines()
              .filter(line -> line.startsWith(OWN_WORDS))
              .findFirst()
              .orElse(LogFile.oneLine(ended.diagnostics()));
      return "the job ended as %s: %s; its client's log: %s"
          .formatted(ended.finalStatus(), why, log);
    }
    return status.getAsInt() == 0 ? "" : "the job succeeded, but " + clientReason(status);
  }

  private String clientReason(OptionalInt status) {
    return "its client %s: %s; its log: %s"
        .formatted(
            status.isPresent()
                ? "ended with exit status " + status.getAsInt()
                : "had not ended after %s s".formatted(request.limit().toSeconds()),
            LogFile.reason(log),
            log);
  }

  private ApplicationState awaitEnd(String application) throws InterruptedException {
    Optional<ApplicationState> ended =
        poll(
            AFTERMATH,
            "the ResourceManager",
            last ->
                Optional.of(cluster.control().state(application)).filter(ApplicationState::ended));
    if (ended.isEmpty()) {
      String described = standstill.described(application);
      kill(application);
      throw failed(
          "its client has ended, but %s has not after %s s and was killed: %s; its log: %s",
          application, AFTERMATH.toSeconds(), described, log);
    }
    return ended.get();
  }

  private void kill(String application) throws InterruptedException {
    try {
      cluster.control().kill(application);
    } catch (IOException e) {
      throw unreachable("the ResourceManager", e);
    }
  }

  /**
   * Fetches a file of the job from where the ApplicationMaster puts it at its end, which may be a
   * little later than the job's, or else from the staging folder.
   */
  private Optional<Path> fetch(String ending, Duration patience) throws InterruptedException {
    String id = output.jobId().orElseThrow();
    return poll(
        patience,
        "HDFS",
        last -> {
          Optional<String> file = cluster.control().newest(cluster.folders().history(), id, ending);
          if (file.isEmpty() && last) {
            file = cluster.control().newest(staging(), "", ending);
          }
          return file.isEmpty()
              ? Optional.empty()
              : Optional.of(cluster.control().fetch(file.get(), request.folder()));
        });
  }

  /**
   * Waits for the job's containers to end. The ApplicationMaster has unregistered and stopped its
   * services, but sleeps 5 s before it exits ({@code MRAppMaster.shutDownJob}, no setting), and its
   * container keeps its memory until then: once it has removed its staging folder, the last thing
   * that it does, it gets SIGTERM.
   */
  private void awaitEndOfContainers(String application) throws InterruptedException {
    Optional<Boolean> ended =
        poll(
            AFTERMATH,
            "HDFS",
            last -> {
              List<ProcessHandle> left = containers(application);
              if (!left.isEmpty() && !cluster.control().exists(staging())) {
                left.stream()
                    .filter(p -> ProcessTable.arguments(p.pid()).contains(APPLICATION_MASTER))
                    .forEach(ProcessHandle::destroy);
              }
              return left.isEmpty() ? Optional.of(true) : Optional.empty();
            });
    if (ended.isEmpty()) {
      throw failed(
          "containers of %s still run %s s after its end: processes %s",
          application,
          AFTERMATH.toSeconds(),
          containers(application).stream().map(ProcessHandle::pid).toList());
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

  private String staging() {
    return cluster.folders().staging() + "/" + output.jobId().orElseThrow();
  }

  /** A question that may have no answer yet. */
  private interface Question<T> {
    Optional<T> ask(boolean last) throws IOException;
  }

  /** Asks until there is an answer, or once more after the limit. */
  private <T> Optional<T> poll(Duration limit, String whom, Question<T> question)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      check();
      boolean last = System.nanoTime() > deadline;
      try {
        Optional<T> answer = question.ask(last);
        if (answer.isPresent() || last) {
          return answer;
        }
      } catch (IOException e) {
        throw unreachable(whom, e);
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private CoreboundException unreachable(String whom, IOException e) throws InterruptedException {
    check();
    return CoreboundException.failed(
        "%s does not answer during %s: %s".formatted(whom, request.name(), e.getMessage()), e);
  }

  private CoreboundException failed(String template, Object... values) {
    return CoreboundException.failed(
        request.name() + ": " + String.format(Locale.ROOT, template, values));
  }

  private static double now() {
    return System.currentTimeMillis() / 1000.0;
  }
}
