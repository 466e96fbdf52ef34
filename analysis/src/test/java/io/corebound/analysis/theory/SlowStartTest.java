package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Overlap;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.simulation.RunLengthList;
import io.corebound.analysis.theory.simulation.Simulation;
import io.corebound.analysis.theory.simulation.Totals;
import io.corebound.records.history.Interval;
import io.corebound.records.units.DataSize;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reduce tasks that begin before the last map, in jobs whose times can be told by hand. */
class SlowStartTest {
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void copyingHidesBehindTheMapsButForWhatTheLastOnesLeave() {
    // 4 maps of 1 s on 2 slots. At 1 s half of them have ended: the reduce gets one of the slots,
    // maps 3 and 4 follow each other on the other one; at 3 s a quarter of the copying is left, and
    // the reduce, which asks once in a second, hears of the last map half a second later
    Map<Interval, Totals> job = run(2, 4, 0.25, 1);
    assertThat(job.get(Interval.MAP).timeS).isCloseTo(3, EXACT);
    assertThat(job.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(0.5 + 0.25, EXACT);
    assertThat(job.get(Interval.REDUCE).timeS).isCloseTo(1, EXACT);
  }

  @Test
  void reduceThatIsAskedForLateGetsTheNextSlot() {
    // 8 maps of 1 s on 2 slots: a reduce gets one of the slots that the first two leave, and the
    // others follow each other
    JobPlan inTime = plan(1, 2, 8, 0.05, 1);
    assertThat(Simulation.run(inTime, 1).get(Interval.MAP).timeS).isCloseTo(6, EXACT);
    // the fifth and the sixth get both slots before the request is there
    Map<Interval, Totals> late = Simulation.run(late(inTime), 1);
    assertThat(late.get(Interval.MAP).timeS).isCloseTo(5, EXACT);
    assertThat(late.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(0.5 + 0.125, EXACT);
    // a slot that is for reduces alone is no map's
    JobPlan own = withOwnSlots(1, 1, 4, 1);
    assertThat(timeS(Simulation.run(late(own), 1))).isCloseTo(timeS(Simulation.run(own, 1)), EXACT);
    // where no map waits nobody else gets the slot
    assertThat(Simulation.run(late(plan(1, 2, 2, 0.05, 1)), 1).get(Interval.MAP).timeS)
        .isCloseTo(1, EXACT);
  }

  private static JobPlan late(JobPlan plan) {
    Overlap late = new Overlap(plan.slowStart(), plan.ownSlots(), true);
    return new JobPlan(plan.nodes(), 0, 0, 0, 0, 0, late, plan.stages());
  }

  /**
   * Terms: a container's end takes the turnaround less 0.4 s, and 0.15 s; a request a heartbeat.
   */
  @ParameterizedTest
  @CsvSource({"0.3, 100, true", "0.4, 100, false", "0.4, 1000, true", "0.3, 20, false"})
  void requestIsLateWhereContainersEndSoonerThanHeartbeats(
      double turnaroundS, int heartbeatMs, boolean late) {
    Machine machine =
        MeasuredRows.terasort()
            .times("start.container", "turnaround_wall", turnaroundS / 0.3)
            .machine();
    JobPlan plan = planned(machine, "heartbeat_ms: %s".formatted(heartbeatMs));
    assertThat(plan.overlap().askedLate()).isEqualTo(late);
  }

  @Test
  void nextTaskOfASlotWaitsHalfAHeartbeat() {
    Machine machine = MeasuredRows.terasort().machine();
    Phase measured = planned(machine, "heartbeat_ms: 100").stages().get(0).turnaround();
    Phase rarer = planned(machine, "heartbeat_ms: 1000").stages().get(0).turnaround();
    assertThat(measured.leastS()).isCloseTo(0.3, EXACT);
    assertThat(rarer.leastS()).isCloseTo(0.3 + 0.9 / 2, EXACT);
  }

  @Test
  void mapsReadOverTheNetworkWhereOnlyAnotherNodeHasTheirData() {
    Machine machine = MeasuredRows.terasort().machine();
    String early = "slow_start: 0.05";
    String tasks = "containers_per_node: 2";
    Stage oneCopy = planned(machine, "nodes: 2", early, tasks).stages().get(0);
    double networkS = oneCopy.elsewhere().get(0).stream().mapToDouble(Phase::networkS).sum();
    // blocks of 128 MiB over 2000 MB/s
    assertThat(networkS).isCloseTo(0.134217728 / 2, within(1e-6));
    assertThat(oneCopy.tasks().get(0)).allMatch(p -> p.networkS() == 0);
    Stage twoCopies = planned(machine, "nodes: 2", early, tasks, "replication: 2").stages().get(0);
    assertThat(twoCopies.elsewhere()).isSameAs(twoCopies.tasks());
    Stage inTurn = planned(machine, "nodes: 2", "slow_start: 1").stages().get(0);
    assertThat(inTurn.elsewhere()).as("every node does its own").isSameAs(inTurn.tasks());
  }

  private static JobPlan planned(Machine machine, String... settings) {
    DataSize data = DataSize.parse("1GB");
    return new TaskPlanner(
            machine, Cases.terasort(), Cases.localWith(settings), "snappy", data.bytes())
        .plan();
  }

  @Test
  void nodeWithoutReduceReadsTheOtherOnesDataLast() {
    // 6 large maps, then 2 small ones, half of each on either node. At 2 s the reduce takes the
    // slot of the first node; the second one has a large and a small map of its own left, of 1 s
    // each, and then reads the first one's, for 10 s and 3 s
    List<Phase> map = List.of(cpu(Interval.MAP, "sort"));
    List<Phase> small = List.of(cpu(Interval.MAP, "sort"));
    RunLengthList<List<Phase>> here = runs(map, small);
    RunLengthList<List<Phase>> elsewhere = runs(reading(10), reading(3));
    Map<Interval, Totals> job = Simulation.run(placed(here, elsewhere, 0.05), 1);
    assertThat(job.get(Interval.MAP).timeS).isCloseTo(2 + 1 + 1 + 10 + 3, EXACT);
    assertThat(job.get(Interval.MAP).networkS[1]).isCloseTo(13, EXACT);
    assertThat(Simulation.run(placed(here, here, 0.05), 1).get(Interval.MAP).timeS)
        .isCloseTo(6, EXACT);
    assertThat(Simulation.run(placed(here, elsewhere, 1), 1).get(Interval.MAP).timeS)
        .isCloseTo(4, EXACT);
  }

  private static RunLengthList<List<Phase>> runs(List<Phase> large, List<Phase> small) {
    return RunLengthList.ofRuns(
        List.of(new RunLengthList.Run<>(large, 6), new RunLengthList.Run<>(small, 2)));
  }

  private static List<Phase> reading(double networkS) {
    Demand sort = new Demand("sort", "payload", 100, 0, 1, 1);
    return List.of(new Phase(Interval.MAP, List.of(sort), 1, 0, 0, networkS, true));
  }

  private static JobPlan placed(
      RunLengthList<List<Phase>> here, RunLengthList<List<Phase>> elsewhere, double slowStart) {
    JobPlan plan = plan(2, 1, 8, slowStart, 1);
    Stage maps = new Stage(List.of(Interval.MAP), 0, 1, 1, null, here, elsewhere, null, 1);
    return new JobPlan(2, 0, 0, 0, 0, 0, plan.overlap(), List.of(maps, plan.stages().get(1)));
  }

  @Test
  void reducesWaitForTheSlowStart() {
    // at 1 s two of four are too few: both slots go to maps, and start and copying are left at 2 s
    Map<Interval, Totals> job = run(2, 4, 0.75, 1);
    assertThat(job.get(Interval.MAP).timeS).isCloseTo(2, EXACT);
    assertThat(job.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(1.5, EXACT);
    assertThat(job.get(Interval.REDUCE).timeS).isCloseTo(1, EXACT);
  }

  @Test
  void slotsThatNoMapNeedsAreForReducesFromTheBeginning() {
    // 2 maps, 4 slots: the reduce's start of 0.5 s is over when the maps end
    Map<Interval, Totals> job = run(4, 2, 0, 1);
    assertThat(job.get(Interval.MAP).timeS).isCloseTo(1, EXACT);
    assertThat(job.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(0.5 + 1, EXACT);
    assertThat(job.get(Interval.REDUCE).timeS).isCloseTo(1, EXACT);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5", "2, 0.6666666666666666", "4, 0.8", "9, 0.9"})
  void lastOfManyReducesHearsLaterOfTheLastMap(int reduces, double sleepS) {
    // forty waves of as many maps, so that all but the last wave's part was copied long before
    Map<Interval, Totals> job =
        Simulation.run(withOwnSlots(reduces, reduces, 40 * reduces, reduces), 1);
    assertThat(job.get(Interval.SHUFFLE_TAIL).timeS - reduces / 40.0).isCloseTo(sleepS, EXACT);
    assertThat(job.get(Interval.SHUFFLE_TAIL).waitingS).isCloseTo(sleepS, EXACT);
  }

  @Test
  void moreReducesThanTheirHalfOfTheSlotsFollowTheLastMap() {
    // 8 maps, 4 slots: two reduces begin at 1 s, the other two when no map waits any more
    Map<Interval, Totals> job = run(4, 8, 0.05, 4);
    // four maps, then two and two
    assertThat(job.get(Interval.MAP).timeS).isCloseTo(3, EXACT);
    assertThat(job.get(Interval.MAP).operations.get("sort").coreS).isCloseTo(8, EXACT);
    // the first two reduce from 3.5 s on, while the others copy until 5.5 s
    assertThat(job.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(2.5, EXACT);
    assertThat(job.get(Interval.SHUFFLE_TAIL).operations.get("write").coreS).isCloseTo(2, EXACT);
    assertThat(job.get(Interval.REDUCE).operations.get("write").coreS).isCloseTo(2, EXACT);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 12, 16, 17, 24, 31, 32, 40})
  void nodesGetEquallyManyReducesHoweverTheirMapsEnd(int maps) {
    Map<Interval, Totals> job = Simulation.run(plan(2, 2, maps, 0.05, 2), 1);
    double[] copied = new double[2];
    job.values().forEach(t -> IntStream.range(0, 2).forEach(n -> copied[n] += t.networkS[n]));
    assertThat(copied).containsExactly(new double[] {1, 1}, within(1e-6));
  }

  @Test
  void slotsOfEitherKindAreNeverTakenByTheOther() {
    // 4 maps on the one slot for maps. At 2 s half of them have ended, and the reduce gets its own
    // slot; at 4 s a quarter of the copying is left
    Map<Interval, Totals> job = Simulation.run(withOwnSlots(1, 1, 4, 1), 1);
    assertThat(job.get(Interval.MAP).timeS).isCloseTo(4, EXACT);
    assertThat(job.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(0.5 + 0.25, EXACT);
    assertThat(job.get(Interval.REDUCE).timeS).isCloseTo(1, EXACT);
    // the second reduce begins where the first one has ended, and has nothing to ask for: 5.75 s +
    // 0.5 s + 1 s + 1 s
    assertThat(timeS(Simulation.run(withOwnSlots(1, 1, 4, 2), 1))).isCloseTo(8.25, EXACT);
    // of four slots one stays empty while the fourth map waits
    assertThat(Simulation.run(withOwnSlots(3, 1, 4, 1), 1).get(Interval.MAP).timeS)
        .isCloseTo(2, EXACT);
    assertThat(run(4, 4, 0.05, 1).get(Interval.MAP).timeS).isCloseTo(1, EXACT);
  }

  /** One node, whose slots are for maps or for reduces. */
  private static JobPlan withOwnSlots(int ofMaps, int ofReduces, int maps, int reduces) {
    return withOwnSlots(plan(1, ofMaps + ofReduces, maps, 0.05, reduces), ofMaps, ofReduces);
  }

  private static JobPlan withOwnSlots(JobPlan shared, int ofMaps, int ofReduces) {
    List<Stage> stages =
        List.of(with(shared.stages().get(0), ofMaps), with(shared.stages().get(1), ofReduces));
    return new JobPlan(
        shared.nodes(), 0, 0, 0, 0, 0, new Overlap(shared.slowStart(), true, false), stages);
  }

  private static Stage with(Stage stage, int slots) {
    return new Stage(
        stage.intervals(), stage.delayS(), stage.coresPerNode(), slots, null, stage.tasks());
  }

  private static double timeS(Map<Interval, Totals> job) {
    return job.values().stream().mapToDouble(t -> t.timeS).sum();
  }

  @Test
  void singleSlotIsNeverTakenFromTheMaps() {
    Map<Interval, Totals> job = run(1, 3, 0.05, 1);
    assertThat(job.get(Interval.MAP).timeS).isCloseTo(3, EXACT);
    assertThat(job.get(Interval.SHUFFLE_TAIL).timeS).isCloseTo(1.5, EXACT);
  }

  @Test
  void whatIsHeldBackIsNoWaitingOfTheInterval() {
    Map<Interval, Totals> job = run(2, 4, 0.25, 1);
    // of the 3 s: from 1 s to 1.5 s one of two tasks starts up and uses nothing
    assertThat(job.get(Interval.MAP).waitingS).isCloseTo(0.25, EXACT);
  }

  @Property(tries = 200)
  void everyTaskDoesItsWorkOnceWheneverReducesBegin(
      @ForAll @IntRange(min = 1, max = 40) int maps,
      @ForAll @IntRange(min = 1, max = 12) int reduces,
      @ForAll @IntRange(min = 1, max = 5) int nodes,
      @ForAll @IntRange(min = 1, max = 4) int slots,
      @ForAll @IntRange(min = 0, max = 3) int ofReduces,
      @ForAll @DoubleRange(min = 0, max = 1) double slowStart) {
    JobPlan shared = plan(nodes, slots, maps, slowStart, reduces);
    JobPlan plan = ofReduces == 0 ? shared : withOwnSlots(shared, slots, ofReduces);
    Map<Interval, Totals> job = Simulation.run(plan, 1);
    assertThat(core(job, "sort")).isCloseTo(maps, within(1e-6));
    assertThat(core(job, "write")).isCloseTo(reduces, within(1e-6));
    double network =
        job.values().stream()
            .flatMap(t -> IntStream.range(0, nodes).mapToObj(n -> t.networkS[n]))
            .mapToDouble(Double::doubleValue)
            .sum();
    assertThat(network).isCloseTo(reduces, within(1e-6));
    assertThat(job.values()).allSatisfy(t -> assertThat(t.timeS).isNotNegative());
    assertThat(Simulation.run(plan, 1).get(Interval.REDUCE).timeS)
        .isEqualTo(job.get(Interval.REDUCE).timeS);
  }

  private static double core(Map<Interval, Totals> job, String operation) {
    return job.values().stream()
        .filter(t -> t.operations.containsKey(operation))
        .mapToDouble(t -> t.operations.get(operation).coreS)
        .sum();
  }

  private static Map<Interval, Totals> run(int slots, int maps, double slowStart, int reduces) {
    return Simulation.run(plan(1, slots, maps, slowStart, reduces), 1);
  }

  /** Maps of 1 s; reduces that start for 0.5 s, copy for 1 s and reduce for 1 s; cores for all. */
  private static JobPlan plan(int nodes, int slots, int maps, double slowStart, int reduces) {
    List<Phase> map = List.of(cpu(Interval.MAP, "sort"));
    List<Phase> reduce =
        List.of(
            new Phase(Interval.SHUFFLE_TAIL, List.of(), 1, 0.5, 0, 0, false),
            new Phase(Interval.SHUFFLE_TAIL, List.of(), 1, 0, 0, 1, true, true),
            cpu(Interval.REDUCE, "write"));
    Stage first =
        new Stage(List.of(Interval.MAP), 0, slots, slots, null, Collections.nCopies(maps, map));
    Stage later =
        new Stage(
            List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE),
            0,
            slots,
            slots,
            null,
            Collections.nCopies(reduces, reduce));
    return new JobPlan(
        nodes, 0, 0, 0, 0, 0, new Overlap(slowStart, false, false), List.of(first, later));
  }

  private static Phase cpu(Interval interval, String operation) {
    return new Phase(
        interval, List.of(new Demand(operation, "payload", 100, 0, 1, 1)), 1, 0, 0, 0, true);
  }
}
