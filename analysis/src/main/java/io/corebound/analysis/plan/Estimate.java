package io.corebound.analysis.plan;

import io.corebound.analysis.model.Sentences;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * How long a job takes in some surroundings, what its map interval takes of the cores, and what
 * takes most of its intervals' time.
 */
record Estimate(
    Configuration configuration,
    double totalS,
    double mapCoreS,
    Bound bottleneck,
    boolean extrapolated) {

  /** Of a prediction; refuses one that has no time. */
  static Estimate of(Configuration configuration, Prediction prediction, int measuredCores) {
    if (prediction.totalS() == null) {
      throw Sentences.refusal(
          "plan.no-total", prediction.machine(), String.join("; ", prediction.notModelled()));
    }
    return new Estimate(
        configuration,
        prediction.totalS(),
        prediction.intervals().stream()
            .filter(i -> i.name() == Interval.MAP)
            .mapToDouble(PredictedInterval::coreS)
            .sum(),
        bottleneck(prediction),
        configuration.extrapolated(measuredCores));
  }

  private static Bound bottleneck(Prediction prediction) {
    return parts(prediction).entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }

  /** Seconds of each part, over all intervals. */
  static Map<Bound, Double> parts(Prediction prediction) {
    Map<Bound, Double> parts = new LinkedHashMap<>();
    parts.put(Bound.CPU, sum(prediction, PredictedInterval::cpuS));
    parts.put(Bound.DISK, sum(prediction, PredictedInterval::diskS));
    parts.put(Bound.NETWORK, sum(prediction, PredictedInterval::networkS));
    parts.put(Bound.WAITING, sum(prediction, PredictedInterval::waitingS));
    return parts;
  }

  private static double sum(Prediction prediction, Function<PredictedInterval, Double> part) {
    return prediction.intervals().stream().map(part).mapToDouble(s -> s == null ? 0 : s).sum();
  }
}
