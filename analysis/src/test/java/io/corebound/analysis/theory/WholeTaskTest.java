package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.simulation.Simulation;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import io.corebound.records.units.DataSize;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** TeraSort of 1 GB, 8 maps and 2 reduces on 2 cores, with whole tasks measured. */
class WholeTaskTest {
  private static final DataSize GIGABYTE = DataSize.parse("1GB");
  private static final Offset<Double> CLOSE = within(1e-6);

  private static MeasuredRows calm() {
    return MeasuredRows.terasort()
        .times("contention", "factor", 1 / 1.2)
        .times("idle", "cost", 0)
        .exact();
  }

  @Test
  void totalsAreThoseOfTheWholeTasks() {
    Prediction prediction = predict(calm().wholeTasks());
    // map: 8 x (1.5 container + 2.5 - 1 cold) + 1 GB x 30 ns/B
    assertThat(interval(prediction, "map").coreS()).isCloseTo(54, CLOSE);
    // shuffle tail and reduce: 2 x (1.5 container + 2.0 - 1.2 cold) + 1 GB x 25 ns/B
    assertThat(
            interval(prediction, "shuffle-tail").coreS() + interval(prediction, "reduce").coreS())
        .isCloseTo(29.6, CLOSE);
  }

  /** Of 100 MB too, the first task of which pays all of the 2.5 - 1 core-s but 0.15. */
  private static MeasuredRows ofTwoSizes() {
    // 250 MB: 2.5 cold + 250 MB x 30 ns/B
    return calm()
        .wholeTasks()
        .sized("task.map", 2_500_000, 10)
        .task("task.map", Map.of("records", "1000000"), 33, 1 + 1.35 + 3);
  }

  @Test
  void taskOfFewBytesPaysOnlyPartOfTheColdStart() {
    Prediction prediction = predict(ofTwoSizes());
    // two files of three blocks and 97 MB; 8 containers, 1 GB x 30 ns/B
    double block = 1.35 + 0.15 * (134.217728 - 100) / 150;
    double last = 1.35 * (500 - 3 * 134.217728) / 100;
    assertThat(interval(prediction, "map").coreS())
        .isCloseTo(12 + 6 * block + 2 * last + 30, CLOSE);
    assertThat(prediction.notModelled()).noneMatch(s -> s.contains("variants"));
  }

  @Test
  void taskOfOneSizePaysAllOfTheColdStart() {
    MeasuredRows measured = calm().wholeTasks().sized("task.map", 2_500_000, 10);
    assertThat(interval(predict(measured), "map").coreS()).isCloseTo(12 + 8 * 1.5 + 30, CLOSE);
    // another sort buffer is another task
    measured.task("task.map", Map.of("records", "1000000", "sortMib", "5"), 33, 1 + 1.35 + 3);
    Prediction prediction = predict(measured);
    assertThat(interval(prediction, "map").coreS()).isCloseTo(12 + 8 * 1.5 + 30, CLOSE);
    assertThat(prediction.notModelled())
        .anyMatch(s -> s.startsWith("task.map: measured in 2 variants"));
  }

  @Test
  void moreDataNeverTakeLessWhereSmallTasksPayLess() {
    Machine machine = ofTwoSizes().machine();
    double before = 0;
    for (int megabytes = 20; megabytes <= 1200; megabytes += 20) {
      Prediction more = Cases.predict(machine, Cases.local(), new DataSize(megabytes * 1_000_000L));
      assertThat(more.coreS()).isGreaterThan(before);
      before = more.coreS();
    }
  }

  @Test
  void operationsKeepTheirSharesOfATask() {
    // eight whole blocks, so that all maps are the same
    DataSize blocks = new DataSize(8 * 134_217_700L);
    Prediction whole = Cases.predict(calm().wholeTasks().machine(), Cases.local(), blocks);
    Prediction operations = Cases.predict(calm().machine(), Cases.local(), blocks);
    // the same factor for every operation of a map, another for those of a reduce
    double sort = cost(whole, "map", "sort") / cost(operations, "map", "sort");
    assertThat(cost(whole, "map", "merge") / cost(operations, "map", "merge"))
        .isCloseTo(sort, CLOSE);
    double fetch =
        cost(whole, "shuffle-tail", "shuffle.fetch")
            / cost(operations, "shuffle-tail", "shuffle.fetch");
    assertThat(
            cost(whole, "reduce", "write.tera-records")
                / cost(operations, "reduce", "write.tera-records"))
        .isCloseTo(fetch, CLOSE);
    assertThat(cost(whole, "map", "start.container")).isCloseTo(12, CLOSE);
    // cold starts of the maps: 8 x 1.5, all containers' beside
    assertThat(
            interval(whole, "map").operations().stream()
                .mapToDouble(OperationCost::coldCoreS)
                .sum())
        .isCloseTo(24, CLOSE);
  }

