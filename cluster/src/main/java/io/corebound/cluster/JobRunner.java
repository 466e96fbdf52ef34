package io.corebound.cluster;

import io.corebound.hosts.Host;
import io.corebound.hosts.RunningProgram;
import io.corebound.records.CoreboundException;
import io.corebound.records.State;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Runs one job: Hadoop's own client as its own process, watched to the end of the last container.
 */
final class JobRunner {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** For the ResourceManager to know the end, the history to appear, the containers to go. */
  private static final Duration AFTERMATH = Duration.ofSeconds(30);

  /** A job that was killed may never leave a history. */
  private static final Duration FAILED_HISTORY = Duration.ofSeconds(3);

  private static final String APPLICATION_MASTER = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";

  /** Throws as soon as a daemon has ended. */
  interface Watch {
    void requireAlive(String during) throws InterruptedException;
  }

  /** What a job needs of the cluster that it runs on. */
  record Surroundings(
      Host host,
      JavaCommands java,
      String classPath,
      List<String> commonFlags,
      RoleCpu cpu,
      long nodeManager,
      Yarn yarn,
      Hdfs hdfs,
      Watch watch) {
    void requireAlive(String during) throws InterruptedException {
      watch.requireAlive(during);
    }
  }

  /** How the client ended. */
  private record ClientEnd(OptionalInt status, double startS, double endS) {}

  /** The job's end by the ResourceManager. */
  private record End(State state, String reason) {}

  private final Surroundings cluster;
  private final JobRequest request;
  private final ClientOutput output;
  private final Path log;

  JobRunner(Surroundings cluster, JobRequest request) {
    this.cluster = cluster;
    this.request = request;
    this.output = new ClientOutput(request.listener());
    this.log = request.folder().resolve(request.name() + "-client.log");
  }

  JobOutcome run() throws InterruptedException {
    cluster.requireAlive(request.name());
    CpuSnapshot before = cluster.cpu().snapshot();
    ClientEnd client = runClient();
    Optional<ApplicationId> application = output.jobId().map(JobRunner::application);
    End end =
        application.isPresent()
            ? endOf(application.get(), client)
            : new End(State.FAILED, "it was not submitted: " + clientReason(client));
    Optional<Path> history = Optional.empty();
    Optional<Path> configuration = Optional.empty();
    if (application.isPresent()) {
      String id = output.jobId().orElseThrow();
      history = fetch(id, ".jhist", end.state() == State.OK ? AFTERMATH : FAILED_HISTORY);
      // it was put there before the history
      configuration = fetch(id, "_conf.xml", Duration.ZERO);
      if (history.isEmpty() && end.state() == State.OK) {
        throw CoreboundException.failed(
            "%s: %s succeeded, but its history did not appear in %s of HDFS within %d s"
                .formatted(request.name(), id, LocalConfiguration.HISTORY, AFTERMATH.toSeconds()));
      }
      seeContainersOff(application.get());
    }
    return new JobOutcome(
        request.name(),
        end.state(),
        end.reason(),
        output.jobId().orElse(""),
        client.startS(),
        client.endS(),
        history,
        configuration,
        log,
        cluster.cpu().snapshot().since(before));
  }

