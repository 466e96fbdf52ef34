package io.corebound.analysis.theory;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.PredictedChange;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.OperationCost;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The live prediction: TeraSort on measured costs. */
class PredictorTest {
  private static final DataSize GIGABYTE = DataSize.parse("1GB");
  private static final Offset<Double> EXACT = within(1e-9);

  @TempDir Path folder;

  @Test
  void coreSecondsOfAnOperationAreVolumeTimesCostAndItsColdStarts() {
    Machine machine =
        MeasuredRows.terasort().times("contention", "factor", 1 / 1.2).exact().machine();
    Prediction prediction = Cases.predict(machine, Cases.local(), GIGABYTE);
    // 8 maps: 1 GB x 20 ns/B + 8 x 0.5 core-s; compress twice 1.04 GB x 4 ns/B + 8 x 0.05
    assertThat(cost(prediction, "map", "sort").coreS()).isCloseTo(24, within(1e-6));
    assertThat(cost(prediction, "map", "sort").coldCoreS()).isCloseTo(4, within(1e-6));
    assertThat(cost(prediction, "map", "compress.snappy").coreS()).isCloseTo(8.72, within(1e-6));
    assertThat(cost(prediction, "map", "start.container").coreS()).isCloseTo(12, within(1e-6));
    // 1 GB x 9 ns/B + 2 x 0.3; 1.04 GB of IFile / 2.5 x 3 ns/B + 2 x 0.2
    assertThat(cost(prediction, "reduce", "write.tera-records").coreS())
        .isCloseTo(9.6, within(1e-6));
    assertThat(cost(prediction, "shuffle-tail", "shuffle.fetch").coreS())
        .isCloseTo(1.648, within(1e-6));
  }

  /** 1 GB is stored once as output; the rest of what is written goes through the same disk. */
  @Test
  void kernelTakesItsPartOfWhatIsWrittenBesideTheTasks() {
    MeasuredRows rows =
        MeasuredRows.terasort()
            .times("contention", "factor", 1 / 1.2)
            .row("disk.write-back", "kernel", "cost", "ns/B", "file", 4)
            .exact();
    Prediction with = Cases.predict(rows.machine(), Cases.local(), GIGABYTE);
    Prediction without =
        Cases.predict(
            MeasuredRows.terasort().times("contention", "factor", 1 / 1.2).exact().machine(),
            Cases.local(),
            GIGABYTE);
    OperationCost reduce = cost(with, "reduce", "disk.write-back");
    assertThat(reduce.volume().bytes()).isGreaterThanOrEqualTo(1_000_000_000);
    assertThat(reduce.coreS()).isCloseTo(reduce.volume().bytes() * 4e-9, within(0.05));
    assertThat(reduce.taskCoreS()).isZero();
    assertThat(cost(with, "reduce", "write.tera-records").coreS())
        .isCloseTo(cost(without, "reduce", "write.tera-records").coreS(), within(0.05));
    assertThat(with.coreS()).isGreaterThan(without.coreS() + 4);
    assertThat(with.totalS()).isGreaterThanOrEqualTo(without.totalS());
    assertThat(without.notModelled()).contains(Sentences.of("gap.NO_WRITE_BACK"));
  }

  /** By predicting it again. */
  @Test
  void changesAreWhatAJobWithThatOneChangeWouldTake() {
    Machine machine = MeasuredRows.terasort().exact().machine();
    Prediction prediction = Cases.predict(machine, Cases.local(2), GIGABYTE);
    Machine cheaper =
        MeasuredRows.terasort()
            .times("sort", "cost", 0.5)
            .times("sort", "wall", 0.5)
            .times("sort", "cold_cost", 0.5)
            .times("sort", "cold_wall", 0.5)
            .exact()
            .machine();

    Map<PredictedChange.Kind, Double> totals =
        Map.of(
            PredictedChange.Kind.CORES,
            Cases.predict(machine, Cases.local(4), GIGABYTE).totalS(),
            PredictedChange.Kind.DISK,
            Cases.predict(machine.with(Overlay.faster(2, 1)), Cases.local(2), GIGABYTE).totalS(),
            PredictedChange.Kind.NETWORK,
            Cases.predict(machine.with(Overlay.faster(1, 2)), Cases.local(2), GIGABYTE).totalS(),
            PredictedChange.Kind.OPERATION,
            Cases.predict(cheaper, Cases.local(2), GIGABYTE).totalS());
    assertThat(prediction.changes())
        .hasSize(4)
        .isSortedAccordingTo(Comparator.comparingDouble(PredictedChange::savedS).reversed())
        .allSatisfy(
            change -> {
              // where two tasks end at once, rounding decides which is the first
              assertThat(change.totalS()).isCloseTo(totals.get(change.kind()), within(0.2));
              assertThat(change.savedS())
                  .isCloseTo(prediction.totalS() - change.totalS(), within(1e-6));
              assertThat(change.operation())
                  .isEqualTo(change.kind() == PredictedChange.Kind.OPERATION ? "sort" : null);
            });
  }

