package io.corebound.analysis.theory.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

/** What must hold of any simulated job, whatever its tasks. */
class SimulationPropertiesTest {
  private static final double ROUNDING = 1e-5;

  /** Some kinds of tasks, dealt at random: neighbours are alike, or are not. */
  @Provide
  Arbitrary<JobPlan> plans() {
    Arbitrary<List<List<Phase>>> kinds = task().list().ofMinSize(1).ofMaxSize(4);
    Arbitrary<List<Integer>> mixed = Arbitraries.integers().between(0, 3).list().ofMaxSize(40);
    Arbitrary<List<Integer>> order = Arbitraries.oneOf(mixed, waves());
    return Combinators.combine(
            kinds,
            order,
            Arbitraries.integers().between(1, 5),
            Arbitraries.integers().between(1, 4),
            Arbitraries.integers().between(1, 5),
            Arbitraries.doubles().between(0, 0.5),
            Arbitraries.doubles().between(1, 1.3))
        .as(
            (tasks, picks, nodes, slots, cores, idle, sharing) -> {
              List<List<Phase>> all = new ArrayList<>();
              picks.forEach(pick -> all.add(tasks.get(pick % tasks.size())));
              Phase turnaround = new Phase(Interval.MAP, List.of(), 1, 0.25, 0, 0, false);
              Stage stage =
                  new Stage(
                      List.of(Interval.MAP),
                      0.5,
                      cores,
                      slots,
                      turnaround,
                      RunLengthList.of(all),
                      null,
                      sharing);
              return new JobPlan(nodes, 0, 0, 0, idle, List.of(stage));
            });
  }

  /** Many alike, then many of another kind, so that whole waves follow others like them. */
  private static Arbitrary<List<Integer>> waves() {
    return Arbitraries.integers()
        .between(1, 120)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(
            counts -> {
              List<Integer> kinds = new ArrayList<>();
              counts.forEach(count -> kinds.addAll(Collections.nCopies(count, kinds.size() % 4)));
              return kinds;
            });
  }

  private static Arbitrary<List<Phase>> task() {
    Arbitrary<Double> seconds = Arbitraries.doubles().between(0, 5);
    return Combinators.combine(
            seconds, seconds, seconds, seconds, Arbitraries.doubles().between(0.1, 3))
        .as(
            (coreS, leastS, diskS, networkS, parallelism) ->
                new Phase(
                    Interval.MAP,
                    List.of(
                        new Demand("sort", "payload", 1000, 0, coreS / 3, 1),
                        new Demand("merge", "payload", 300, 0, coreS * 2 / 3, 0.5)),
                    parallelism,
                    leastS,
                    diskS,
                    networkS,
                    true))
        .list()
        .ofMaxSize(3);
  }

  @Property(tries = 200)
  void coreSecondsAndBytesThatGoInComeOut(@ForAll("plans") JobPlan plan) {
    Totals out = Simulation.run(plan, 1).get(Interval.MAP);
    double sharing = plan.stages().get(0).sharing();
    for (String operation : List.of("sort", "merge")) {
      Totals.Use use = out.operations.getOrDefault(operation, new Totals.Use());
      double in = in(plan, operation, true);
      assertThat(use.coreS).isBetween(in - ROUNDING, in * sharing + ROUNDING);
      if (plan.stages().get(0).slotsPerNode() <= plan.stages().get(0).coresPerNode()) {
        assertThat(use.coreS).isCloseTo(in, within(ROUNDING));
      }
      assertThat(use.bytes).isCloseTo(in(plan, operation, false), within(ROUNDING * 1e3));
    }
  }

  @Property(tries = 200)
  void contentionTakesNoLessThanTheWorkAndNoMoreThanItsFactorTimes(
      @ForAll("plans") JobPlan plan, @ForAll @DoubleRange(min = 1, max = 3) double factor) {
    Totals out = Simulation.run(plan, factor).get(Interval.MAP);
    Totals.Use use = out.operations.getOrDefault("sort", new Totals.Use());
    double in = in(plan, "sort", true);
    assertThat(use.coreS)
        .isBetween(in - ROUNDING, in * factor * plan.stages().get(0).sharing() + ROUNDING);
  }

