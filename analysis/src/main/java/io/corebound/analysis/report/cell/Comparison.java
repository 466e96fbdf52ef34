package io.corebound.analysis.report.cell;

import io.corebound.analysis.model.simulation.JobPlan;
import io.corebound.analysis.model.simulation.Simulation;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A prediction beside its measurement. Errors are (predicted - measured) / measured, in percent.
 *
 * @param rows one an interval that both have, in order, then {@code total}
 * @param residuals one a kind of task: {@code map}, {@code reduce}; empty where nothing was counted
 */
public record Comparison(List<Row> rows, List<Residual> residuals) {
  /** Core-seconds that belong to no task. */
  private static final Set<String> OUTSIDE_TASKS = Set.of(Simulation.IDLE, JobPlan.START_JOB);

  /** An interval or {@code total}; null where one of both is missing. */
  public record Row(
      String interval,
      Double predictedCoreS,
      Double measuredCoreS,
      Double coreErrorPercent,
      Double predictedS,
      Double measuredS,
      Double timeErrorPercent) {}

  /**
   * What the prediction does not explain inside the tasks' own processes. The counter {@code
   * CPU_MILLISECONDS} begins with {@code Task.initialize}: it lacks the start of the JVM, as the
   * predicted figure does, which has the operations' part and the empty task's own work where that
   * was measured.
   *
   * @param residualCoreS counters less prediction: above zero where an operation is missing
   * @param residualPercent of the counters
   */
  public record Residual(
      String tasks,
      double predictedCoreS,
      double countersCoreS,
      double residualCoreS,
      Double residualPercent) {}

  /** Compares a prediction with the measured job. */
  public static Comparison of(Prediction prediction, CellResult cell) {
    List<Row> rows = new ArrayList<>();
    for (CellResult.Interval measured : cell.intervals()) {
      prediction.intervals().stream()
          .filter(p -> p.name().equals(measured.name()))
          .forEach(
              p ->
                  rows.add(
                      row(p.name(), p.coreS(), measured.coreS(), p.timeS(), measured.elapsedS())));
    }
    if (!cell.intervals().isEmpty()) {
      rows.add(
          row(
              "total",
              prediction.coreS(),
              cell.intervals().stream().mapToDouble(CellResult.Interval::coreS).sum(),
              prediction.totalS(),
              cell.intervals().stream().mapToDouble(CellResult.Interval::elapsedS).sum()));
    }
    List<Residual> residuals = new ArrayList<>();
    // with an early start the map interval has some of the reduces' work
    if (prediction.derived().cut().slowStart() == null) {
      residual("map", "MAP", Set.of("map"), prediction, cell, residuals);
      residual("reduce", "REDUCE", Set.of("shuffle-tail", "reduce"), prediction, cell, residuals);
    }
    return new Comparison(rows, residuals);
  }

  private static Row row(
      String name,
      Double predictedCoreS,
      double measuredCoreS,
      Double predictedS,
      double measuredS) {
    return new Row(
        name,
        predictedCoreS,
        known(measuredCoreS),
        error(predictedCoreS, measuredCoreS),
        predictedS,
        known(measuredS),
        error(predictedS, measuredS));
  }

  private static Double known(double measured) {
    return Double.isNaN(measured) ? null : measured;
  }

  private static Double error(Double predicted, double measured) {
    return predicted == null || !(measured > 0) ? null : (predicted - measured) / measured * 100;
  }

  private static void residual(
      String name,
      String type,
      Set<String> intervals,
      Prediction prediction,
      CellResult cell,
      List<Residual> residuals) {
    double counters = cell.taskCpuMs(type) / 1e3;
    if (counters <= 0) {
      return;
    }
    double predicted =
        prediction.intervals().stream()
            .filter(i -> intervals.contains(i.name()))
            .flatMap(i -> i.operations().stream())
            .filter(o -> !OUTSIDE_TASKS.contains(o.operation()))
            .mapToDouble(OperationCost::taskCoreS)
            .sum();
    double rest = counters - predicted;
    residuals.add(new Residual(name, predicted, counters, rest, rest / counters * 100));
  }
}