  @Test
  void twiceTheCoresAreLeftOutWhereTheyCannotBeComputed() {
    Machine machine = MeasuredRows.terasort().exact().machine();
    ClusterFile many = Cases.local(64).withNodes(10_000);
    assertThat(Cases.predict(machine, many, GIGABYTE).changes())
        .extracting(PredictedChange::kind)
        .hasSize(3)
        .doesNotContain(PredictedChange.Kind.CORES);
  }

  @Test
  void contentionMultipliesWhatRunsOnAllCores() {
    Machine alone =
        MeasuredRows.terasort().times("contention", "factor", 1 / 1.2).exact().machine();
    Machine crowded = MeasuredRows.terasort().exact().machine();
    double without = cost(Cases.predict(alone, Cases.local(), GIGABYTE), "map", "sort").coreS();
    double with = cost(Cases.predict(crowded, Cases.local(), GIGABYTE), "map", "sort").coreS();
    // the last task of a wave has its core for itself
    assertThat(with / without).isBetween(1.18, 1.2);
  }

  @Test
  void timeLiesBetweenFullOverlapAndNoOverlapWithAllWaiting() {
    Prediction prediction =
        Cases.predict(MeasuredRows.terasort().exact().machine(), Cases.local(), GIGABYTE);
    for (PredictedInterval interval : prediction.intervals()) {
      assertThat(interval.timeS()).isGreaterThanOrEqualTo(interval.fullOverlapS() - 1e-9);
      assertThat(interval.timeS())
          .isLessThanOrEqualTo(interval.noOverlapS() * 1.1 + interval.waitingS() + 1e-9);
    }
  }

  @Test
  void totalIsTheSumOfTheIntervals() {
    Prediction prediction =
        Cases.predict(MeasuredRows.terasort().machine(), Cases.local(), GIGABYTE);
    assertThat(prediction.totalS())
        .isCloseTo(
            prediction.intervals().stream().mapToDouble(PredictedInterval::timeS).sum(), EXACT);
    assertThat(prediction.coreS())
        .isCloseTo(
            prediction.intervals().stream().mapToDouble(PredictedInterval::coreS).sum(), EXACT);
    assertThat(prediction.intervals())
        .extracting(PredictedInterval::name)
        .containsExactly(Interval.MAP, Interval.SHUFFLE_TAIL, Interval.REDUCE, Interval.OVERHEAD);
  }

  @Test
  void overheadIsTheEmptyJobs() {
    Prediction prediction =
        Cases.predict(MeasuredRows.terasort().exact().machine(), Cases.local(), GIGABYTE);
    PredictedInterval overhead = prediction.intervals().get(3);
    // 3 s to the first map and 0.5 s at the end; 6 core-s and 0.05 x 3.5 s of idle load
    assertThat(overhead.timeS()).isCloseTo(3.5, EXACT);
    assertThat(overhead.coreS()).isCloseTo(6.175, EXACT);
  }

  @Test
  void overheadIsLongerWhereTheApplicationMasterHasFewerCores() {
    MeasuredRows rows = MeasuredRows.terasort().masterStart(2, 3.9).exact();
    ClusterFile two = Cases.local();
    // 3.9 core-s on 1.95 free cores are 2 of the 3 s; a third core is of no use but 0.05 of it
    assertThat(overhead(rows, two).timeS()).isCloseTo(3.5, EXACT);
    assertThat(overhead(rows, Cases.withCores(two, 1)).timeS())
        .isCloseTo(1 + 3.9 / 0.95 + 0.5, EXACT);
    assertThat(overhead(rows, Cases.withCores(two, 8)).timeS()).isCloseTo(1 + 3.9 / 2 + 0.5, EXACT);
    assertThat(Cases.predict(rows.machine(), two, GIGABYTE).notModelled())
        .noneMatch(s -> s.contains("the start of the ApplicationMaster"));
  }

