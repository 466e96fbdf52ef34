package io.corebound.microbenchrunner.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.cluster.job.JobHistory;
import io.corebound.microbenchrunner.start.CpuCurve.Sample;
import io.corebound.microbenchrunner.start.CpuCurve.Spent;
import io.corebound.microbenchrunner.start.StartFigures.EmptyJob;
import io.corebound.records.history.Ending;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult.Task;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StartFiguresTest {
  /** Student's t of one degree of freedom at 97.5 % (any table). */
  private static final double T1 = 12.706;

  private static final double EXACT = 1e-9;

  /** The cluster's processes take 0.1 core-s/s of the machine's 0.2. */
  private static final Spent IDLE = new Spent(0.1, 0, 0.2);

  @Test
  void containerIsTheStepFromOneWaveToTheNextWithoutTheIdleCluster() {
    StartFigures figures = new StartFigures(2, IDLE, 0);
    figures.add(threeWaves());
    // 5 and 7 core-s in 10 s each, of which 1 is the idle cluster's, for two containers
    Mean container = figures.container();
    assertThat(container.n()).isEqualTo(2);
    assertThat(container.value()).isCloseTo(2.5, within(EXACT));
    assertThat(container.half()).isCloseTo(T1 * 0.5, within(1e-3));
  }

  @Test
  void jobIsWhatTheMachineTakesWhileNoneOfItsTasksRuns() {
    StartFigures figures = new StartFigures(2, IDLE, 0);
    figures.add(
        threeWaves(sample(5, 0, 0), sample(11, 3, 0), sample(50, 40, 0), sample(51, 42, 0)));
    // 6 core-s in the 6 s before the first map, 2 in the half second after the last reduce
    Mean one = figures.job();
    assertThat(one.n()).isEqualTo(1);
    assertThat(one.value()).isCloseTo(6 - 6 * 0.2 + 2 - 0.5 * 0.2, within(EXACT));

    figures.add(
        threeWaves(sample(5, 0, 0), sample(11, 4, 0), sample(50, 40, 0), sample(51, 42, 0)));
    Mean two = figures.job();
    assertThat(two.value()).isCloseTo(7.7, within(EXACT));
    assertThat(two.half()).isCloseTo(T1, within(1e-3));
  }

  @Test
  void startThatTookLessThanTheIdleMachineCostsNothing() {
    // as beside another program: 0.6 core-s in the 6 s before the first map, 1.2 when idle
    StartFigures figures = new StartFigures(2, IDLE, 0);
    figures.add(threeWaves(sample(5, 0, 0), sample(11, 0.3, 0), sample(50, 40, 0)));
    assertThat(figures.job().value()).isZero();

    // 2.4 in the next one: the first counts with its -0.7 all the same
    figures.add(threeWaves(sample(5, 0, 0), sample(11, 1.2, 0), sample(50, 40, 0)));
    assertThat(figures.job().value()).isCloseTo((-0.7 + 1.1) / 2, within(EXACT));
  }

  @Test
  void timesAreThoseOfTheHistory() {
    StartFigures figures = new StartFigures(2, IDLE, 0);
    figures.add(threeWaves());
    assertThat(figures.turnaround().value()).isCloseTo(1, within(EXACT));
    assertThat(figures.turnaround().n()).isEqualTo(4);
    assertThat(figures.emptyMap().value()).isCloseTo(9, within(EXACT));
    assertThat(figures.emptyMap().n()).isEqualTo(6);
    assertThat(figures.emptyReduce().value()).isCloseTo(8, within(EXACT));
    assertThat(figures.countedMap().value()).isCloseTo(0.25, within(EXACT));
    assertThat(figures.countedReduce().value()).isCloseTo(0.5, within(EXACT));
    assertThat(figures.toFirstMap().value()).isCloseTo(6, within(EXACT));
    assertThat(figures.toFirstReduce().value()).isCloseTo(2, within(EXACT));
    assertThat(figures.toFinish().value()).isCloseTo(0.5, within(EXACT));
    // the client's from 2 to 5
    assertThat(figures.clientToSubmit().value()).isCloseTo(3, within(EXACT));
    assertThat(figures.client().value())
        .isCloseTo(3 * 2 * 8 / 15.0 - 3 * IDLE.machine(), within(EXACT));
  }

  @Test
  void whatRunsBesideSleepingTasksIsNeitherTheContainersNorTheJobsStart() {
    StartFigures figures = new StartFigures(2, IDLE, 5);
    figures.add(
        threeWaves(
            sample(0, 0, 0),
            sample(11, 8, 5.5),
            sample(20, 15, 9),
            sample(40, 29, 20),
            sample(45, 32, 21),
            sample(50, 33, 21.5)));
    // all reduces sleep from 45 to 49.5 at least, and have settled at 47; of the machine's 0.4 half
    // is the cluster's
    assertThat(figures.running().value()).isCloseTo(0.4, within(EXACT));
    assertThat(figures.container().value()).isCloseTo((7 - 10 * 0.2) / 2, within(EXACT));
    // 7 core-s in the 9 s of the first wave
    assertThat(figures.firstWave().value()).isCloseTo(7 - 9 * 0.2 - (7 - 10 * 0.2), within(EXACT));
    // 6 of the 11 s in which the machine took 16; nothing after the last sample
    assertThat(figures.job().value())
        .isCloseTo(6 * 2 * 8 / 11.0 - 6 * 0.2 - 0.5 * 0.2, within(EXACT));
    assertThat(figures.emptyReduce().value()).isCloseTo(3, within(EXACT));
    assertThat(figures.toFirstMapCoreS().value()).isCloseTo(5.5 - 2.5, within(EXACT));
  }

  @Test
  void whatRunsBesideTasksIsUnknownWhereTheyNeverSleptAtOnce() {
    // both end at 50, and are asleep until 49.5 at least
    StartFigures shortly = new StartFigures(2, IDLE, 3.4);
    shortly.add(threeWaves());
    assertThat(shortly.running().n()).isZero();
    assertThat(shortly.container().value()).isCloseTo(2.5, within(EXACT));
    StartFigures figures = new StartFigures(2, IDLE, 3.5);
    figures.add(threeWaves());
    assertThat(figures.running().n()).isOne();
  }

  @Test
  void secondsInWhichOtherProgramsWereBusyDoNotCount() {
    StartFigures figures = new StartFigures(2, IDLE, 8);
    // all reduces sleep from 42 to 49.5, and have settled at 44; another program works in one
    // second
    figures.add(
        threeWaves(
            new Sample(0, new Spent(0, 0, 0)),
            new Sample(44, new Spent(40, 0, 80)),
            new Sample(46, new Spent(40.4, 0, 80.6)),
            new Sample(47, new Spent(40.6, 0, 82)),
            new Sample(49, new Spent(41, 0, 82.6)),
            new Sample(60, new Spent(50, 0, 100))));
    assertThat(figures.running().value()).isCloseTo(0.3, within(EXACT));
  }

  @Test
  void reduceThatDidNotSleepIsNoSample() {
    StartFigures figures = new StartFigures(2, IDLE, 9);
    EmptyJob awake = threeWaves();
    assertThatThrownBy(() -> figures.add(awake))
        .isInstanceOf(CoreboundException.class)
        .hasMessage("r0: an empty reduce task that should sleep for 9.0 s did not");
  }

  /** Two maps at a time from 11 to 20, 21 to 30, 31 to 40; two reduces from 42 to 50. */
  private static EmptyJob threeWaves() {
    return threeWaves(
        sample(0, 0, 0),
        sample(15, 8, 0),
        // 10 at the end of the first wave, which no sample hits
        sample(25, 12, 0),
        sample(30, 15, 0),
        sample(40, 22, 0),
        sample(60, 40, 0));
  }

  /** The machine takes twice what the cluster's processes take. */
  private static Sample sample(double timeS, double coreS, double containersCoreS) {
    return new Sample(timeS, new Spent(coreS, containersCoreS, 2 * coreS));
  }

  private static EmptyJob threeWaves(Sample... curve) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      double start = 11 + 10 * (i / 2);
      tasks.add(task("m" + i, TaskType.MAP, Ending.SUCCEEDED, start, start + 9));
    }
    tasks.add(task("m0-failed", TaskType.MAP, Ending.FAILED, 11, 99));
    tasks.add(task("r0", TaskType.REDUCE, Ending.SUCCEEDED, 42, 50));
    tasks.add(task("r1", TaskType.REDUCE, Ending.SUCCEEDED, 42, 50));
    return new EmptyJob(
        2,
        new JobHistory("job_1_0001", "SUCCEEDED", 5, 9, 50.5, tasks, Map.of()),
        CpuCurve.through(List.of(curve)));
  }

  private static Task task(String id, TaskType type, Ending state, double startS, double finishS) {
    long cpuMs = type == TaskType.MAP ? 250 : 500;
    return new Task(
        id,
        type,
        state,
        "localhost",
        startS,
        Double.NaN,
        Double.NaN,
        finishS,
        Map.of("TaskCounter/CPU_MILLISECONDS", cpuMs));
  }
}
