package io.corebound.analysis.theory.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.records.history.Interval;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Small jobs whose times can be told by hand. */
class SimulationTest {
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void tasksShareCoresEqually() {
    // three tasks of 2 core-s on 2 cores: 6 / 2
    assertThat(seconds(stage(2, 3, cpu(2, 1), 3), 1)).isCloseTo(3, EXACT);
  }

  @Test
  void taskUsesNoMoreCoresThanItCan() {
    assertThat(seconds(stage(4, 1, cpu(3, 1), 1), 1)).isCloseTo(3, EXACT);
    assertThat(seconds(stage(4, 1, cpu(3, 2), 1), 1)).isCloseTo(1.5, EXACT);
  }

  @Test
  void wavesFollowEachOther() {
    // five tasks of 1 s on two slots: three waves
    assertThat(seconds(stage(2, 2, cpu(1, 1), 5), 1)).isCloseTo(3, EXACT);
  }

  @Test
  void millionsOfWavesTakeNoLongerToTell() {
    // 1 s each, and 0.5 s between two
    int tasks = 3_000_001;
    List<Phase> task = List.of(cpu(1, 1));
    Stage stage =
        new Stage(
            List.of(Interval.MAP),
            0,
            2,
            2,
            new Phase(Interval.MAP, List.of(), 1, 0.5, 0, 0, false),
            RunLengthList.ofRuns(List.of(new RunLengthList.Run<>(task, tasks))));
    assertThat(seconds(stage, 1)).isCloseTo(1.5 * (tasks + 1) / 2 - 0.5, within(1e-3));
  }

  @Test
  void intervalWithinTheTasksEndsInTheLastWave() {
    // 1 s of copying and 2 s of reducing in each of five waves; the last one copies after 12 s
    List<Phase> task =
        List.of(
            new Phase(Interval.SHUFFLE_TAIL, List.of(), 1, 1, 0, 0, false),
            new Phase(Interval.REDUCE, List.of(), 1, 2, 0, 0, false));
    Stage stage =
        new Stage(
            List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE),
            0,
            2,
            2,
            null,
            RunLengthList.of(Collections.nCopies(10, task)));
    Map<Interval, Totals> intervals = Simulation.run(new JobPlan(1, 0, 0, 0, 0, List.of(stage)), 1);
    assertThat(intervals.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(13, EXACT);
    assertThat(intervals.get(Interval.REDUCE).timeS).isCloseTo(2, EXACT);
  }

  @Test
  void busyCoresMakeWorkLonger() {
    // factor 1.5 with both cores busy; alone a task is not slowed down
    assertThat(seconds(stage(2, 2, cpu(2, 1), 2), 1.5)).isCloseTo(3, EXACT);
    assertThat(seconds(stage(2, 2, cpu(2, 1), 1), 1.5)).isCloseTo(2, EXACT);
    // three of five cores: 1 + 0.5 x 2/4
    assertThat(Simulation.slowness(1.5, 3, 5)).isCloseTo(1.25, EXACT);
  }

  @Test
  void tasksOfAStageMayHaveContentionOfTheirOwn() {
    Stage stage =
        new Stage(
            List.of(Interval.MAP),
            0,
            2,
            2,
            null,
            RunLengthList.of(Collections.nCopies(2, List.of(cpu(2, 1)))),
            1.25,
            1);
    assertThat(seconds(stage, 1.5)).isCloseTo(2.5, EXACT);
  }

  @Test
  void tasksThatShareACoreCostEachOther() {
    // beside each other 1.25 times 2 core-s; two on a core 1.2 times that, three of two half as
    // much
    assertThat(seconds(sharing(2), 1)).isCloseTo(2.5, EXACT);
    assertThat(seconds(sharing(4), 1)).isCloseTo(2 * 2.5 * 1.2, EXACT);
    assertThat(seconds(sharing(3), 1)).isCloseTo(1.5 * 2.5 * 1.1, EXACT);
    assertThat(seconds(sharing(8), 1)).as("nobody knows").isCloseTo(4 * 2.5 * 1.2, EXACT);
  }

  @Test
  void taskThatWaitsForItsDiskSharesNoCore() {
    Phase disk = new Phase(Interval.MAP, List.of(), 1, 0, 1, 0, true);
    Stage stage =
        new Stage(
            List.of(Interval.MAP),
            0,
            1,
            2,
            null,
            RunLengthList.of(List.of(List.of(cpu(2, 1)), List.of(disk))),
            null,
            1.5);
    assertThat(seconds(stage, 1)).isCloseTo(2, EXACT);
  }

  private static Stage sharing(int tasks) {
    return new Stage(
        List.of(Interval.MAP),
        0,
        2,
        tasks,
        null,
        RunLengthList.of(Collections.nCopies(tasks, List.of(cpu(2, 1)))),
        1.25,
        1.2);
  }

