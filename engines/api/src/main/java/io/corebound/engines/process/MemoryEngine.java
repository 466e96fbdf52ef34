package io.corebound.engines.process;

import io.corebound.engines.Engine;
import io.corebound.engines.EngineJob;
import io.corebound.engines.EngineRun;
import io.corebound.engines.process.Programs.Jvm;
import io.corebound.hosts.process.Node;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.config.EngineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
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

/**
 * MapReduce in memory ({@code engines/memory}): a master, and a worker on each node, which live for
 * one job. They run it twice: the first run is cold, the second one warm.
 */
public final class MemoryEngine implements Engine {
  private static final String PACKAGE = "io.corebound.memory.";
  private static final int RUNS = 2;

  /** For JVMs to start and to listen. */
  private static final Duration START = Duration.ofSeconds(60);

  private final EngineFile file;
  private final Place place;
  private volatile Programs programs;

  /** An engine of kind {@code memory}; nothing runs before its first job. */
  public MemoryEngine(EngineFile file, Place place) {
    this.file = file;
    this.place = place;
  }

  @Override
  public Map<String, Long> processes() {
    Programs now = programs;
    return now == null ? Map.of() : now.pids();
  }

  @Override
  public EngineRun run(EngineJob job) throws InterruptedException {
    try (Programs started = new Programs(place, job)) {
      programs = started;
      return run(job, started);
    } finally {
      programs = null;
    }
  }

  private EngineRun run(EngineJob job, Programs started) throws InterruptedException {
    double startS = now();
    job.listener().progress(0, 0);
    Path address = started.exchanged("address");
    Path result = started.exchanged("result.json");
    Jvm master =
        new Jvm(
            "memory-master",
            place.master(),
            List.of("-Xmx256m", "-XX:+UseSerialGC"),
            PACKAGE + "Master",
            arguments(job, address, result));
    RunningProgram running = started.start(master);
    OptionalInt status = started.await(running, START, () -> Files.exists(address));
    if (status.isEmpty() && Files.exists(address)) {
      String listening = read(address).strip();
      for (int rank = 0; rank < place.workers().size(); rank++) {
        started.start(worker(rank, listening));
      }
      status = started.await(running, job.limit(), () -> false);
    }
    if (Files.exists(result)) {
      Path kept = keep(result, job.folder());
      return StructuredFiles.readJson(kept, JobResult.class).toRun(job.name(), startS, now());
    }
    String why =
        status.isPresent()
            ? started.lastWords(master)
            : "its master had not ended after %d s".formatted(job.limit().toSeconds());
    return failed(job.name(), why + "; its log: " + started.log(master), startS);
  }

  private List<String> arguments(EngineJob job, Path address, Path result) {
    List<String> all =
        new ArrayList<>(
            List.of("--listen", place.master().address() + ":0", "--address-file", "" + address));
    all.addAll(List.of("--workers", "" + place.workers().size(), "--result", "" + result));
    all.addAll(List.of("--workload", job.name(), "--api", file.api()));
    all.addAll(List.of("--input", job.files().input(), "--output", job.files().output()));
    all.addAll(List.of("--pattern", file.pattern(), "--transport", file.transport()));
    all.addAll(List.of("--reduces", "" + job.files().parts(), "--runs", "" + RUNS));
    all.addAll(List.of("--split-mib", "" + (place.blockSize().bytes() >> 20)));
    return all;
  }

  private Jvm worker(int rank, String master) {
    Node node = place.workers().get(rank);
    String mebibytes = (place.heap().bytes() >> 20) + "m";
    return new Jvm(
        "memory-worker",
        node,
        List.of("-Xms" + mebibytes, "-Xmx" + mebibytes, "-XX:+UseParallelGC"),
        PACKAGE + "Worker",
        List.of(
            "--master",
            master,
            "--rank",
            "" + rank,
            "--host",
            node.address(),
            "--node",
            node.name(),
            "--threads",
            "" + node.cores()));
  }

  private static EngineRun failed(String name, String why, double startS) {
    return new EngineRun(
        new CellResult.Job(name, State.FAILED, why, "", startS, Double.NaN, Double.NaN, now()),
        Optional.empty(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Copies a file that another user wrote. */
  private static Path keep(Path file, Path folder) {
    Path kept = folder.resolve("result.json");
    try {
      Files.writeString(kept, Files.readString(file));
    } catch (IOException e) {
      throw CoreboundException.failed("cannot write %s: %s".formatted(kept, e.getMessage()), e);
    }
    return kept;
  }

  private static double now() {
    return System.currentTimeMillis() / 1000.0;
  }
}
