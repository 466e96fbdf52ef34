package io.corebound.analysis.pages.report.plan;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.SideBySide;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The paper's Figures 17 and 18, map and reduce in one: what operations take of each interval as
 * predicted, and below it what the interval took. Of that no part by operation is known, for a
 * running task does not say which it is at. In seconds, where times are predicted, else in
 * core-seconds.
 */
public final class OperationStack {
  private static final String STACK = "operations";
  private static final String REST = "disk, network, waiting";
  private static final String MEASURED = "measured";

  private final boolean timed;
  private final Map<String, Double> measured = new LinkedHashMap<>();
  private final List<String> bars = new ArrayList<>();

  /** By bar; null for one of a measured interval. */
  private final List<PredictedInterval> predicted = new ArrayList<>();

  private final List<Double> took = new ArrayList<>();

  private OperationStack(Prediction prediction, List<SideBySide.Line> lines) {
    timed = prediction.intervals().stream().allMatch(i -> i.timeS() != null);
    lines.forEach(l -> measured.put(l.name(), (timed ? l.timeS() : l.coreS()).measured()));
    measured.values().removeIf(figure -> figure.isNaN());
    for (PredictedInterval interval : prediction.intervals()) {
      String name = Words.interval(interval.name());
      bar(measured.isEmpty() ? name : name + ", predicted", interval, null);
      if (measured.containsKey(name)) {
        bar("%s, %s".formatted(name, MEASURED), null, measured.get(name));
      }
    }
  }

  private void bar(String name, PredictedInterval interval, Double figure) {
    bars.add(Words.capital(name));
    predicted.add(interval);
    took.add(figure);
  }

  /**
   * The chart; a sentence where the prediction names no operation.
   *
   * @param lines intervals as measured; may be empty
   */
  public static Block chart(Prediction prediction, List<SideBySide.Line> lines, String id) {
    OperationStack stack = new OperationStack(prediction, lines);
    List<Chart.Series> series = new ArrayList<>();
    prediction.operations().entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .forEach(o -> series.add(stack.series(o, "", i -> stack.figure(i, i.coreS(o)))));
    if (stack.timed && !series.isEmpty()) {
      series.add(stack.series(REST, "idle", i -> i.timeS() - cpuS(i)));
    }
    if (!stack.measured.isEmpty() && !series.isEmpty()) {
      series.add(new Chart.Series(MEASURED, "soft", STACK, false, false, List.of(), stack.took));
    }
    return Charts.orMissing(
        PredictionPage.SAY.bars(
            "operationsChart: measured, timed",
            id,
            stack.bars,
            series,
            !stack.measured.isEmpty(),
            stack.timed),
        "The prediction names no operation.");
  }

  private Chart.Series series(
      String name, String colour, ToDoubleFunction<PredictedInterval> figure) {
    List<Double> values = new ArrayList<>();
    predicted.forEach(
        i -> values.add(i == null ? null : Charts.orNull(Math.max(0, figure.applyAsDouble(i)))));
    return new Chart.Series(name, colour, STACK, false, false, List.of(), values);
  }

  private double figure(PredictedInterval i, double coreS) {
    return timed ? seconds(i, coreS) : coreS;
  }

  /** Seconds that core-seconds take of an interval's time; null where none is predicted. */
  static Double seconds(PredictedInterval i, double coreS) {
    if (i.timeS() == null) {
      return null;
    }
    return coreS > 0 ? coreS * cpuS(i) / i.coreS() : 0.0;
  }

  private static double cpuS(PredictedInterval i) {
    return i.cpuS() == null ? i.timeS() : Math.min(i.cpuS(), i.timeS());
  }
}
