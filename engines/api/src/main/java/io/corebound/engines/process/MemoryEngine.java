package io.corebound.engines.process;

import io.corebound.engines.EngineJob;
import io.corebound.engines.process.Programs.Jvm;
import io.corebound.hosts.process.Node;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.config.EngineFile;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** MapReduce in memory ({@code engines/memory}): a master, and a worker on each node. */
public final class MemoryEngine extends ProcessEngine {
  /** The workloads that it has functions for. */
  public static final List<String> WORKLOADS =
      List.of("bigram-count", "group-by", "terasort", "word-count");

  private static final String HADOOP = "hadoop";
  private static final String PACKAGE = "io.corebound.memory.";

  /** For the master to listen. */
  private static final Duration START = Duration.ofSeconds(60);

  /** What the master prints when it has heard of all workers; from then on it sees one end. */
  private static final String READY = "workers are ready";

  /** Of a worker's heap, in MiB. */
  private static final long MOST_YOUNG = 256;

  /** How processes know each other. */
  private static final String SECRET = "COREBOUND_ENGINE_SECRET";

  private static final Pattern PROGRESS = Pattern.compile("progress (\\d+) (\\d+)");

  /** Runs a job's main class until it submits the job, and keeps its configuration. */
  private static final String SUBMISSION = "io.corebound.microbench.task.JobSubmission";

  /** What a job is called whose classes its settings name. */
  private static final String JOB = "job";

  private final EngineFile file;
  private Path submitted;

  /** An engine of kind {@code memory}; nothing runs before its first job. */
  public MemoryEngine(EngineFile file, Place place) {
    super(place);
    this.file = file;
  }

  /** Whether an engine runs a job of the user's own by Hadoop's classes. */
  public static boolean runsOwnJobs(EngineFile file) {
    return HADOOP.equals(file.api());
  }

  /** Of a job of the user's own, finds out the classes and settings that its main class submits. */
  @Override
  void prepare(EngineJob job) throws InterruptedException {
    submitted = null;
    if (WORKLOADS.contains(job.name())) {
      return;
    }
    Path kept = job.folder().resolve("job.xml");
    try (Programs programs = new Programs(place(), job)) {
      Path configuration = programs.exchanged("submission/job.xml");
      programs.exchanged("submission/splits");
      Path folder = programs.exchanged("submission");
      Jvm client =
          new Jvm(
              "memory-submission",
              place().master(),
              List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
              Map.of(),
              SUBMISSION,
              submission(job, folder));
      OptionalInt status = programs.await(programs.start(client), job.limit(), () -> false);
      if (!Files.exists(configuration)) {
        throw CoreboundException.failed(programs.why(client, status, job.limit()));
      }
      Files.writeString(kept, Files.readString(configuration));
    } catch (IOException e) {
      throw CoreboundException.failed("cannot write %s: %s".formatted(kept, e.getMessage()), e);
    }
    submitted = kept;
  }

  private static List<String> submission(EngineJob job, Path folder) {
    List<String> all = new ArrayList<>(List.of("", job.files().output() + ".submitted"));
    all.addAll(List.of(folder.toString(), ""));
    all.add(Integer.toString(job.program().settings().size()));
    job.program().settings().forEach((name, value) -> all.add("%s=%s".formatted(name, value)));
    all.addAll(job.program().arguments());
    return all;
  }

  @Override
  String run(EngineJob job, Programs started, Path result) throws InterruptedException {
    Path address = started.exchanged("address");
    Jvm master =
        new Jvm(
            "memory-master",
            place().master(),
            List.of("-Xmx256m", "-XX:+UseSerialGC"),
            Map.of(SECRET, started.secret()),
            PACKAGE + "Master",
            arguments(job, started, address, result));
    RunningProgram running = started.start(master);
    OptionalInt status = started.await(running, START, () -> Files.exists(address));
    if (!Files.exists(address)) {
      return started.why(master, status, START);
    }
    String listening = read(address).strip();
    for (int rank = 0; rank < place().workers().size(); rank++) {
      started.start(worker(rank, listening, started.secret()));
    }
    status =
        started.await(
            running,
            START,
            () -> started.ended(running).isPresent() || started.output(master).contains(READY));
    if (status.isEmpty() && started.ended(running).isPresent()) {
      return started.ended(running).get();
    }
    status =
        started.await(
            running,
            job.limit(),
            () -> {
              progress(started.output(master), job.listener());
              return false;
            });
    return started.why(master, status, job.limit());
  }

  /** The last of the lines {@code progress MAP REDUCE}, in percent. */
  private static void progress(String output, EngineJob.Listener listener) {
    output
        .lines()
        .map(PROGRESS::matcher)
        .filter(Matcher::matches)
        .reduce((before, last) -> last)
        .ifPresent(
            line ->
                listener.progress(
                    Integer.parseInt(line.group(1)), Integer.parseInt(line.group(2))));
  }

  private List<String> arguments(EngineJob job, Programs started, Path address, Path result) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("--listen", place().master().address() + ":0"));
    all.addAll(List.of("--address-file", address.toString(), "--result", result.toString()));
    all.addAll(List.of("--workers", Integer.toString(place().workers().size())));
    all.addAll(List.of("--workload", submitted == null ? job.name() : JOB, "--api", file.api()));
    if (submitted != null) {
      all.addAll(List.of("--job-xml", started.given(submitted).toString()));
    }
    all.addAll(List.of("--input", job.files().input(), "--output", job.files().output()));
    all.addAll(List.of("--pattern", file.pattern(), "--transport", file.transport()));
    all.addAll(List.of("--reduces", Integer.toString(job.files().parts())));
    all.addAll(List.of("--split-bytes", Long.toString(place().blockSize().bytes())));
    all.addAll(List.of("--runs", Integer.toString(RUNS)));
    return all;
  }

  private Jvm worker(int rank, String master, String secret) {
    Node node = place().workers().get(rank);
    long heap = place().heap().bytes() >> 20;
    // a run makes little garbage
    long young = Math.min(MOST_YOUNG, heap / 4);
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--master", master, "--rank", Integer.toString(rank)));
    arguments.addAll(List.of("--host", node.address(), "--node", node.name()));
    arguments.addAll(List.of("--threads", Integer.toString(node.cores())));
    arguments.addAll(List.of("--transport", file.transport()));
    return new Jvm(
        "memory-worker",
        node,
        List.of(
            "-Xms%sm".formatted(heap),
            "-Xmx%sm".formatted(heap),
            "-Xmn%sm".formatted(young),
            "-XX:+UseParallelGC"),
        Map.of(SECRET, secret),
        PACKAGE + "Worker",
        arguments);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
