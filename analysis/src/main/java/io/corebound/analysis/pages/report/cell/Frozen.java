package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.pages.page.Figures;
import io.corebound.records.run.RunContents;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest.FrozenPrediction;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Whether a cell's prediction is what was frozen before its job was submitted. (Older sweeps froze
 * a second one right before the job, which is not used.)
 */
public record Frozen(State state, String sentence) {
  /** What is known of a prediction. */
  public enum State {
    NONE,
    NOT_FROZEN,
    GONE,
    CHANGED,
    TOO_LATE,
    NOT_SUBMITTED,
    IN_TIME
  }

  /** What is wrong with it; empty when nothing is. */
  public Optional<String> alarm() {
    return List.of(State.NONE, State.NOT_SUBMITTED, State.IN_TIME).contains(state)
        ? Optional.empty()
        : Optional.of(sentence);
  }

  public static Frozen of(RunContents contents, CellSummary cell) {
    FrozenPrediction frozen =
        contents.manifest().predictions().stream()
            .filter(p -> p.cell().equals(cell.name()))
            .filter(p -> Path.of(p.file()).endsWith(RunDirectory.PREDICTION))
            .findFirst()
            .orElse(null);
    String now = frozen == null ? null : contents.hashes().get(frozen.file());
    double beforeS =
        cell.job()
            .map(j -> j.job().submitS())
            .filter(s -> frozen != null && s > 0)
            .map(s -> s - frozen.frozenAt().toEpochMilli() / 1e3)
            .orElse(Double.NaN);
    State state = state(frozen, cell, now, beforeS);
    String sentence =
        IntervalVerdict.SAY.say(
            "frozen: state, cell, frozen, now, moment, seconds",
            state.name(),
            cell.name(),
            frozen,
            now,
            frozen == null ? "" : Figures.moment(frozen.frozenAt()),
            Math.abs(beforeS));
    return new Frozen(state, sentence);
  }

  private static State state(
      FrozenPrediction frozen, CellSummary cell, String now, double beforeS) {
    if (frozen == null) {
      return cell.prediction().isEmpty() ? State.NONE : State.NOT_FROZEN;
    }
    if (now == null || !now.equals(frozen.sha256())) {
      return now == null ? State.GONE : State.CHANGED;
    }
    return Double.isNaN(beforeS)
        ? State.NOT_SUBMITTED
        : beforeS < 0 ? State.TOO_LATE : State.IN_TIME;
  }
}
