package io.corebound.analysis.theory.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Overlap;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.records.history.Interval;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TaskSpreadTest {
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void factorsOfAStageDifferAndTheirMeanIsOne() {
    double[] factors = TaskSpread.of(plan(1, 8, 8, 1, 1), 0).factors(8);
    assertThat(Arrays.stream(factors).average().orElseThrow()).isCloseTo(1, EXACT);
    assertThat(Arrays.stream(factors).distinct()).hasSize(8);
    assertThat(TaskSpread.of(plan(1, 8, 8, 1, 1), 1).factors(8))
        .isNotEqualTo(factors)
        .containsExactlyInAnyOrder(factors);
  }

  @Test
  void oneTaskTakesWhatItTakes() {
    assertThat(Simulation.expected(plan(1, 1, 1, 2, 3), 1).get(Interval.MAP).timeS)
        .isCloseTo(5, EXACT);
  }

  @Test
  void coreAndDiskWorkForDifferentTasksAtOnce() {
    // two slots on a core; tasks that are alike compute together, then wait for the disk together
    JobPlan plan = plan(1, 2, 40, 1, 1);
    double alike = Simulation.run(plan, 1).get(Interval.MAP).timeS;
    assertThat(alike).isCloseTo(80, EXACT);
    assertThat(Simulation.expected(plan, 1).get(Interval.MAP).timeS).isBetween(40.0, 0.8 * alike);
  }

  @Test
  void theLargestJobsAndThoseWithoutContainersHaveTasksThatAreAlike() {
    JobPlan large = plan(1, 16, 320_000, 1, 1);
    assertThat(Simulation.expected(large, 1).get(Interval.MAP).timeS)
        .isEqualTo(Simulation.run(large, 1).get(Interval.MAP).timeS);
    JobPlan plan = plan(1, 2, 40, 1, 1);
    JobPlan bare =
        plan.withStages(plan.stages().stream().map(s -> s.with(b -> b.turnaround(null))).toList());
    assertThat(TaskSpread.of(bare, 1)).isSameAs(TaskSpread.NONE);
  }

  @Property(tries = 100)
  void whatAllTakeStaysTheSame(
      @ForAll @IntRange(min = 1, max = 3) int nodes,
      @ForAll @IntRange(min = 1, max = 4) int slots,
      @ForAll @IntRange(min = 1, max = 30) int tasks,
      @ForAll @DoubleRange(min = 0.1, max = 3) double coreS,
      @ForAll @DoubleRange(min = 0, max = 3) double diskS,
      @ForAll @DoubleRange(min = 0, max = 1) double slowStart) {
    Stage maps = plan(nodes, slots, tasks, coreS, diskS).stages().get(0);
    Stage reduces = maps.with(b -> b.intervals(List.of(Interval.REDUCE)));
    JobPlan plan =
        new JobPlan(
            nodes, 0, 0, 0, 0, 0, new Overlap(slowStart, false, false), List.of(maps, reduces));
    double all = 0;
    double bytes = 0;
    double disk = 0;
    double timeS = 0;
    for (Totals totals : Simulation.expected(plan, 1).values()) {
      all += totals.coreS();
      bytes += totals.operations.values().stream().mapToDouble(u -> u.bytes).sum();
      disk += Arrays.stream(totals.diskS).sum();
      timeS += totals.timeS;
    }
    // a node whose slots reduces take runs fewer maps than another
    double exactly = slowStart == 1 || nodes == 1 ? 1e-6 : 0.1 * tasks * coreS;
    assertThat(all).isCloseTo(2 * tasks * coreS, within(exactly));
    assertThat(bytes).isCloseTo(2e6 * tasks, within(1e-3));
    assertThat(timeS).isGreaterThan(all / nodes - 1e-6).isGreaterThan(disk / nodes - 1e-6);
  }

  /** Tasks of two phases on a node's only core and disk: one that computes, one that reads. */
  private static JobPlan plan(int nodes, int slots, int tasks, double coreS, double diskS) {
    List<Phase> task =
        List.of(
            new Phase(
                Interval.MAP,
                List.of(new Demand("sort", "payload", 1e6, 0, coreS, 1)),
                1,
                0,
                0,
                0,
                false),
            new Phase(Interval.MAP, List.of(), 1, 0, diskS, 0, false));
    Phase turnaround = new Phase(Interval.MAP, List.of(), 1, 0, 0, 0, false);
    Stage stage =
        new Stage(List.of(Interval.MAP), 0, 1, slots, turnaround, Collections.nCopies(tasks, task));
    return new JobPlan(nodes, 0, 0, 0, 0, List.of(stage));
  }
}
