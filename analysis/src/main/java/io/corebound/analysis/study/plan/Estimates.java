package io.corebound.analysis.study.plan;

import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.records.run.Prediction;

/**
 * Asks the model for points: one pass of the simulation a configuration, without intervals. Threads
 * may share it.
 */
final class Estimates {
  private final PlanRequest request;
  private final VolumesCache cuts = new VolumesCache();

  Estimates(PlanRequest request) {
    this.request = request;
  }

  Estimate of(Configuration c) {
    return Estimate.of(
        c,
        Predictor.point(
            c.machine(request.machine()),
            request.workloadName(),
            request.workload(),
            asked(c),
            cuts),
        request.machine().measuredCores());
  }

  Prediction withInterval(Configuration c) {
    return Predictor.predict(
        c.machine(request.machine()), request.workloadName(), request.workload(), asked(c));
  }

  /** Standard deviation of the elapsed time's logarithm; NaN where it has no interval. */
  double deviation(Configuration c) {
    Prediction.Uncertainty total = withInterval(c).uncertainty().get(Prediction.TOTAL);
    return total == null || total.time() == null ? Double.NaN : total.time().together();
  }

  private PredictionRequest asked(Configuration c) {
    return PredictionRequest.planned(c.cluster().fitted(), request.data(), c.codec());
  }
}
