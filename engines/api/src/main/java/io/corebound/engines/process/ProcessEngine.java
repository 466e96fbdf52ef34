package io.corebound.engines.process;

import io.corebound.engines.Engine;
import io.corebound.engines.EngineJob;
import io.corebound.engines.EngineRun;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An engine whose processes live for one job, which they run twice: the first run is cold, the
 * second one warm.
 */
abstract class ProcessEngine implements Engine {
  /** How often a job runs in the same processes. */
  static final int RUNS = 2;

  private final Place place;
  private volatile Programs programs;

  ProcessEngine(Place place) {
    this.place = place;
  }

  final Place place() {
    return place;
  }

  @Override
  public final Map<String, Long> processes() {
    Programs now = programs;
    return now == null ? Map.of() : now.pids();
  }

  @Override
  public final EngineRun run(EngineJob job) throws InterruptedException {
    prepare(job);
    double startS = now();
    job.listener().progress(0, 0);
    try (Programs started = new Programs(place, job)) {
      programs = started;
      Path result = started.exchanged("result.json");
      String why = run(job, started, result);
      return Files.exists(result)
          ? read(result, job).toRun(job.name(), startS, now())
          : failed(job.name(), why, startS);
    } finally {
      programs = null;
    }
  }

  /** Finds out what its programs need, before their time is taken. */
  void prepare(EngineJob job) throws InterruptedException {}

  /**
   * Starts the programs and waits until the job has ended.
   *
   * @param result a file that they are to write
   * @return why they did not write it
   */
  abstract String run(EngineJob job, Programs started, Path result) throws InterruptedException;

  private static EngineRun failed(String name, String why, double startS) {
    return new EngineRun(
        new CellResult.Job(name, State.FAILED, why, "", startS, Double.NaN, Double.NaN, now()),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        Map.of(),
        Map.of());
  }

  /** Reads a file that another user wrote, and keeps it. */
  private static JobResult read(Path result, EngineJob job) {
    Path kept = job.folder().resolve("result.json");
    try {
      Files.writeString(kept, Files.readString(result));
    } catch (IOException e) {
      throw CoreboundException.failed("cannot write %s: %s".formatted(kept, e.getMessage()), e);
    }
    return StructuredFiles.readJson(kept, JobResult.class);
  }

  private static double now() {
    return System.currentTimeMillis() / 1000.0;
  }
}
