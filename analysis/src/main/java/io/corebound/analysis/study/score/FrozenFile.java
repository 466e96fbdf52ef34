package io.corebound.analysis.study.score;

import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.RunManifest.FrozenPrediction;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether a prediction is the file that was frozen before the run's first job. */
final class FrozenFile {
  private FrozenFile() {}

  /** What is wrong with a cell's prediction, for a run whose first job came at {@code firstJob}. */
  static List<Remark> problems(
      RunDirectory run, RunManifest manifest, String cell, Optional<Instant> firstJob) {
    Path path = run.predictionFile(cell);
    String file = run.relative(path);
    Optional<FrozenPrediction> frozen =
        manifest.predictions().stream().filter(p -> p.file().equals(file)).findFirst();
    if (frozen.isEmpty()) {
      return List.of(Remark.of(Remark.Kind.NEVER_FROZEN, file));
    }
    List<Remark> problems = new ArrayList<>();
    String hash = RunDirectory.sha256(path);
    if (!hash.equals(frozen.get().sha256())) {
      problems.add(Remark.of(Remark.Kind.CHANGED, file, hash, frozen.get().sha256()));
    }
    firstJob
        .filter(at -> frozen.get().frozenAt().isAfter(at))
        .ifPresent(at -> problems.add(Remark.of(Remark.Kind.FROZEN_LATE, file)));
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
