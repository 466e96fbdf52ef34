package io.corebound.analysis.study.plan;

import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Load;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * From how many cores on a device is the bottleneck: where time on the CPU, core-seconds over
 * cores, is no longer than what the device needs. The paper's own reasoning: a disk of 2 GB/s and a
 * job of 39 MB/s and core go with 51 cores.
 */
public final class Thresholds {
  private static final String JOB = "job";

  private Thresholds() {}

  /**
   * Those of every interval that works on data, and of the job.
   *
   * @param prediction with times; a device that is not modelled, or that nothing needs, is left out
   * @param measuredCores busy cores up to which costs were measured
   */
  public static List<Plan.Threshold> of(Prediction prediction, int measuredCores) {
    return of(prediction, measuredCores, measuredCores);
  }

  /**
   * The same with the busy cores up to which costs were measured of each device; 0 where the device
   * is stated.
   */
  static List<Plan.Threshold> of(Prediction prediction, int coresOnDisk, int coresOnNetwork) {
    List<Plan.Threshold> thresholds = new ArrayList<>();
    List<PredictedInterval> working =
        prediction.intervals().stream().filter(i -> i.name() != Interval.OVERHEAD).toList();
    Map<String, List<PredictedInterval>> parts = new LinkedHashMap<>();
    working.forEach(i -> parts.put(i.name().word(), List.of(i)));
    parts.put(JOB, working);
    parts.forEach(
        (name, of) -> {
          double coreS =
              of.stream().map(PredictedInterval::coreS).mapToDouble(c -> c == null ? 0 : c).sum()
                  / prediction.nodes();
          Load load = of.stream().map(PredictedInterval::load).reduce(Load.NONE, Load::plus);
          add(name, Bound.DISK, coreS, load.diskS(), coresOnDisk, thresholds);
          add(name, Bound.NETWORK, coreS, load.networkS(), coresOnNetwork, thresholds);
        });
    return thresholds;
  }

  /** With core-seconds and the device's seconds, both of a node. */
  private static void add(
      String name,
      Bound device,
      double coreS,
      double deviceS,
      int measuredCores,
      List<Plan.Threshold> into) {
    if (deviceS > 0) {
      double cores = coreS / deviceS;
      into.add(new Plan.Threshold(name, device, cores, cores > measuredCores));
    }
  }
}
