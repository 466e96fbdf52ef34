package io.corebound.analysis.model;

import io.corebound.records.run.Prediction.Interval;
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

  /** Rates alone: the same for any amount of data. */
  static Interval rates(String name, Totals totals, DataSize data) {
    return new Interval(
        name,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        rate(totals, data),
        null,
        List.of());
  }

  /** Core-seconds, for the cores that would share them are not known. */
  static Interval withoutTimes(String name, Totals totals, DataSize data) {
    return new Interval(
        name,
        totals.coreS(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        rate(totals, data),
        null,
        operations(totals));
  }

  /**
   * Everything.
   *
   * @param coreS ends of the core-seconds' 90 % interval; null where nothing is uncertain
   * @param timeS those of the elapsed time's; null as above
   * @param cores of all nodes
   * @param sumOfOperationsCoreS core-seconds by the sum of operations; null where that is the total
   */
  static Interval of(
      String name,
      Totals totals,
      DataSize data,
      Spread.Ends coreS,
      Spread.Ends timeS,
      int cores,
      Machine machine,
      Double sumOfOperationsCoreS) {
    double cpuS = totals.coreS() / cores;
    double diskS = Arrays.stream(totals.diskS).max().orElse(0);
    double networkS = Arrays.stream(totals.networkS).max().orElse(0);
    Bottleneck bottleneck = Bottleneck.of(cpuS, diskS, networkS, totals.waitingS);
    return new Interval(
        name,
        totals.coreS(),
        coreS == null ? null : coreS.low(),
        coreS == null ? null : coreS.high(),
        totals.timeS,
        timeS == null ? null : timeS.low(),
        timeS == null ? null : timeS.high(),
        cpuS,
        machine.modelsDisk() ? diskS : null,
        machine.modelsNetwork() ? networkS : null,
        totals.waitingS,
        Math.max(cpuS, Math.max(diskS, networkS)),
        cpuS + diskS + networkS,
        bottleneck.name(),
        bottleneck.margin(),
        name.equals(Outcome.OVERHEAD) ? null : rate(totals, data),
        sumOfOperationsCoreS,
        operations(totals));
  }

  /** Null where nothing was done. */
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
