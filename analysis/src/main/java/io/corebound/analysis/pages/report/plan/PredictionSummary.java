package io.corebound.analysis.pages.report.plan;

import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import java.util.LinkedHashMap;
import java.util.Map;

/** A prediction as the command line prints it: the figures that scripts ask for by flat keys. */
public final class PredictionSummary {
  private PredictionSummary() {}

  /**
   * The figures in order: after {@code workload}, {@code machine}, {@code base} and {@code data}
   * for each interval {@code <interval>_mb_per_s_per_core}, {@code <interval>_core_s} and {@code
   * <interval>_s} ({@code shuffle_tail} with an underscore), {@code combined_mb_per_s_per_core},
   * {@code total_s} with its 90 % interval, then everything that the prediction holds under {@code
   * prediction}. What was not predicted is left out.
   */
  public static Map<String, Object> of(Prediction prediction) {
    Map<String, Object> summary = new LinkedHashMap<>();
    put(summary, "workload", prediction.workload());
    put(summary, "machine", prediction.machine());
    put(summary, "base", prediction.base());
    put(summary, "data", prediction.data());
    for (PredictedInterval interval : prediction.intervals()) {
      String name = interval.name().word().replace('-', '_');
      put(summary, name + "_mb_per_s_per_core", interval.mbPerSPerCore());
      put(summary, name + "_core_s", interval.coreS());
      put(summary, name + "_s", interval.timeS());
    }
    put(summary, "combined_mb_per_s_per_core", prediction.combinedMbPerSPerCore());
    put(summary, "core_s", prediction.coreS());
    put(summary, "total_s", prediction.totalS());
    put(summary, "total_low_s", prediction.totalLowS());
    put(summary, "total_high_s", prediction.totalHighS());
    put(summary, "prediction", prediction);
    return summary;
  }

  private static void put(Map<String, Object> summary, String key, Object value) {
    if (value != null) {
      summary.put(key, value);
    }
  }
}
