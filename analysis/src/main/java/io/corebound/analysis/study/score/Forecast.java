package io.corebound.analysis.study.score;

import io.corebound.records.run.DerivedFigures.Cut;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * What is scored of a prediction.
 *
 * @param cores of the cluster; 1 where that is not known
 */
public record Forecast(double cores, Cut cut, Map<String, Figures> intervals, Figures whole) {
  private static final String START = "start.container";

  /**
   * Figures of an interval or of the whole job, with the ends of their 90 % intervals; null where
   * one is not known.
   *
   * @param startCoreS core-seconds of the starts of containers in it
   */
  public record Figures(
      Double coreS,
      Double coreLowS,
      Double coreHighS,
      Double timeS,
      Double timeLowS,
      Double timeHighS,
      Double waitingS,
      Double startCoreS) {
    public static final Figures NONE = new Figures(null, null, null, null, null, null, null, null);
  }

  static Forecast of(Prediction prediction) {
    Map<String, Figures> intervals = new LinkedHashMap<>();
    for (PredictedInterval i : prediction.intervals()) {
      intervals.put(
          i.name().word(),
          new Figures(
              i.coreS(),
              i.coreLowS(),
              i.coreHighS(),
              i.timeS(),
              i.timeLowS(),
              i.timeHighS(),
              i.waitingS(),
              starts(i)));
    }
    return new Forecast(
        prediction.nodes() == null || prediction.coresPerNode() == null
            ? 1
            : (double) prediction.nodes() * prediction.coresPerNode(),
        prediction.derived().cut(),
        intervals,
        new Figures(
            prediction.coreS(),
            prediction.coreLowS(),
            prediction.coreHighS(),
            prediction.totalS(),
            prediction.totalLowS(),
            prediction.totalHighS(),
            null,
            null));
  }

  private static double starts(PredictedInterval interval) {
    List<Prediction.OperationCost> operations =
        interval.operations() == null ? List.of() : interval.operations();
    return operations.stream()
        .filter(o -> o.operation().equals(START))
        .mapToDouble(Prediction.OperationCost::coreS)
        .sum();
  }

  /**
   * What several runs predicted of one cell: the mean of their figures, and of the ends of their
   * intervals. A figure that is missing in one is missing in the mean.
   */
  static Forecast mean(List<Forecast> all) {
    Forecast first = all.get(0);
    Map<String, Figures> intervals = new LinkedHashMap<>();
    first.intervals.keySet().forEach(i -> intervals.put(i, mean(all, f -> f.intervals.get(i))));
    return new Forecast(first.cores, first.cut, intervals, mean(all, Forecast::whole));
  }

  private static Figures mean(List<Forecast> all, Function<Forecast, Figures> part) {
    List<Figures> parts = all.stream().map(part).filter(Objects::nonNull).toList();
    return new Figures(
        meanOf(parts, Figures::coreS),
        meanOf(parts, Figures::coreLowS),
        meanOf(parts, Figures::coreHighS),
        meanOf(parts, Figures::timeS),
        meanOf(parts, Figures::timeLowS),
        meanOf(parts, Figures::timeHighS),
        meanOf(parts, Figures::waitingS),
        meanOf(parts, Figures::startCoreS));
  }

  private static Double meanOf(List<Figures> parts, Function<Figures, Double> figure) {
    return parts.stream().map(figure).anyMatch(Objects::isNull)
        ? null
        : Double.valueOf(parts.stream().mapToDouble(figure::apply).average().orElseThrow());
  }
}
