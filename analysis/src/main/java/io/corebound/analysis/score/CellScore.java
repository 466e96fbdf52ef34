package io.corebound.analysis.score;

import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A cell's prediction beside the median of its repetitions.
 *
 * @param cell its name without the number of the repetition
 * @param whyNot why it does not, in words; empty where it does
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
    String whyNot,
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
  static CellScore of(ScoredRun.Cell cell, List<ScoredRun.Cell> others, Unseen unseen) {
    Prediction prediction = cell.prediction();
    List<IntervalScore> intervals = intervals(cell);
    IntervalScore total = intervals.get(intervals.size() - 1);
    FixedCost fixed = FixedCost.of(prediction);
    double fixedS = fixed.withOverheadS(prediction, overheadS(cell));
    double fixedPercent = 100 * fixedS / total.measuredS();
    double allStartsS = fixedS + fixed.furtherStartsS();
    String whyNot = whyNot(cell, fixedPercent, unseen);
    List<CellResult> repetitions = cell.repetitions();
    return new CellScore(
        cell.name(),
        repetitions.get(0).data(),
        repetitions.size(),
        whyNot.isEmpty(),
        whyNot,
        intervals,
        Medians.spreadPercent(repetitions.stream().map(CellScore::elapsedS).toList()),
        Medians.spreadPercent(repetitions.stream().map(CellScore::coreS).toList()),
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

  private static String whyNot(ScoredRun.Cell cell, double fixedPercent, Unseen unseen) {
    List<String> reasons = new ArrayList<>();
    if (cell.repetitions().size() < REPETITIONS) {
      reasons.add(
          Words.count(cell.repetitions().size(), "repetition") + ", " + REPETITIONS + " needed");
    }
    if (fixedPercent > MOST_FIXED_PERCENT) {
      reasons.add(
          "fixed cost %s of the time, at most %s %%"
              .formatted(Figures.percent(fixedPercent / 100), Figures.plain(MOST_FIXED_PERCENT)));
    }
    reasons.addAll(unseen.whyNot(cell));
    return String.join("; ", reasons);
  }

  /** The whole job. */
  public IntervalScore total() {
    return intervals.get(intervals.size() - 1);
  }

  Optional<IntervalScore> of(String interval) {
    return intervals.stream().filter(i -> i.interval().equals(interval)).findFirst();
  }

  private static List<IntervalScore> intervals(ScoredRun.Cell cell) {
    Set<String> names = new LinkedHashSet<>();
    cell.repetitions().forEach(r -> r.intervals().forEach(i -> names.add(i.name())));
    List<IntervalScore> scores = new ArrayList<>();
    for (String name : names) {
      Optional<Prediction.Interval> predicted =
          cell.prediction().intervals().stream().filter(i -> i.name().equals(name)).findFirst();
      scores.add(
          score(
              name,
              predicted.map(Prediction.Interval::coreS).orElse(null),
              predicted.map(Prediction.Interval::coreLowS).orElse(null),
              predicted.map(Prediction.Interval::coreHighS).orElse(null),
              median(cell, name, CellResult.Interval::coreS),
              predicted.map(Prediction.Interval::timeS).orElse(null),
              predicted.map(Prediction.Interval::timeLowS).orElse(null),
              predicted.map(Prediction.Interval::timeHighS).orElse(null),
              median(cell, name, CellResult.Interval::elapsedS)));
    }
    Prediction prediction = cell.prediction();
    scores.add(
        score(
            IntervalScore.TOTAL,
            prediction.coreS(),
            prediction.coreLowS(),
            prediction.coreHighS(),
            Medians.of(cell.repetitions().stream().map(CellScore::coreS).toList()),
            prediction.totalS(),
            prediction.totalLowS(),
            prediction.totalHighS(),
            Medians.of(cell.repetitions().stream().map(CellScore::elapsedS).toList())));
    return List.copyOf(scores);
  }

  private static IntervalScore score(
      String name,
      Double coreS,
      Double coreLowS,
      Double coreHighS,
      Double measuredCoreS,
      Double timeS,
      Double lowS,
      Double highS,
      Double measuredS) {
    return new IntervalScore(
        name,
        coreS,
        coreLowS,
        coreHighS,
        measuredCoreS,
        Medians.errorPercent(coreS, measuredCoreS),
        timeS,
        lowS,
        highS,
        measuredS,
        Medians.errorPercent(timeS, measuredS));
  }

  private static Double median(
      ScoredRun.Cell cell, String interval, ToDoubleFunction<CellResult.Interval> figure) {
    return Medians.of(
        cell.repetitions().stream()
            .map(
                r ->
                    known(
                        r.intervals().stream()
                            .filter(i -> i.name().equals(interval))
                            .mapToDouble(figure)
                            .sum()))
            .toList());
  }

  private static double overheadS(ScoredRun.Cell cell) {
    Double median = median(cell, FixedCost.OVERHEAD, CellResult.Interval::elapsedS);
    return median == null ? 0 : median;
  }

  /** Elapsed time of a measured job: its intervals with the overhead are all of it. */
  static Double elapsedS(CellResult result) {
    return known(result.intervals().stream().mapToDouble(CellResult.Interval::elapsedS).sum());
  }

  /** Core-seconds of a measured job; null where they were not collected. */
  static Double coreS(CellResult result) {
    return known(result.intervals().stream().mapToDouble(CellResult.Interval::coreS).sum());
  }

  private static Double known(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