  private static MeasuredRows writingBack(MeasuredRows rows) {
    return rows.row("disk.write-back", "kernel", "cost", "ns/B", "file", 3);
  }

  @Test
  void sumOfOperationsStandsBeside() {
    Prediction whole = predict(writingBack(calm().wholeTasks()));
    Prediction operations = predict(writingBack(calm()));
    assertThat(whole.sumOfOperationsS()).isEqualTo(operations.totalS());
    assertThat(whole.intervals())
        .extracting(PredictedInterval::sumOfOperationsCoreS)
        .isEqualTo(operations.intervals().stream().map(PredictedInterval::coreS).toList());
    // 1.5 cold + 125 MB x 30 ns/B; the kernel's part is no task's
    assertThat(whole.derived().wholeTasks().mapTaskCoreS()).isCloseTo(5.25, CLOSE);
    assertThat(whole.derived().wholeTasks().mapTaskSumOfOperationsCoreS())
        .isCloseTo(
            (interval(operations, "map").coreS() - 12 - cost(operations, "map", "disk.write-back"))
                / 8,
            CLOSE);
  }

  @Test
  void withoutWholeTasksThePredictionIsTheSumOfOperationsAndSaysSo() {
    Prediction prediction = predict(calm());
    assertThat(prediction.sumOfOperationsS()).isNull();
    assertThat(prediction.derived().wholeTasks().mapTaskCoreS()).isNull();
    assertThat(prediction.notModelled())
        .anyMatch(s -> s.startsWith("task.map: not measured"))
        .anyMatch(s -> s.startsWith("task.reduce: not measured"));
    assertThat(StructuredFiles.toJson(prediction)).doesNotContain("sum_of_operations");
  }

  @Test
  void halfMeasuredTaskIsTheSumOfItsOperationsAndSaysSo() {
    Prediction prediction = predict(calm().wholeTasks().without("task.map", "empty_cost"));
    assertThat(interval(prediction, "map").coreS())
        .isCloseTo(interval(predict(calm()), "map").coreS(), CLOSE);
    assertThat(prediction.notModelled())
        .anyMatch(s -> s.startsWith("task.map: no row of metric empty_cost;"));
    assertThat(prediction.derived().wholeTasks().reduceTaskCoreS()).isNotNull();
    assertThat(prediction.derived().wholeTasks().mapTaskCoreS()).isNull();
  }

  @Test
  void jobOfAnotherCodecThanTheWholeTasksIsTheSumOfItsOperations() {
    ClusterFile plain = Cases.with(Cases.local(), DataSize.parse("100MiB"), 10, "none");
    Prediction prediction = Cases.predict(calm().wholeTasks().machine(), plain, GIGABYTE);
    assertThat(prediction.coreS())
        .isEqualTo(Cases.predict(calm().machine(), plain, GIGABYTE).coreS());
    assertThat(prediction.notModelled())
        .anyMatch(s -> s.startsWith("task.map, task.reduce: not measured with codec none, which"))
        .noneMatch(s -> s.startsWith("task.map: measured at"));
  }

