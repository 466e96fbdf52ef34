package io.corebound.analysis.study.predict;

import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Uncertainties;
import io.corebound.analysis.theory.simulation.Totals;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Load;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction.OperationCost;
import io.corebound.records.units.DataSize;
import java.util.Arrays;
import java.util.List;

/**
 * Writes down what an interval used. Closed form beside the point estimate: time on CPU =
 * core-seconds / cores; disk and network time = those of the busiest node's; full overlap = the
 * largest, no overlap = the sum.
 */
final class IntervalFigures {
  private IntervalFigures() {}

  /**
   * An interval's figures.
   *
   * @param rates whether no more than the rate is known, which is the same for any amount of data
   * @param cores of all nodes; 0 where the cores that share the core-seconds are not known, and
   *     with them every time
   * @param coreS ends of the core-seconds' 90 % interval; null where nothing is uncertain
   * @param sumOfOperationsCoreS core-seconds by the sum of operations; null where that is the total
   */
  static PredictedInterval of(
      Interval name,
      Totals totals,
      DataSize data,
      boolean rates,
      int cores,
      Uncertainties.Ends coreS,
      Uncertainties.Ends timeS,
      Machine machine,
      Double sumOfOperationsCoreS) {
    boolean times = cores > 0;
    double cpuS = totals.coreS() / cores;
    double diskS = Arrays.stream(totals.diskS).max().orElse(0);
    double networkS = Arrays.stream(totals.networkS).max().orElse(0);
    Load load = new Load(cpuS, diskS, networkS, totals.waitingS);
    return new PredictedInterval(
        name,
        rates ? null : totals.coreS(),
        coreS == null ? null : coreS.low(),
        coreS == null ? null : coreS.high(),
        known(times, totals.timeS),
        timeS == null ? null : timeS.low(),
        timeS == null ? null : timeS.high(),
        known(times, cpuS),
        known(times && machine.modelsDisk(), diskS),
        known(times && machine.modelsNetwork(), networkS),
        known(times, totals.waitingS),
        known(times, load.fullOverlapS()),
        known(times, load.noOverlapS()),
        times ? load.bound() : null,
        times ? load.margin() : null,
        times && name == Interval.OVERHEAD ? null : rate(totals, data),
        sumOfOperationsCoreS,
        rates ? List.of() : operations(totals));
  }

  private static Double known(boolean known, double figure) {
    return known ? Double.valueOf(figure) : null;
  }

  private static Double rate(Totals totals, DataSize data) {
    return totals.coreS() > 0 ? data.megabytes() / totals.coreS() : null;
  }

  private static List<OperationCost> operations(Totals totals) {
    return totals.operations.entrySet().stream()
        .map(
            e ->
                new OperationCost(
                    e.getKey(),
                    new DataSize(Math.round(e.getValue().bytes)),
                    e.getValue().byteBase,
                    e.getValue().coldCoreS,
                    e.getValue().coreS,
                    e.getValue().taskCoreS))
        .toList();
  }
}