  @Test
  void withoutItsCoreSecondsTheApplicationMasterTakesAsLongEverywhere() {
    MeasuredRows rows = MeasuredRows.terasort().exact();
    assertThat(overhead(rows, Cases.withCores(Cases.local(), 1)).timeS()).isCloseTo(3.5, EXACT);
    assertThat(Cases.predict(rows.machine(), Cases.local(), GIGABYTE).notModelled())
        .anyMatch(s -> s.contains("the start of the ApplicationMaster"));
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 2, 2, 0, 2, false",
    "0.05, 1, 2, 0, 2, false",
    "0.05, 2, 2, 0, 2, true",
    "0.05, 2, 2, 0.5, 2, false",
    // two waves: whose slot is free first
    "0.05, 2, 2, 0.5, 4, true",
    "0.05, 4, 2, 0.5, 2, false",
    // two slots a node, which may be those of one
    "0.05, 2, 4, 0.5, 2, true",
    "0.05, 2, 4, 0.5, 4, false"
  })
  void reducesThatMayShareANodeWhileAnotherHasNoneAreSaidNotToBeModelled(
      double slowStart, int nodes, int containers, double ofReduces, int reduces, boolean said) {
    ClusterFile cluster =
        Cases.localWith(
            "slow_start: " + slowStart,
            "nodes: " + nodes,
            "containers_per_node: " + containers,
            "reduce_slots: " + ofReduces,
            "reduce_tasks: " + reduces);
    assertThat(
            Cases.predict(MeasuredRows.terasort().exact().machine(), cluster, GIGABYTE)
                .notModelled())
        .filteredOn(s -> s.startsWith("slow start 0.05: reduces that begin early are dealt evenly"))
        .hasSize(said ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    // as many tasks as cores; then two reduces on four slots are no more than cores, four are
    "2, 0, 2, 1.0, false, false",
    "4, 0, 2, 1.0, true, false",
    "4, 0, 4, 1.0, true, true",
    // two maps and two reduces of a node, each on slots of their own
    "4, 0.5, 2, 1.0, false, false",
    "4, 0.5, 2, 0.05, true, true"
  })
  void tasksThatShareCoresCostEachOtherWhatWasMeasuredOrThatIsSaid(
      int containers,
      double ofReduces,
      int reduces,
      double slowStart,
      boolean maps,
      boolean reducesToo) {
    ClusterFile cluster =
        Cases.localWith(
            "containers_per_node: " + containers,
            "reduce_slots: " + ofReduces,
            "reduce_tasks: " + reduces,
            "slow_start: " + slowStart);
    List<Measurement> rows = new ArrayList<>(MeasuredRows.terasort().exact().wholeTasks().rows());
    Prediction unknown = Cases.predict(Machine.of("run", rows), cluster, GIGABYTE);
    rows.add(sharing("task.map", 1.25));
    rows.add(sharing("task.reduce", 1.5));
    Prediction known = Cases.predict(Machine.of("run", rows), cluster, GIGABYTE);
    assertThat(known.derived().basis().sharingFactor().get("task.map"))
        .isEqualTo(maps ? 1.25 : null);
    assertThat(known.derived().basis().sharingFactor().get("task.reduce"))
        .isEqualTo(reducesToo ? 1.5 : null);
    assertThat(known.notModelled()).noneMatch(s -> s.startsWith("more tasks than cores"));
    assertThat(unknown.notModelled())
        .filteredOn(s -> s.startsWith("more tasks than cores"))
        .hasSize(maps || reducesToo ? 1 : 0)
        .allMatch(s -> s.contains("task.map") == maps && s.contains("task.reduce") == reducesToo)
        .allMatch(s -> s.contains("'corebound micro --profile model'"));
    if (maps || reducesToo) {
      assertThat(known.coreS()).isGreaterThan(unknown.coreS());
      assertThat(known.totalS()).isGreaterThan(unknown.totalS());
    } else {
      assertThat(known.coreS()).isEqualTo(unknown.coreS());
    }
  }

  private static Measurement sharing(String task, double factor) {
    return MeasuredTermsTest.contention(
        Map.of("suite", "task", "operation", task, "cpus", "1"), 2, factor);
  }

  @Test
  void wavesAreOfTheSlotsThatEitherHas() {
    ClusterFile cluster = Cases.localWith("containers_per_node: 4", "reduce_slots: 0.25");
    DerivedFigures.Cut cut =
        Cases.predict(
                MeasuredRows.terasort().exact().machine(),
                Cases.localWith("containers_per_node: 4", "reduce_slots: 0.25", "reduce_tasks: 3"),
                GIGABYTE)
            .derived()
            .cut();
    assertThat(cluster.reduceTasks()).isEqualTo(1);
    assertThat(cut).isEqualTo(new DerivedFigures.Cut(8, 3, 3, 3, 4, null));
  }

  @Test
  void whatAJobTakesBesideItsTasksIsInEveryInterval() {
    MeasuredRows rows = MeasuredRows.terasort().exact();
    Prediction without = Cases.predict(rows.machine(), Cases.local(), GIGABYTE);
    assertThat(without.notModelled())
        .anyMatch(s -> s.contains("beside the tasks, from the first map"));
    rows.row("start.job", "all", "running_cost", "core-s/s", "", 0.25);
    Prediction with = Cases.predict(rows.exact().machine(), Cases.local(), GIGABYTE);
    assertThat(with.notModelled())
        .noneMatch(s -> s.contains("beside the tasks, from the first map"));
    PredictedInterval map = with.intervals().get(0);
    // 0.05 of it are the idle cluster's
    assertThat(cost(with, "map", "start.job").coreS()).isCloseTo(0.2 * map.timeS(), EXACT);
    assertThat(map.timeS()).isGreaterThan(without.intervals().get(0).timeS());
    assertThat(with.intervals().get(3).coreS())
        .isCloseTo(without.intervals().get(3).coreS(), EXACT);
  }

  @Test
  void whatTheMachineTakesBesideTasksIsHeldAgainstTheIdleMachine() {
    MeasuredRows rows =
        MeasuredRows.terasort()
            .row("idle", "machine", "cost", "core-s/s", "", 0.08)
            .row("start.job", "machine", "running_cost", "core-s/s", "", 0.25)
            .exact();
    Prediction prediction = Cases.predict(rows.machine(), Cases.local(), GIGABYTE);
    double mapS = prediction.intervals().get(0).timeS();
    assertThat(cost(prediction, "map", "idle").coreS()).isCloseTo(0.08 * mapS, EXACT);
    assertThat(cost(prediction, "map", "start.job").coreS()).isCloseTo(0.17 * mapS, EXACT);
  }

  @Test
  void rarerHeartbeatsTakeLessInEverySecondOfAJob() {
    Machine machine =
        MeasuredRows.terasort()
            .row("idle", "resourcemanager", "cost", "core-s/s", "", 0.03)
            .row("start.job", "machine", "running_cost", "core-s/s", "", 0.25)
            .exact()
            .machine();
    Prediction rarer = Cases.predict(machine, Cases.localWith("heartbeat_ms: 1000"), GIGABYTE);
    double mapS = rarer.intervals().get(0).timeS();
    // a tenth of the 0.03 of the ResourceManager, and of the 0.2 beside the idle cluster
    assertThat(cost(rarer, "map", "idle").coreS()).isCloseTo(0.023 * mapS, EXACT);
    assertThat(cost(rarer, "map", "start.job").coreS()).isCloseTo(0.02 * mapS, EXACT);
  }

  @Test
  void collectorsTakeTheirPartInEverySecondOfAJob() {
    MeasuredRows rows = MeasuredRows.terasort().exact();
    Prediction without = Cases.predict(rows.machine(), Cases.local(), GIGABYTE);
    assertThat(without.notModelled())
        .contains("collectors: what they take beside a job was not measured");
    assertThat(cost(without, "map", "idle").coreS())
        .isCloseTo(0.05 * without.intervals().get(0).timeS(), EXACT);
    rows.row("collectors", "collectors", "cost", "core-s/s", "", 0.03);
    Prediction with = Cases.predict(rows.exact().machine(), Cases.local(), GIGABYTE);
    assertThat(with.notModelled()).noneMatch(s -> s.startsWith("collectors: "));
    // beside 0.05 of the idle cluster
    assertThat(cost(with, "map", "idle").coreS())
        .isCloseTo(0.08 * with.intervals().get(0).timeS(), EXACT);
    assertThat(cost(with, "reduce", "idle").coreS())
        .isCloseTo(0.08 * with.intervals().get(2).timeS(), EXACT);
    assertThat(with.intervals().get(3).coreS()).isCloseTo(6 + 0.08 * 3.5, EXACT);
    assertThat(with.totalS()).isGreaterThan(without.totalS());
  }

  @Test
  void collectorsLeaveWhatAJobTakesBesideItsTasksAsItIs() {
    MeasuredRows rows =
        MeasuredRows.terasort()
            .row("start.job", "machine", "running_cost", "core-s/s", "", 0.25)
            .row("collectors", "collectors", "cost", "core-s/s", "", 0.03)
            .exact();
    Prediction prediction = Cases.predict(rows.machine(), Cases.local(), GIGABYTE);
    // the idle cluster's 0.05 are in it, and collectors are not
    assertThat(cost(prediction, "map", "start.job").coreS())
        .isCloseTo(0.2 * prediction.intervals().get(0).timeS(), EXACT);
  }

  @Test
  void collectorsOfNodesThatAreMachinesOfTheirOwnAreSaidToBeCountedOnce() {
    Machine machine =
        MeasuredRows.terasort()
            .row("collectors", "collectors", "cost", "core-s/s", "", 0.03)
            .exact()
            .machine();
    ClusterFile three = Cases.localWith("nodes: 3");
    Prediction planned =
        Predictor.predict(
            machine,
            "terasort",
            Cases.terasort(),
            PredictionRequest.planned(three, GIGABYTE, null));
    assertThat(planned.notModelled())
        .anyMatch(s -> s.startsWith("collectors: they are counted once"));
    assertThat(Cases.predict(machine, three, GIGABYTE).notModelled())
        .noneMatch(s -> s.startsWith("collectors: "));
  }

  @Test
  void clientIsInNoIntervalAndTakesItsSampleOnceAndCold() {
    MeasuredRows rows = MeasuredRows.terasort().exact();
    Prediction without = Cases.predict(rows.machine(), Cases.local(), GIGABYTE);
    assertThat(without.derived().client().timeS()).isNull();
    assertThat(without.notModelled()).anyMatch(s -> s.contains("start.client was not measured"));
    rows.row("start.client", "all", "cold_cost", "core-s", "", 4)
        .row("start.client", "wall", "cold_wall", "s", "", 2);
    assertThat(Cases.predict(rows.exact().machine(), Cases.local(), GIGABYTE).notModelled())
        .anyMatch(s -> s.contains("sample.tera-records was not measured"));
    rows.operation("sample.tera-records", "payload", 40, 30, 1.5);
    Prediction with = Cases.predict(rows.exact().machine(), Cases.local(), GIGABYTE);
    // 100,000 records of 100 B
    DerivedFigures.Client client = with.derived().client();
    assertThat(client.timeS()).isCloseTo(2 + 1.5 + 0.3, EXACT);
    assertThat(client.coreS()).isCloseTo(4 + 1.5 + 0.4, EXACT);
    assertThat(with.totalS()).isEqualTo(without.totalS());
    assertThat(with.coreS()).isEqualTo(without.coreS());
    DerivedFigures.Client little =
        Cases.predict(rows.machine(), Cases.local(), DataSize.parse("1MB")).derived().client();
    assertThat(little.timeS()).isCloseTo(2 + 1.5 + 0.03, EXACT);
  }

  @Test
  void jobsWhoseTasksHadAnArchiveDoNotStandForOthers() {
    MeasuredRows rows =
        MeasuredRows.terasort()
            .row("start.job", Map.of("cds", "tasks"), "all", "running_cost", "core-s/s", "", 0.25)
            .exact();
    assertThat(Cases.predict(rows.machine(), Cases.local(), GIGABYTE).notModelled())
        .anyMatch(s -> s.contains("beside the tasks, from the first map"));
  }

  private static PredictedInterval overhead(MeasuredRows rows, ClusterFile cluster) {
    return Cases.predict(rows.machine(), cluster, GIGABYTE).intervals().get(3);
  }

  @Test
  void slowDiskBecomesTheBottleneck() {
    Prediction prediction =
        Cases.predict(
            MeasuredRows.terasort()
                .times("disk.read", "rate", 0.02)
                .times("disk.write", "rate", 0.02)
                .exact()
                .machine(),
            Cases.local(),
            GIGABYTE);
    PredictedInterval map = prediction.intervals().get(0);
    // 1 GB at 10 MB/s, and the compressed output twice (spill, merge) at 8 MB/s
    assertThat(map.diskS()).isCloseTo(100 + 2 * 416 / 8.0, within(1e-6));
    assertThat(map.bottleneck()).isEqualTo(Bound.DISK);
    assertThat(map.margin()).isGreaterThan(1);
  }

  @Test
  void withoutCodecNothingIsCompressed() {
    ClusterFile plain = Cases.with(Cases.local(), DataSize.parse("100MiB"), 10, "none");
    Prediction prediction =
        Cases.predict(
            MeasuredRows.terasort().without("compress.snappy", "ratio").machine(), plain, GIGABYTE);
    assertThat(prediction.intervals())
        .flatExtracting(PredictedInterval::operations)
        .extracting(OperationCost::operation)
        .noneMatch(o -> o.contains("press"));
    // 1.04 GB over the wire
    assertThat(cost(prediction, "shuffle-tail", "shuffle.fetch").volume())
        .isEqualTo(DataSize.parse("1040MB"));
  }

  @Test
  void sameInputGivesTheSameTextToTheLastByte() {
    String first = StructuredFiles.toJson(predicted());
    assertThat(StructuredFiles.toJson(predicted())).isEqualTo(first);
  }

  @Test
  void predictionIsReadBackAsItWasWritten() {
    Prediction prediction = predicted();
    Path file = folder.resolve("prediction.json");
    StructuredFiles.writeJson(file, prediction);
    assertThat(StructuredFiles.readJson(file, Prediction.class)).isEqualTo(prediction);
  }

  @Test
  void confidenceIntervalEnclosesThePointEstimate() {
    Prediction prediction = predicted();
    assertThat(prediction.totalS()).isBetween(prediction.totalLowS(), prediction.totalHighS());
    assertThat(prediction.intervals())
        .allSatisfy(i -> assertThat(i.coreS()).isBetween(i.coreLowS(), i.coreHighS()))
        .allSatisfy(i -> assertThat(i.timeS()).isBetween(i.timeLowS(), i.timeHighS()));
  }

  @Test
  void independentErrorsOfCostsPartlyCancel() {
    // five samples of each operation, whose interval is 10 % to both sides: 3.6 % by error
    assertThat(ofJob(predicted()).core().operations()).isBetween(0.005, 0.036);
  }

  @Test
  void machineWhoseSpeedMovesHasWiderIntervalsOfAllAndTheSameEstimate() {
    Prediction steady = onAMachineThatMoves(0);
    Prediction moving = onAMachineThatMoves(0.2);

    assertThat(moving.totalS()).isEqualTo(steady.totalS());
    assertThat(moving.coreS()).isEqualTo(steady.coreS());
    assertThat(ofJob(steady).core().machine()).isZero();
    // the job is one time more, beside the mean of five rounds
    assertThat(ofJob(moving).core().machine()).isCloseTo(0.2 * Math.sqrt(1.2), within(1e-9));
    assertThat(ofJob(moving).time().machine())
        .as("waiting does not go with it")
        .isLessThan(ofJob(moving).core().machine());
    assertThat(moving.coreHighS()).isGreaterThan(steady.coreHighS());
    assertThat(moving.totalHighS()).isGreaterThan(steady.totalHighS());
  }

  @Test
  void machineWithoutRoundsTakesTheSpeedOfOthersAndSaysSo() {
    Prediction unknown = predicted();

    assertThat(ofJob(unknown).core().machine()).isEqualTo(Learned.SHIPPED.machine());
    assertThat(unknown.notModelled()).anyMatch(s -> s.startsWith("the machine's speed"));
    assertThat(onAMachineThatMoves(0).notModelled())
        .noneMatch(s -> s.startsWith("the machine's speed"));
  }

  private static Prediction onAMachineThatMoves(double scatter) {
    return Cases.predict(
        MeasuredRows.terasort().row("speed", "all", "scatter", "ratio", "", scatter).machine(),
        Cases.local(),
        GIGABYTE);
  }

  private static Prediction.Uncertainty ofJob(Prediction prediction) {
    return prediction.uncertainty().get(Prediction.TOTAL);
  }

  @Test
  void whatOtherRunsTaughtStandsInForTooFewForks() {
    Prediction one =
        Cases.predict(MeasuredRows.terasort().exact().machine(), Cases.local(), GIGABYTE);
    assertThat(ofJob(one).core().operations())
        .isGreaterThan(ofJob(predicted()).core().operations());
  }

  @Test
  void noIntervalReachesZero() {
    Prediction wild = onAMachineThatMoves(5);
    assertThat(wild.coreLowS()).isPositive();
    assertThat(wild.intervals()).allSatisfy(i -> assertThat(i.timeLowS()).isPositive());
  }

  @Test
  void missingOperationIsNamed() {
    MeasuredRows rows = MeasuredRows.terasort().without("merge.reduce", "cost");
    assertThatRefused(() -> Cases.predict(rows.machine(), Cases.local(), GIGABYTE))
        .hasMessageContaining("machine run-1 has no operation 'merge.reduce'")
        .hasMessageContaining("did you mean 'frame.reduce'? 'corebound micro --profile model'");
  }

  @Test
  void papersMachineCannotRunTodaysTeraSort() {
    Machine paper =
        Machine.of(
            "oikawa-2013",
            StructuredFiles.readYaml(
                Cases.CONFIGS.resolve("machine/oikawa-2013.yaml"), MachineFile.class));
    ClusterFile plain = Cases.with(Cases.local(), DataSize.parse("100MiB"), 10, "none");
    assertThatRefused(() -> Cases.predict(paper, plain, GIGABYTE))
        .hasMessageContaining("oikawa-2013 lacks ")
        .hasMessageContaining("needs: read.tera-records, ");
  }

  @Test
  void missingRatioIsNamed() {
    MeasuredRows rows = MeasuredRows.terasort().without("compress.snappy", "ratio");
    assertThatThrownBy(() -> Cases.predict(rows.machine(), Cases.local(), GIGABYTE))
        .hasMessageContaining("metric 'ratio' of operation 'compress.snappy'");
  }

  @Test
  void halfMeasuredStartIsNamed() {
    MeasuredRows rows = MeasuredRows.terasort().without("start.job", "cost");
    assertThatRefused(rows::machine).hasMessageContaining("operation 'start.job', metric 'cost'");
  }

  @Test
  void withoutDiskOrStartThereIsNoTotal() {
    Machine noDisk = MeasuredRows.terasort().without("disk.read", "rate").machine();
    Prediction prediction = Cases.predict(noDisk, Cases.local(), GIGABYTE);
    assertThat(prediction.totalS()).isNull();
    assertThat(prediction.coreS()).isPositive();
    assertThat(prediction.notModelled()).anyMatch(s -> s.startsWith("disk: disk.read"));
  }

  @Test
  void tasksNeedDataAndACluster() {
    Machine machine = MeasuredRows.terasort().machine();
    assertThatRefused(
            () ->
                Predictor.predict(machine, "terasort", Cases.terasort(), PredictionRequest.rates()))
        .hasMessageContaining("--data");
    assertThatRefused(
            () ->
                Predictor.predict(
                    machine, "terasort", Cases.terasort(), PredictionRequest.on(null, GIGABYTE)))
        .hasMessageContaining("--machine results/<run-id>");
  }

  private static Prediction predicted() {
    return Cases.predict(MeasuredRows.terasort().machine(), Cases.local(), GIGABYTE);
  }

  private static OperationCost cost(Prediction prediction, String interval, String operation) {
    return prediction.intervals().stream()
        .filter(i -> i.name().word().equals(interval))
        .flatMap(i -> i.operations().stream())
        .filter(o -> o.operation().equals(operation))
        .findFirst()
        .orElseThrow();
  }
}
