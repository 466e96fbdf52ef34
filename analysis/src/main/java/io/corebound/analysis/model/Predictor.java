package io.corebound.analysis.model;

import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import io.corebound.records.Prediction;
import io.corebound.records.Prediction.Interval;
import io.corebound.records.Prediction.OperationCost;
import io.corebound.records.WorkloadFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up what a job's steps cost on a machine: the throughput accumulation model (paper, section
 * 5), job by job and interval by interval. The same code serves the paper's own case and today's
 * TeraSort; only the files differ.
 */
public final class Predictor {
  private static final DataSize SAMPLE = DataSize.parse("1GB");

  private Predictor() {}

  /**
   * Predicts a job.
   *
   * @param machine what operations cost
   * @param workloadName name of the workload: that of the file without folder and ending
   * @throws CoreboundException (invalid input) when the machine lacks an operation or the request
   *     lacks what the workload needs
   */
  public static Prediction predict(
      Machine machine, String workloadName, WorkloadFile workload, PredictionRequest request) {
    int nodes = request.nodes() == null ? 1 : request.nodes();
    boolean rates = request.data() == null;
    boolean times = !rates && request.mapCores() != null && request.reduceCores() != null;
    DataSize data = rates ? SAMPLE : request.data();
    JobPlan plan =
        new StreamPlanner(machine, workload, data.bytes(), nodes)
            .plan(times ? request.mapCores() : 1, times ? request.reduceCores() : 1);
    Map<String, Totals> outcome = Simulation.run(plan, machine.contention().value());
    List<Interval> intervals = new ArrayList<>();
    double coreS = 0;
    for (Map.Entry<String, Totals> interval : outcome.entrySet()) {
      JobPlan.Stage stage = stageOf(plan, interval.getKey());
      intervals.add(
          interval(
              machine,
              interval.getKey(),
              interval.getValue(),
              data,
              rates,
              times ? nodes * stage.coresPerNode() : 0));
      coreS += interval.getValue().coreS();
    }
    return new Prediction(
        workloadName,
        machine.name(),
        request.data(),
        request.nodes(),
        request.mapCores(),
        machine.contention().value(),
        intervals,
        rates ? null : coreS,
        null,
        null,
        null,
        null,
        null,
        data.megabytes() / coreS,
        new TreeMap<>(),
        machine.notModelled());
  }

  private static JobPlan.Stage stageOf(JobPlan plan, String interval) {
    return plan.stages().stream()
        .filter(s -> s.intervals().contains(interval))
        .findFirst()
        .orElseThrow();
  }

  private static Interval interval(
      Machine machine, String name, Totals totals, DataSize data, boolean rates, int cores) {
    double coreS = totals.coreS();
    double rate = data.megabytes() / coreS;
    if (rates || cores == 0) {
      return new Interval(
          name,
          rates ? null : coreS,
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
          rate,
          rates ? List.of() : operations(totals));
    }
    double cpuS = coreS / cores;
    boolean disk = !Double.isNaN(machine.resources().diskReadMbPerS());
    boolean network = !Double.isNaN(machine.resources().networkMbPerS());
    double diskS = Arrays.stream(totals.diskS).max().orElse(0);
    double networkS = Arrays.stream(totals.networkS).max().orElse(0);
    Bottleneck bottleneck =
        Bottleneck.of(cpuS, disk ? diskS : 0, network ? networkS : 0, totals.waitingS);
    return new Interval(
        name,
        coreS,
        null,
        null,
        totals.timeS,
        cpuS,
        disk ? diskS : null,
        network ? networkS : null,
        totals.waitingS,
        Math.max(cpuS, Math.max(diskS, networkS)),
        cpuS + diskS + networkS,
        bottleneck.name(),
        bottleneck.margin(),
        rate,
        operations(totals));
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