  @Test
  void diskWorksBesideTheCpu() {
    // 1 core-s beside 3 s of disk; two tasks share the disk
    Phase phase = new Phase(Interval.MAP, demand(1), 1, 0, 3, 0, true);
    assertThat(seconds(stage(2, 2, phase, 1), 1)).isCloseTo(3, EXACT);
    assertThat(seconds(stage(2, 2, phase, 2), 1)).isCloseTo(6, EXACT);
  }

  @Test
  void turnaroundComesBetweenTasksOnly() {
    Phase turnaround = new Phase(Interval.MAP, List.of(), 1, 0.5, 0, 0, false);
    Stage stage =
        new Stage(
            List.of(Interval.MAP), 0, 1, 1, turnaround, Collections.nCopies(3, List.of(cpu(1, 1))));
    Totals totals = Simulation.run(new JobPlan(1, 0, 0, 0, 0, List.of(stage)), 1).get(Interval.MAP);
    assertThat(totals.timeS).isCloseTo(4, EXACT);
    assertThat(totals.waitingS).isCloseTo(1, EXACT);
    assertThat(totals.coreS()).isCloseTo(3, EXACT);
  }

  @Test
  void daemonsTakeTheirPartOfTheCores() {
    // 3 core-s where 1.5 of 2 cores are left: 2 s; the daemons use 0.5 x 2
    Stage stage = stage(2, 1, cpu(3, 2), 1);
    Totals totals =
        Simulation.run(new JobPlan(1, 0, 0, 0, 0.5, List.of(stage)), 1).get(Interval.MAP);
    assertThat(totals.timeS).isCloseTo(2, EXACT);
    assertThat(totals.operations.get(Simulation.IDLE).coreS).isCloseTo(1, EXACT);
  }

  @Test
  void whatTheJobTakesBesideItsTasksIsNoIdleCluster() {
    // 3 core-s where 1.2 of 2 cores are left; beside them 0.5 for the daemons, 0.3 for the job
    Stage stage = stage(2, 1, cpu(3, 2), 1);
    JobPlan plan = new JobPlan(2, 0, 0, 0, 0.5, 0.8, JobPlan.Overlap.NONE, List.of(stage));
    Totals totals = Simulation.run(plan, 1).get(Interval.MAP);
    assertThat(totals.timeS).isCloseTo(2.5, EXACT);
    assertThat(totals.operations.get(Simulation.IDLE).coreS).isCloseTo(2 * 0.5 * 2.5, EXACT);
    assertThat(totals.operations.get(JobPlan.START_JOB).coreS).isCloseTo(2 * 0.3 * 2.5, EXACT);
  }

  @Test
  void intervalOfTheStageEndsWithItsLastPhase() {
    // two slots, reduce tasks: fetch 1 s, reduce 2 s; a third task fetches from 3 s to 4 s
    List<Phase> task =
        List.of(
            new Phase(Interval.SHUFFLE_TAIL, demand(1), 1, 0, 0, 0, true),
            new Phase(Interval.REDUCE, demand(2), 1, 0, 0, 0, true));
    Stage stage =
        new Stage(
            List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE),
            0,
            2,
            2,
            null,
            Collections.nCopies(3, task));
    Map<Interval, Totals> totals = Simulation.run(new JobPlan(1, 0, 0, 0, 0, List.of(stage)), 1);
    assertThat(totals.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(4, EXACT);
    assertThat(totals.get(Interval.SHUFFLE_TAIL).coreS()).isCloseTo(7, EXACT);
    assertThat(totals.get(Interval.REDUCE).timeS).isCloseTo(2, EXACT);
    assertThat(totals.get(Interval.REDUCE).coreS()).isCloseTo(2, EXACT);
  }

  @Test
  void nodesDoNotShareTheirDisks() {
    Phase phase = new Phase(Interval.MAP, List.of(), 1, 0, 3, 0, true);
    Stage stage =
        new Stage(List.of(Interval.MAP), 0, 1, 1, null, Collections.nCopies(2, List.of(phase)));
    assertThat(
            Simulation.run(new JobPlan(2, 0, 0, 0, 0, List.of(stage)), 1).get(Interval.MAP).timeS)
        .isCloseTo(3, EXACT);
  }

  private static double seconds(Stage stage, double contention) {
    return Simulation.run(new JobPlan(1, 0, 0, 0, 0, List.of(stage)), contention)
        .get(Interval.MAP)
        .timeS;
  }

  private static Stage stage(int cores, int slots, Phase phase, int tasks) {
    return new Stage(
        List.of(Interval.MAP), 0, cores, slots, null, Collections.nCopies(tasks, List.of(phase)));
  }

  private static Phase cpu(double coreS, double parallelism) {
    return new Phase(Interval.MAP, demand(coreS), parallelism, 0, 0, 0, true);
  }

  private static List<Demand> demand(double coreS) {
    return List.of(new Demand("sort", "payload", 100, 0, coreS, 1));
  }
}
