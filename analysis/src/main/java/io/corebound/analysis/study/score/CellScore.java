package io.corebound.analysis.study.score;

import static io.corebound.analysis.study.score.IntervalScore.TOTAL;

import io.corebound.analysis.study.score.ScoredJob.Repetition;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cell's prediction beside the median of its repetitions.
 *
 * @param cell its name without the number of the repetition
 * @param whyNot why it does not; empty where it does
 * @param timeSpreadPercent of the repetitions' elapsed times, from the least to the most; null of
 *     one repetition
 * @param fixedS its fixed cost in seconds: as predicted, with the measured overhead where that is
 *     longer
 * @param allStartsS the fixed cost in seconds when the start of every container of the job is
 *     counted, not of one wave; it decides nothing
 * @param fixedOnly the first naive predictor: the fixed cost alone, as predicted
 * @param scaled the second: a smaller cell, its measured figures times the ratio of the data; null
 *     where there is none
 */
public record CellScore(
    String cell,
    DataSize data,
    int repetitions,
    boolean counts,
    List<Remark> whyNot,
    List<IntervalScore> intervals,
    Double timeSpreadPercent,
    Double coreSpreadPercent,
    double fixedS,
    double fixedPercent,
    double allStartsS,
    double allStartsPercent,
    Naive fixedOnly,
    Naive scaled) {
  /** Repetitions that a cell needs to count. */
  public static final int REPETITIONS = 3;

  /** The largest share of the fixed cost, in percent, with which a cell counts. */
  public static final double MOST_FIXED_PERCENT = 25;

  /**
   * What a naive predictor says of the whole job.
   *
   * @param of what it is made of: {@code fixed cost}, or the smaller cell
   * @param coreErrorPercent error of that; null where they were not measured
   */
  public record Naive(
      String of, double timeS, Double timeErrorPercent, double coreS, Double coreErrorPercent) {}

  /** Of a cell with a prediction and a repetition; {@code others} may be scaled. */
  public static CellScore of(ScoredJob cell, List<ScoredJob> others, Unseen unseen) {
    List<IntervalScore> intervals = intervals(cell);
    IntervalScore total = intervals.get(intervals.size() - 1);
    FixedCost fixed = FixedCost.of(cell.forecast());
    Double overheadS = cell.timeS(FixedCost.OVERHEAD);
    double fixedS = fixed.withOverheadS(overheadS == null ? 0 : overheadS);
    double fixedPercent = 100 * fixedS / total.measuredS();
    double allStartsS = fixedS + fixed.furtherStartsS();
    List<Remark> whyNot = whyNot(cell, fixedPercent, unseen);
    List<Repetition> repetitions = cell.repetitions();
    return new CellScore(
        cell.name(),
        cell.work().data(),
        repetitions.size(),
        whyNot.isEmpty(),
        whyNot,
        intervals,
        Medians.spreadPercent(repetitions.stream().map(r -> r.timeS(TOTAL)).toList()),
        Medians.spreadPercent(repetitions.stream().map(r -> r.coreS(TOTAL)).toList()),
        fixedS,
        fixedPercent,
        allStartsS,
        100 * allStartsS / total.measuredS(),
        naive("fixed cost", fixed.timeS(), fixed.coreS(), total),
        ScaledCell.of(cell, others)
            .map(s -> naive(s.of(), s.timeS(), s.coreS(), total))
            .orElse(null));
  }

  private static Naive naive(String of, double timeS, double coreS, IntervalScore total) {
    return new Naive(
        of,
        timeS,
        Medians.errorPercent(timeS, total.measuredS()),
        coreS,
        Medians.errorPercent(coreS, total.measuredCoreS()));
  }

  private static List<Remark> whyNot(ScoredJob cell, double fixedPercent, Unseen unseen) {
    List<Remark> reasons = new ArrayList<>();
    if (cell.repetitions().size() < REPETITIONS) {
      reasons.add(
          Remark.of(
              Remark.Kind.FEW_REPETITIONS, cell.name(), cell.repetitions().size(), REPETITIONS));
    }
    if (fixedPercent > MOST_FIXED_PERCENT) {
      reasons.add(Remark.of(Remark.Kind.FIXED_COST, cell.name(), fixedPercent, MOST_FIXED_PERCENT));
    }
    reasons.addAll(unseen.whyNot(cell));
    return List.copyOf(reasons);
  }

  /** The whole job. */
  public IntervalScore total() {
    return intervals.get(intervals.size() - 1);
  }

  public Optional<IntervalScore> of(String interval) {
    return intervals.stream().filter(i -> i.interval().equals(interval)).findFirst();
  }

  private static List<IntervalScore> intervals(ScoredJob cell) {
    Set<String> names = new LinkedHashSet<>();
    cell.repetitions().forEach(r -> names.addAll(r.intervals().keySet()));
    List<IntervalScore> scores = new ArrayList<>();
    names.forEach(n -> scores.add(score(n, cell.forecast().intervals().get(n), cell)));
    scores.add(score(TOTAL, cell.forecast().whole(), cell));
    return List.copyOf(scores);
  }

  private static IntervalScore score(String name, Forecast.Figures predicted, ScoredJob cell) {
    Forecast.Figures known = predicted == null ? Forecast.Figures.NONE : predicted;
    Double coreS = cell.coreS(name);
    Double timeS = cell.timeS(name);
    return new IntervalScore(
        name,
        known.coreS(),
        known.coreLowS(),
        known.coreHighS(),
        coreS,
        Medians.errorPercent(known.coreS(), coreS),
        known.timeS(),
        known.timeLowS(),
        known.timeHighS(),
        timeS,
        Medians.errorPercent(known.timeS(), timeS));
  }
}