  private ClientEnd runClient() throws InterruptedException {
    Path times = request.folder().resolve(request.name() + "-client-times.txt");
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
                    .java()
                    .timed(
                        times,
                        clientFlags(),
                        cluster.classPath(),
                        request.mainClass(),
                        arguments(),
                        request.limit().plus(AFTERMATH))
                    .inRole("client"),
                request.folder().resolve(request.name() + "-client.out"),
                log);
    cluster.cpu().clientStarted(program.pid());
    try {
      OptionalInt status = await(program);
      return new ClientEnd(status, start, now());
    } finally {
      program.stop(GRACE);
      cluster.cpu().clientEnded(ClientTimes.read(times));
    }
  }

  private OptionalInt await(RunningProgram program) throws InterruptedException {
    long deadline = System.nanoTime() + request.limit().toNanos();
    OptionalInt status = program.waitFor(POLL);
    while (status.isEmpty() && System.nanoTime() < deadline) {
      output.follow(log);
      cluster.requireAlive(request.name());
      status = program.waitFor(POLL);
    }
    output.follow(log);
    return status;
  }

  private List<String> clientFlags() {
    List<String> flags = new ArrayList<>(request.clientFlags());
    flags.addAll(cluster.commonFlags());
    return flags;
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    Map<String, String> settings = new TreeMap<>(request.settings());
    settings.putIfAbsent("mapreduce.job.name", request.name());
    settings.forEach((key, value) -> arguments.addAll(List.of("-D", key + "=" + value)));
    arguments.addAll(request.arguments());
    return arguments;
  }

  private End endOf(ApplicationId application, ClientEnd client) throws InterruptedException {
    if (client.status().isEmpty()) {
      kill(application);
      return new End(
          State.FAILED,
          "it had not ended after "
              + request.limit().toSeconds()
              + " s and was killed; its log: "
              + log);
    }
    ApplicationReport report = awaitEnd(application);
    if (report.getFinalApplicationStatus() != FinalApplicationStatus.SUCCEEDED) {
      return new End(
          State.FAILED,
          "the job ended as %s: %s; its client's log: %s"
              .formatted(
                  report.getFinalApplicationStatus(), oneLine(report.getDiagnostics()), log));
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

  private ApplicationReport awaitEnd(ApplicationId application) throws InterruptedException {
    long deadline = System.nanoTime() + AFTERMATH.toNanos();
    while (true) {
      cluster.requireAlive(request.name());
      try {
        ApplicationReport report = cluster.yarn().report(application);
        if (Yarn.ended(report)) {
          return report;
        }
        if (System.nanoTime() > deadline) {
          kill(application);
          throw CoreboundException.failed(
              "%s: its client has ended, but %s is still %s after %d s and was killed; its log: %s"
                  .formatted(
                      request.name(),
                      application,
                      report.getYarnApplicationState(),
                      AFTERMATH.toSeconds(),
                      log));
        }
      } catch (IOException | YarnException e) {
        throw unreachable("the ResourceManager", e);
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  private void kill(ApplicationId application) throws InterruptedException {
    try {
      cluster.yarn().kill(application);
    } catch (IOException | YarnException e) {
      throw unreachable("the ResourceManager", e);
    }
  }

  /**
   * Brings a file of the job home: from where the ApplicationMaster puts it at its end, which may
   * be a little later than the job's, or else from the staging folder.
   */
  private Optional<Path> fetch(String jobId, String ending, Duration patience)
      throws InterruptedException {
    String done = LocalConfiguration.HISTORY + "/" + System.getProperty("user.name");
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      cluster.requireAlive(request.name());
      try {
        Optional<org.apache.hadoop.fs.Path> file =
            cluster.hdfs().find(done, name -> name.startsWith(jobId) && name.endsWith(ending));
        boolean last = System.nanoTime() > deadline;
        if (file.isEmpty() && last) {
          file = cluster.hdfs().find(staging(jobId), name -> name.endsWith(ending));
        }
        if (file.isPresent()) {
          return Optional.of(cluster.hdfs().fetch(file.get(), request.folder()));
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
  private void seeContainersOff(ApplicationId application) throws InterruptedException {
    String id = application.toString();
    long deadline = System.nanoTime() + AFTERMATH.toNanos();
    List<ProcessHandle> left = Processes.below(cluster.nodeManager(), id);
    while (!left.isEmpty()) {
      cluster.requireAlive(request.name());
      if (!exists(staging(output.jobId().orElseThrow()))) {
        left.stream()
            .filter(process -> Processes.arguments(process.pid()).contains(APPLICATION_MASTER))
            .forEach(ProcessHandle::destroy);
      }
      if (System.nanoTime() > deadline) {
        throw CoreboundException.failed(
            "%s: containers of %s are still there %d s after its end: process %d"
                .formatted(request.name(), id, AFTERMATH.toSeconds(), left.get(0).pid()));
      }
      Thread.sleep(POLL.toMillis());
      left = Processes.below(cluster.nodeManager(), id);
    }
  }

  private boolean exists(String folder) throws InterruptedException {
    try {
      return cluster.hdfs().exists(folder);
    } catch (IOException e) {
      throw unreachable("HDFS", e);
    }
  }

  private static String staging(String jobId) {
    return LocalConfiguration.STAGING
        + "/"
        + System.getProperty("user.name")
        + "/.staging/"
        + jobId;
  }

  private CoreboundException unreachable(String what, Exception e) throws InterruptedException {
    cluster.requireAlive(request.name());
    return CoreboundException.failed(
        what + " does not answer during " + request.name() + ": " + e.getMessage(), e);
  }

  private static ApplicationId application(String jobId) {
    Matcher matcher = Pattern.compile("job_([0-9]+)_([0-9]+)").matcher(jobId);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a job's id: " + jobId);
    }
    return ApplicationId.newInstance(
        Long.parseLong(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  private static String oneLine(String text) {
    String line = text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", " ");
    return line.length() > 400 ? line.substring(0, 397) + "..." : line;
  }

  private static double now() {
    return System.currentTimeMillis() / 1000.0;
  }
}