  @Test
  void jobOfACodecWithWhichWholeTasksWereMeasuredTooIsMadeOfThose() {
    ClusterFile plain = Cases.with(Cases.local(), DataSize.parse("100MiB"), 10, "none");
    MeasuredRows both = calm().wholeTasks().wholeTasksWith("none", 2);
    Prediction prediction = Cases.predict(both.machine(), plain, GIGABYTE);
    // 1.5 cold + 125 MB x 60 ns/B
    assertThat(prediction.derived().wholeTasks().mapTaskCoreS()).isCloseTo(9, CLOSE);
    assertThat(prediction.sumOfOperationsS())
        .isEqualTo(Cases.predict(calm().machine(), plain, GIGABYTE).totalS());
    assertThat(prediction.notModelled()).noneMatch(s -> s.contains("not measured with codec"));
    // those of Snappy are what they were
    assertThat(predict(both).coreS()).isEqualTo(predict(calm().wholeTasks()).coreS());
    MeasuredRows half = calm().wholeTasks().wholeTasksWith("none", 2);
    half.without("task.reduce.none", "cost");
    assertThat(Cases.predict(half.machine(), plain, GIGABYTE).notModelled())
        .anyMatch(s -> s.startsWith("task.map, task.reduce: not measured with codec none, which"));
  }

  @Test
  void contentionOfTasksIsThatOfTheirCodecWhereItWasMeasured() {
    MeasuredRows rows = calm().wholeTasks().wholeTasksWith("none", 1);
    rows.row("contention", Map.of("operation", "task.map"), "all", "factor", "ratio", "", 1.2);
    rows.row("contention", Map.of("operation", "task.map.none"), "all", "factor", "ratio", "", 1.4);
    Machine machine = rows.machine();
    assertThat(machine.contention("task.map")).isEqualTo(1.2);
    assertThat(machine.with(Overlay.wholeTasksOf("none")).contention("task.map")).isEqualTo(1.4);
    assertThat(machine.hasWholeTasksOf("gzip")).isFalse();
  }

  @Test
  void keysOfTheSumOfOperationsAreSpeltOut() {
    assertThat(StructuredFiles.toJson(predict(calm().wholeTasks())))
        .contains("\"sum_of_operations_s\" :")
        .contains("\"sum_of_operations_core_s\" :");
  }

  @Test
  void wavesOfEmptyTasksTakeWhatWasMeasured() {
    // two slots on two cores, 0.1 busy: 2 core-s share 1.9 cores, 2.11 s of work; 0.89 s of waiting
    Machine machine = start(2, 2, 3).times("idle", "cost", 2).exact().machine();
    assertThat(container(machine).get(0).leastS()).isCloseTo(3 - 2 / 0.95, CLOSE);
    // three waves, two turnarounds of 0.3 s
    assertThat(waves(machine, 2, 6)).isCloseTo(3 * 3 + 2 * 0.3, CLOSE);
  }

  @Test
  void containerThatStartedAloneUsesTwoCores() {
    // alone on two cores, nothing else busy: 2 core-s in 1 s
    Machine machine = start(1, 2, 3).times("idle", "cost", 0).exact().machine();
    assertThat(container(machine).get(0).leastS()).isCloseTo(2, CLOSE);
    assertThat(waves(machine, 1, 2)).isCloseTo(2 * 3 + 0.3, CLOSE);
  }

  @Test
  void containerThatStartedAloneOnANodeOfOneCoreUsedThatWhateverThePlannedNodeHas() {
    // 2 core-s in 2 s
    MeasuredRows rows = start(1, 2, 3).times("idle", "cost", 0);
    Map<String, String> onOne = Map.of("cores", "1");
    rows.row("start.job", onOne, "containers", "submit_to_first_map_cost", "core-s", "", 1);
    assertThat(container(rows.exact().machine()).get(0).leastS()).isCloseTo(1, CLOSE);
  }

  @Test
  void containerThatWorkedAllTheTimeDoesNotWait() {
    Machine machine = start(2, 3, 2).exact().machine();
    assertThat(container(machine).get(0).leastS()).isZero();
  }

  @Test
  void contentionIsNotAppliedToTheStartOfContainers() {
    Prediction calm = predict(calm().wholeTasks());
    Prediction crowded = predict(calm().times("contention", "factor", 1.5).wholeTasks());
    assertThat(cost(crowded, "map", "start.container"))
        .isCloseTo(cost(calm, "map", "start.container"), CLOSE);
    assertThat(cost(crowded, "map", "sort")).isGreaterThan(cost(calm, "map", "sort") * 1.1);
  }

  @Test
  void countersSeeOfAContainersStartTheEmptyTaskOnly() {
    // eight maps of 1 core-s each, of containers of 1.5
    assertThat(taskCoreS(predict(calm().wholeTasks()))).isCloseTo(8, CLOSE);
    assertThat(taskCoreS(predict(calm()))).isZero();
  }