  @Property(tries = 200)
  void noCoreIsUsedTwice(@ForAll("plans") JobPlan plan) {
    Totals out = Simulation.run(plan, 1.5).get(Interval.MAP);
    assertThat(out.coreS()).isLessThanOrEqualTo(out.timeS * plan.cores(Interval.MAP) + ROUNDING);
    for (int node = 0; node < plan.nodes(); node++) {
      assertThat(out.diskS[node]).isLessThanOrEqualTo(out.timeS + ROUNDING);
      assertThat(out.networkS[node]).isLessThanOrEqualTo(out.timeS + ROUNDING);
    }
  }

  @Property(tries = 100)
  void devicesWorkAsLongAsTheirTasksNeedThem(@ForAll("plans") JobPlan plan) {
    Totals out = Simulation.run(plan, 1.2).get(Interval.MAP);
    double disk = 0;
    double network = 0;
    for (List<Phase> task : plan.stages().get(0).tasks()) {
      for (Phase phase : task) {
        disk += phase.diskS();
        network += phase.networkS();
      }
    }
    assertThat(sum(out.diskS)).isCloseTo(disk, within(ROUNDING));
    assertThat(sum(out.networkS)).isCloseTo(network, within(ROUNDING));
  }

  @Property(tries = 100)
  void oneJobAlwaysGivesTheSameDigits(@ForAll("plans") JobPlan plan) {
    Map<Interval, Totals> once = Simulation.run(plan, 1.3);
    Map<Interval, Totals> again = Simulation.run(plan, 1.3);
    assertThat(again.get(Interval.MAP).timeS).isEqualTo(once.get(Interval.MAP).timeS);
    assertThat(again.get(Interval.MAP).coreS()).isEqualTo(once.get(Interval.MAP).coreS());
    assertThat(again.get(Interval.MAP).diskS).isEqualTo(once.get(Interval.MAP).diskS);
  }

  @Property(tries = 100)
  void tasksThatAreComputedTogetherTakeWhatEachByItselfTakes(@ForAll("plans") JobPlan plan) {
    Stage stage = plan.stages().get(0);
    List<List<Phase>> apart = new ArrayList<>();
    stage.tasks().forEach(task -> apart.add(new ArrayList<>(task)));
    Stage each =
        new Stage(
            stage.intervals(),
            stage.delayS(),
            stage.coresPerNode(),
            stage.slotsPerNode(),
            stage.turnaround(),
            RunLengthList.of(apart),
            null,
            stage.sharing());
    Totals together = Simulation.run(plan, 1.4).get(Interval.MAP);
    Totals single =
        Simulation.run(new JobPlan(plan.nodes(), 0, 0, 0, plan.idleCores(), List.of(each)), 1.4)
            .get(Interval.MAP);
    assertThat(together.timeS).isCloseTo(single.timeS, within(ROUNDING));
    assertThat(together.coreS()).isCloseTo(single.coreS(), within(ROUNDING));
    assertThat(together.waitingS).isCloseTo(single.waitingS, within(ROUNDING));
    assertThat(sum(together.diskS)).isCloseTo(sum(single.diskS), within(ROUNDING));
    assertThat(bytes(together)).isCloseTo(bytes(single), within(ROUNDING * 1e3));
  }

  private static double in(JobPlan plan, String operation, boolean coreS) {
    return plan.stages().stream()
        .flatMap(s -> s.tasks().stream())
        .flatMap(List::stream)
        .flatMap(p -> p.demands().stream())
        .filter(d -> d.operation().equals(operation))
        .mapToDouble(d -> coreS ? d.coreS() : d.bytes())
        .sum();
  }

  private static double bytes(Totals totals) {
    return totals.operations.values().stream().mapToDouble(use -> use.bytes).sum();
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
