package io.corebound.analysis.plan;

import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
import io.corebound.records.units.CoreboundException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * How long a job takes in some surroundings.
 *
 * @param configuration the surroundings
 * @param totalS elapsed time
 * @param bottleneck what takes most of its intervals' time, added up: {@code CPU}, {@code disk},
 *     {@code network} or {@code waiting}
 * @param extrapolated whether the surroundings stand on what was never measured
 */
record Estimate(
    Configuration configuration, double totalS, String bottleneck, boolean extrapolated) {

  /**
   * Of a prediction.
   *
   * @param measuredCores busy cores up to which costs were measured
   * @throws CoreboundException (invalid input) when it says no time
   */
  static Estimate of(Configuration configuration, Prediction prediction, int measuredCores) {
    if (prediction.totalS() == null) {
      throw CoreboundException.invalidInput(
          "no elapsed time can be planned with machine "
              + prediction.machine()
              + ": "
              + String.join("; ", prediction.notModelled())
              + "; take a run of 'corebound run' for the machine, or name --storage and --network");
    }
    return new Estimate(
        configuration,
        prediction.totalS(),
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
