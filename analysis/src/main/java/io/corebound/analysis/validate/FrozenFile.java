package io.corebound.analysis.validate;

import io.corebound.records.CellResult;
import io.corebound.records.RunDirectory;
import io.corebound.records.RunManifest;
import io.corebound.records.RunManifest.FrozenPrediction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether a cell's prediction is the file that was frozen before the run's first job. */
final class FrozenFile {
  private FrozenFile() {}

  /**
   * What is wrong with it, a sentence each.
   *
   * @param firstJob when the first job of the run was submitted, of whatever cell
   */
  static List<String> problems(
      RunDirectory run, RunManifest manifest, String cell, Optional<Instant> firstJob) {
    String file = run.relative(run.predictionFile(cell));
    Optional<FrozenPrediction> frozen =
        manifest.predictions().stream().filter(p -> p.cell().equals(cell)).findFirst();
    if (frozen.isEmpty()) {
      return List.of(file + " was never frozen: run.json has no hash of it");
    }
    List<String> problems = new ArrayList<>();
    String hash = RunDirectory.sha256(run.predictionFile(cell));
    if (!hash.equals(frozen.get().sha256()) || !file.equals(frozen.get().file())) {
      problems.add(
          file
              + " was changed after it was frozen (SHA-256 is "
              + hash
              + ", frozen was "
              + frozen.get().sha256()
              + ")");
    }
    firstJob
        .filter(at -> frozen.get().frozenAt().isAfter(at))
        .ifPresent(at -> problems.add(file + " was frozen after a job of the run was submitted"));
    return problems;
  }

  /** When the first of the jobs that are measured was submitted. */
  static Optional<Instant> firstJob(Collection<CellResult> results) {
    return results.stream()
        .flatMap(r -> r.stages().stream().filter(j -> j.name().equals(r.workload())))
        .map(CellResult.Job::submitS)
        .filter(s -> s > 0)
        .min(Comparator.naturalOrder())
        .map(s -> Instant.ofEpochMilli(Math.round(s * 1e3)));
  }
}
