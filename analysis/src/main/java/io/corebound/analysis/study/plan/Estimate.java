package io.corebound.analysis.study.plan;

import io.corebound.analysis.Sentences;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Load;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;

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

  /** What takes most of the time of all intervals. */
  private static Bound bottleneck(Prediction prediction) {
    return prediction.intervals().stream()
        .map(PredictedInterval::load)
        .reduce(Load.NONE, Load::plus)
        .bound();
  }
}
