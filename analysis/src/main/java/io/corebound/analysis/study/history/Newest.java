package io.corebound.analysis.study.history;

import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.analysis.study.history.Series.Change;
import io.corebound.analysis.study.history.Series.Point;
import java.util.List;

/**
 * A figure of the newest run beside what is usual.
 *
 * @param usual where it would lie if nothing changed; null where too few earlier runs have it
 * @param adjustedP the chance of such a figure if nothing changed, corrected (Holm); null as above
 * @param since the last change of the figure; null where there is none
 * @param difference to the middle of the usual range, or of a new change, as a share; null where
 *     the figure is not judged
 */
public record Newest(
    FigureKey key,
    double value,
    Usual usual,
    Double adjustedP,
    Change since,
    Double difference,
    Verdict verdict) {

  /**
   * Where a run more would lie.
   *
   * @param runs how many runs since the last change it comes from
   * @param low lower end of the interval that has one more run with a probability of {@link
   *     Series#RANGE}
   * @param p the chance that a run is as far off as the newest, not corrected
   */
  public record Usual(int runs, double middle, double low, double high, double p) {}

  /** What a figure of the newest run is. */
  public enum Verdict {
    WORSE,
    /** With the runs before it, by a change that only this run shows. */
    WORSE_SINCE,
    BETTER,
    USUAL,
    TOO_FEW
  }

  /**
   * A figure before it is corrected for the others.
   *
   * @param usual null where too few earlier runs have it
   * @param isNew whether the last change is seen only with the newest run
   */
  record Judged(Series series, Usual usual, boolean isNew) {

    /** Of a series whose last value is the newest run's. */
    static Judged of(Series series, Series.Rule rule) {
      List<Point> earlier = series.earlier();
      if (earlier.size() < Series.FEWEST) {
        return new Judged(series, null, false);
      }
      Segments before = rule.cut(Series.logs(earlier));
      double middle = before.mean(before.last());
      double half = before.halfOfNext(Series.RANGE);
      Usual usual =
          new Usual(
              before.size(before.last()),
              Math.exp(middle),
              Math.exp(middle - half),
              Math.exp(middle + half),
              before.pOfNext(Math.log(series.last().value())));
      // the same change may be seen a run earlier or later
      boolean isNew =
          series
              .lastChange()
              .filter(
                  change ->
                      before.cuts().stream()
                          .noneMatch(cut -> earlier.get(cut).run() >= change.previous()))
              .isPresent();
      return new Judged(series, usual, isNew);
    }

    Newest corrected(Double p, double threshold) {
      Change since = series.lastChange().orElse(null);
      double value = series.last().value();
      if (usual == null) {
        return new Newest(series.key(), value, null, null, since, null, Verdict.TOO_FEW);
      }
      double alone = value / usual.middle();
      // twice as fast is as large as half as fast
      boolean large = Math.abs(Math.log(alone)) > Math.log1p(threshold);
      if (large && p < MachineHistory.LEVEL) {
        Verdict verdict = series.key().worseBy(alone) > 0 ? Verdict.WORSE : Verdict.BETTER;
        return new Newest(series.key(), value, usual, p, since, alone - 1, verdict);
      }
      if (isNew) {
        Verdict verdict = series.isWorse(since) ? Verdict.WORSE_SINCE : Verdict.BETTER;
        return new Newest(series.key(), value, usual, p, since, since.difference(), verdict);
      }
      return new Newest(series.key(), value, usual, p, since, alone - 1, Verdict.USUAL);
    }
  }

  /** Whether it is worse than usual. */
  public boolean isWorse() {
    return verdict == Verdict.WORSE || verdict == Verdict.WORSE_SINCE;
  }

  /** How large the difference is, whatever its sign; 0 where it is not judged. */
  public double size() {
    return difference == null ? 0 : Math.abs(Math.log1p(difference));
  }
}
