package io.corebound.analysis.pages.report.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.Runs;
import io.corebound.records.history.Ending;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import io.corebound.records.run.State;
import io.corebound.records.units.DataSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SideBySideTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final String CPU = "TaskCounter/CPU_MILLISECONDS";

  private final SideBySide comparison = comparison(cell());

  @Test
  void errorIsOfTheMeasurement() {
    SideBySide.Line map = comparison.intervals().get(0);
    // 90 core-s for 100, 55 s for 50
    assertThat(map.name()).isEqualTo("map");
    assertThat(map.coreS().error()).isCloseTo(-0.1, EXACT);
    assertThat(map.timeS().error()).isCloseTo(0.1, EXACT);
  }

  @Test
  void totalIsThatOfAllIntervals() {
    SideBySide.Line total = comparison.total();
    // measured 100 + 60 core-s, 50 + 30 s
    assertThat(total.coreS().measured()).isCloseTo(160, EXACT);
    assertThat(total.timeS().measured()).isCloseTo(80, EXACT);
    assertThat(total.coreS().error()).isCloseTo((150.0 - 160) / 160, EXACT);
  }

  @Test
  void residualIsWhatTheTasksCountedBeyondTheirOperations() {
    // maps counted 40 s; sort gives 30 in the task's own process; idle load is no task's
    Residual map = comparison.residuals().get(0);
    assertThat(map.tasks()).isEqualTo("map");
    assertThat(map.predictedCoreS()).isCloseTo(30, EXACT);
    assertThat(map.countersCoreS()).isCloseTo(40, EXACT);
    assertThat(map.residualCoreS()).isCloseTo(10, EXACT);
    assertThat(map.residualPercent()).isCloseTo(25, EXACT);
  }

  @Test
  void kindOfTaskThatCountedNothingHasNoResidual() {
    assertThat(comparison.residuals()).hasSize(1);
  }

  @Test
  void whatWasNotPredictedHasNoError() {
    SideBySide.Line reduce = comparison.intervals().get(1);
    assertThat(reduce.timeS().error()).isNaN();
    assertThat(reduce.timeS().measured()).isCloseTo(30, EXACT);
  }

  @Test
  void jobThatDidNotEndIsComparedWithNothing() {
    CellResult failed =
        CellResult.of("c", "terasort", State.FAILED, "the DataNode died", DataSize.parse("1GB"));
    assertThat(comparison(failed).total().timeS().measured()).isNaN();
    assertThat(comparison(failed).residuals()).isEmpty();
  }

  private static SideBySide comparison(CellResult cell) {
    CellResult.Job job = new CellResult.Job("terasort", cell.state(), "", "j", 0, 0, 80, 80);
    return SideBySide.of(Optional.of(prediction()), Optional.of(new MeasuredJob(cell, job)));
  }

  private static Prediction prediction() {
    return Runs.prediction(
            DataSize.parse("1GB"),
            Runs.interval(Interval.MAP, 90.0, 55.0)
                .operations(
                    List.of(
                        new OperationCost("sort", DataSize.parse("1GB"), "payload", 0, 50, 30),
                        new OperationCost("idle", DataSize.parse("0B"), "", 0, 40, 40)))
                .build(),
            Runs.interval(Interval.REDUCE, 60.0, null).build())
        .build();
  }

  private static CellResult cell() {
    return CellResult.of("c", "terasort", State.OK, "", DataSize.parse("1GB"))
        .with(
            b ->
                b.intervals(
                        List.of(
                            new MeasuredInterval(Interval.MAP, 0, 50, 50, 100),
                            new MeasuredInterval(Interval.REDUCE, 50, 80, 30, 60)))
                    .tasks(
                        List.of(
                            task(TaskType.MAP, Ending.SUCCEEDED, 25_000),
                            task(TaskType.MAP, Ending.SUCCEEDED, 15_000),
                            task(TaskType.MAP, Ending.KILLED, 9_000))));
  }

  private static CellResult.Task task(TaskType type, Ending state, long cpuMs) {
    return new CellResult.Task(
        "t", type, state, "host", 0, Double.NaN, Double.NaN, 1, Map.of(CPU, cpuMs));
  }
}
