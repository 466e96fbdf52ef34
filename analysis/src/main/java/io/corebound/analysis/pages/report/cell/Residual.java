package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.Simulation;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the prediction does not explain inside the processes of a kind of task, {@code map} or
 * {@code reduce}. The counter {@code CPU_MILLISECONDS} begins with {@code Task.initialize}: it
 * lacks the start of the JVM, as the predicted figure does, which has the operations' part and the
 * empty task's own work where that was measured.
 *
 * @param residualCoreS counters less prediction: above zero where an operation is missing
 * @param residualPercent of the counters
 */
public record Residual(
    String tasks,
    double predictedCoreS,
    double countersCoreS,
    double residualCoreS,
    double residualPercent) {
  /** Core-seconds that belong to no task. */
  private static final Set<String> OUTSIDE_TASKS = Set.of(Simulation.IDLE, JobPlan.START_JOB);

  /** One a kind of task; empty where nothing was counted. */
  static List<Residual> of(Prediction prediction, CellResult cell) {
    List<Residual> residuals = new ArrayList<>();
    // with an early start the map interval has some of the reduces' work
    if (prediction.derived().cut().slowStart() == null) {
      add(TaskType.MAP, Set.of(Interval.MAP), prediction, cell, residuals);
      add(
          TaskType.REDUCE,
          Set.of(Interval.SHUFFLE_TAIL, Interval.REDUCE),
          prediction,
          cell,
          residuals);
    }
    return residuals;
  }

  private static void add(
      TaskType type,
      Set<Interval> intervals,
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
    residuals.add(new Residual(type.word(), predicted, counters, rest, rest / counters * 100));
  }
}
