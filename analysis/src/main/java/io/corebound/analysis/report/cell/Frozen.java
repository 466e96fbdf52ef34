package io.corebound.analysis.report.cell;

import io.corebound.analysis.page.Figures;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest.FrozenPrediction;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether a cell's prediction, the one from before all jobs, is what was frozen before its job was
 * submitted. ({@code validate} checks the one at the machine's speed as well.)
 *
 * @param sentence what is known of it
 * @param alarm what is wrong with it; empty when nothing is
 */
public record Frozen(String sentence, Optional<String> alarm) {
  public static Frozen of(RunContents contents, CellSummary cell) {
    Optional<FrozenPrediction> frozen =
        contents.manifest().predictions().stream()
            .filter(p -> p.cell().equals(cell.name()))
            .filter(p -> Path.of(p.file()).endsWith(RunDirectory.PREDICTION))
            .findFirst();
    if (frozen.isEmpty()) {
      return cell.prediction().isEmpty()
          ? new Frozen("There is no prediction.", Optional.empty())
          : wrong(
              "PREDICTION NOT FROZEN: run.json has no hash of the prediction of "
                  + cell.name()
                  + ".");
    }
    String now = contents.hashes().get(frozen.get().file());
    if (now == null) {
      return wrong("PREDICTION GONE: " + frozen.get().file() + " was frozen, and is not there.");
    }
    if (!now.equals(frozen.get().sha256())) {
      return wrong(
          "PREDICTION CHANGED: "
              + frozen.get().file()
              + " is not the file that was frozen (SHA-256 is "
              + now
              + ", frozen was "
              + frozen.get().sha256()
              + "). The comparison below is worth nothing.");
    }
    return inTime(frozen.get(), cell);
  }

  private static Frozen wrong(String text) {
    return new Frozen(text, Optional.of(text));
  }

  private static Frozen inTime(FrozenPrediction frozen, CellSummary cell) {
    String text =
        "The prediction was frozen at "
            + Figures.moment(frozen.frozenAt())
            + " (SHA-256 "
            + frozen.sha256()
            + "; the file still has that hash)";
    Optional<Instant> submitted =
        cell.job()
            .map(MeasuredJob::job)
            .map(CellResult.Job::submitS)
            .filter(s -> s > 0)
            .map(s -> Instant.ofEpochMilli(Math.round(s * 1e3)));
    if (submitted.isEmpty()) {
      return new Frozen(text + "; the job was never submitted.", Optional.empty());
    }
    double beforeS = (submitted.get().toEpochMilli() - frozen.frozenAt().toEpochMilli()) / 1e3;
    if (beforeS < 0) {
      String late =
          "PREDICTION TOO LATE: it was frozen "
              + Figures.number(-beforeS)
              + " s after the job of "
              + cell.name()
              + " was submitted.";
      return new Frozen(late, Optional.of(late));
    }
    return new Frozen(
        text + ", " + Figures.number(beforeS) + " s before the job was submitted.",
        Optional.empty());
  }
}
