package io.corebound.analysis.validate;

import io.corebound.records.CellResult;
import io.corebound.records.RunDirectory;
import io.corebound.records.RunManifest;
import io.corebound.records.RunManifest.FrozenPrediction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a cell's prediction is the file that was frozen before its job was submitted. */
final class FrozenFile {
  private FrozenFile() {}

  /**
   * What is wrong with it, a sentence each.
   *
   * @param result the cell as measured; null where it did not run
   */
  static List<String> problems(
      RunDirectory run, RunManifest manifest, String cell, CellResult result) {
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
    if (result != null) {
      submitted(result)
          .filter(at -> frozen.get().frozenAt().isAfter(at))
          .ifPresent(at -> problems.add(file + " was frozen after its job had been submitted"));
    }
    return problems;
  }

  private static Optional<Instant> submitted(CellResult result) {
    return result.stages().stream()
        .filter(j -> j.name().equals(result.workload()) && j.submitS() > 0)
        .findFirst()
        .map(j -> Instant.ofEpochMilli(Math.round(j.submitS() * 1e3)));
  }
}
