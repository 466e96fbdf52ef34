package io.corebound.analysis.plan;

import io.corebound.analysis.model.Sentences;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
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
    String bottleneck,
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
            .filter(i -> i.name().equals("map"))
            .mapToDouble(Interval::coreS)
            .sum(),
        bottleneck(prediction),
        configuration.extrapolated(measuredCores));
  }

  private static String bottleneck(Prediction prediction) {
    return parts(prediction).entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }

  /** Seconds of each part, over all intervals. */
  static Map<String, Double> parts(Prediction prediction) {
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("CPU", sum(prediction, Interval::cpuS));
    parts.put("disk", sum(prediction, Interval::diskS));
    parts.put("network", sum(prediction, Interval::networkS));
    parts.put("waiting", sum(prediction, Interval::waitingS));
    return parts;
  }

  private static double sum(Prediction prediction, Function<Interval, Double> part) {
    return prediction.intervals().stream().map(part).mapToDouble(s -> s == null ? 0 : s).sum();
  }
}
