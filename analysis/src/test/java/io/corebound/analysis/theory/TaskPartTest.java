package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.simulation.Simulation;
import io.corebound.records.history.Interval;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** A task of two parts, whose operations add up to 6 and 2 core-seconds. */
class TaskPartTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final double BYTES = 100e6;

  private static final List<Demand> BESIDE = List.of(demand("c", 0, 3));

  private final List<TaskPart> operations =
      List.of(
          new TaskPart(
              Interval.SHUFFLE_TAIL, List.of(demand("a", 2, 6)), List.of(), 1, 4, 0.25, 0.5),
          new TaskPart(Interval.REDUCE, List.of(demand("b", 0, 2)), BESIDE, 0, 1, 0, 0));

  /** 3 - 1 core-s in 1.5 - 0.5 s cold; 100 MB at 40 ns/B = 4 core-s, at 25 ns/B = 2.5 s warm. */
  private final TaskFigures whole =
      new TaskFigures(
          new OperationFigures("payload", 100, 40, 25, 3, 1.5, 1),
          1,
          0.5,
          ColdCurve.AT_ONCE,
          Map.of());

  private final List<TaskPart> apportioned = TaskPart.apportion(operations, whole, BYTES);

  /** 1.5 core-s in 1 - 0.25 s were measured of the task; 3 more go on beside it in that time. */
  @Test
  void whatGoesOnBesideIsNoShareOfTheTotalAndLengthensNothingOnFreeCores() {
    Phase last = apportioned.get(1).phases(false).get(1);
    assertThat(last.coreS()).isCloseTo(1 + 3, EXACT);
    assertThat(last.coreS() / last.parallelism()).isCloseTo(apportioned.get(1).warmWallS(), EXACT);
  }

  @Test
  void operationsShareTheTotalAsTheyCost() {
    // 6 core-s at 6 : 2
    assertThat(apportioned).extracting(TaskPart::coreS).containsExactly(4.5, 1.5);
    assertThat(apportioned)
        .flatExtracting(TaskPart::demands)
        .extracting(Demand::coldCoreS)
        .containsExactly(1.5, 0.5);
  }

  @Test
  void wallTimeAloneIsTheWholeTasks() {
    List<Phase> phases = apportioned.stream().flatMap(p -> p.phases(false).stream()).toList();
    // 1 s cold, 2.5 s warm, on as many cores as it likes
    assertThat(seconds(phases)).isCloseTo(3.5, EXACT);
    assertThat(phases)
        .extracting(Phase::parallelism)
        .containsExactly(2.0, 1.6, 2.0, (1 + 3) / 0.625);
  }

  @Test
  void bytesDiskAndNetworkStayThoseOfTheOperations() {
    List<Phase> phases = apportioned.get(0).phases(false);
    assertThat(phases).extracting(Phase::diskS).containsExactly(0.0, 0.25);
    assertThat(phases).extracting(Phase::networkS).containsExactly(0.0, 0.5);
    assertThat(phases)
        .flatExtracting(Phase::demands)
        .extracting(Demand::bytes)
        .containsExactly(0.0, 70.0);
  }

  @Test
  void coldStartHasItsOwnParallelism() {
    // 2 core-s in 1 s, then 4 core-s in 4 s; nothing cold, no phase for it
    assertThat(operations.get(0).phases(false))
        .extracting(Phase::coreS, Phase::parallelism)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(2.0, 2.0),
            org.assertj.core.groups.Tuple.tuple(4.0, 1.0));
    assertThat(operations.get(1).phases(false)).hasSize(1);
  }

  @Test
  void taskOfFewBytesPaysAsMuchOfTheColdStartAsOneOfItsSizeDid() {
    // of 100 MB, the first 50 pay three quarters of what is paid once
    NavigableMap<Double, Double> first =
        new TreeMap<>(Map.of(50e6, 1 + 1.5 + 2, BYTES, 1 + 2 + 4.0));
    TaskFigures sized =
        new TaskFigures(
            whole.whole(), whole.emptyCoreS(), 0.5, ColdCurve.of(first, 1, 40), Map.of());
    List<TaskPart> half = TaskPart.apportion(operations, sized, 50e6);
    assertThat(half.stream().mapToDouble(TaskPart::coreS).sum()).isCloseTo(1.5 + 2, EXACT);
    assertThat(half.stream().mapToDouble(TaskPart::coldWallS).sum()).isCloseTo(0.75, EXACT);
    List<TaskPart> twice = TaskPart.apportion(operations, sized, 2 * BYTES);
    assertThat(twice.stream().mapToDouble(TaskPart::coreS).sum()).isCloseTo(2 + 8, EXACT);
  }

  @Test
  void coldTaskThatTookLessThanAnEmptyOneHasNoColdStart() {
    TaskFigures noisy =
        new TaskFigures(
            new OperationFigures("payload", 100, 40, 25, 0.9, 0.4, 1),
            1,
            0.5,
            ColdCurve.AT_ONCE,
            Map.of());
    List<TaskPart> parts = TaskPart.apportion(operations, noisy, BYTES);
    assertThat(parts.stream().mapToDouble(TaskPart::coreS).sum()).isCloseTo(4, EXACT);
    assertThat(parts).allSatisfy(p -> assertThat(p.phases(false)).hasSize(1));
  }

  private static Demand demand(String operation, double coldCoreS, double coreS) {
    return new Demand(operation, "payload", 70, coldCoreS, coreS, 1);
  }

  private static double seconds(List<Phase> phases) {
    Stage stage =
        new Stage(List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE), 0, 8, 1, null, List.of(phases));
    return Simulation.run(new JobPlan(1, 0, 0, 0, 0, List.of(stage)), 1).values().stream()
        .mapToDouble(t -> t.timeS)
        .sum();
  }
}