  @Test
  void mapWithAnotherSortBufferThanTheMeasuredOneMergesLess() {
    Map<String, String> measured =
        Map.of("records", "1342177", "sortMib", "100", "spillPercent", "0.8", "factor", "10");
    Machine machine = calm().wholeTasks().measuredWith("task.map", measured).machine();
    // eight maps of 125 MB: 1.5 core-s cold beyond an empty task, 30 ns a byte
    double twoSpills = mapTaskCoreS(machine, Cases.local());
    assertThat(twoSpills).isCloseTo(1.5 + 0.125 * 30, CLOSE);
    // operations take 8 + 20 + 1 + 0.1 + 4 x 1.04 ns a byte, and a merge (2 + 4) x 1.04 + 8
    double oneSpill =
        mapTaskCoreS(machine, Cases.with(Cases.local(), DataSize.parse("400MiB"), 10, "snappy"));
    assertThat(oneSpill).isCloseTo(1.5 + 0.125 * 30 * 33.26 / 47.5, CLOSE);
  }

  @Test
  void reduceOfMoreThanTheMeasuredOneMergesMoreOften() {
    Map<String, String> measured = Map.of("records", "1342177", "maps", "8");
    Machine machine = calm().wholeTasks().measuredWith("task.reduce", measured).machine();
    double small = reduceCoreSPerGigabyte(machine, DataSize.parse("268435400B"));
    assertThat(reduceCoreSPerGigabyte(machine, DataSize.parse("60GB"))).isGreaterThan(1.05 * small);
  }

  private static double mapTaskCoreS(Machine machine, ClusterFile cluster) {
    return Cases.predict(machine, cluster, GIGABYTE).derived().wholeTasks().mapTaskCoreS();
  }

  /** Of the two reduces of the local cluster, without their cold starts. */
  private static double reduceCoreSPerGigabyte(Machine machine, DataSize data) {
    double task =
        Cases.predict(machine, Cases.local(), data).derived().wholeTasks().reduceTaskCoreS();
    return (task - (2.0 - 1.2)) / (data.megabytes() / 2e3);
  }

  private static double taskCoreS(Prediction prediction) {
    return interval(prediction, "map").operations().stream()
        .filter(o -> o.operation().equals("start.container"))
        .mapToDouble(OperationCost::taskCoreS)
        .sum();
  }

  /** Containers of some core-seconds, so many at once, in some time. */
  private static MeasuredRows start(int concurrent, double coreS, double wallS) {
    return MeasuredRows.terasort()
        .times("start.container", "cold_cost", coreS / 1.5)
        .times("start.container", "empty_map_wall", wallS / 1.2)
        .threads("start.container", concurrent);
  }

  private static List<Phase> container(Machine machine) {
    return plan(machine).stages().get(0).tasks().get(0).subList(0, 2);
  }

  private static JobPlan plan(Machine machine) {
    return new TaskPlanner(machine, Cases.terasort(), Cases.local(), "snappy", GIGABYTE.bytes())
        .plan();
  }

  /** Time of so many empty maps on so many slots. */
  private static double waves(Machine machine, int slots, int maps) {
    JobPlan plan = plan(machine);
    Stage map = plan.stages().get(0);
    Stage empty =
        new Stage(
            List.of(Interval.MAP),
            0,
            map.coresPerNode(),
            slots,
            map.turnaround(),
            Collections.nCopies(maps, container(machine)));
    return Simulation.run(new JobPlan(1, 0, 0, 0, plan.idleCores(), List.of(empty)), 1.2)
        .get(Interval.MAP)
        .timeS;
  }

  private static Prediction predict(MeasuredRows rows) {
    return Cases.predict(rows.machine(), Cases.local(), GIGABYTE);
  }

  private static PredictedInterval interval(Prediction prediction, String name) {
    return prediction.intervals().stream()
        .filter(i -> i.name().word().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static double cost(Prediction prediction, String interval, String operation) {
    return interval(prediction, interval).operations().stream()
        .filter(o -> o.operation().equals(operation))
        .mapToDouble(OperationCost::coreS)
        .findFirst()
        .orElseThrow();
  }
}
