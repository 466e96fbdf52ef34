package io.corebound.analysis.study.plan;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.theory.Cases;
import io.corebound.analysis.theory.Machine;
import io.corebound.records.Runs;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A plan of TeraSort by the costs of a real run. */
class PlannerTest {
  /** Warm, of a byte and of a record of 100 B. */
  private static final List<String> COSTS = List.of("cost", "cost_per_record");

  private static final List<StorageTier> SATA = Plans.storage("ssd-sata");
  private static final List<NetworkTier> TEN = Plans.network("ethernet-10g");
  private static final Plan PLAN =
      Planner.plan(Plans.request(Plans.cluster(3, 4), "20GB", SATA, TEN));

  /** On as many cores as were measured, and their disk and link. */
  private static final Plan MEASURED =
      Planner.plan(Plans.request(Plans.cluster(1, 2), "1GB", List.of(), List.of()));

  @Test
  void diskBoundsFromWhereTheCpuTakesAsLongAsIt() {
    // 2 GB/s and 39 MB/s on a core: 51.3 cores, as the paper reckons for its log filter
    PredictedInterval map =
        Runs.interval(Interval.MAP, 2000 / 39.0, 2.0)
            .cpuS(2.0)
            .diskS(1.0)
            .bottleneck(Bound.CPU)
            .margin(2.0)
            .build();
    Prediction prediction =
        Runs.prediction(new DataSize(2_000_000_000L), map).coresPerNode(16).build();
    assertThat(Thresholds.of(prediction, 16))
        .containsExactly(
            new Plan.Threshold("map", Bound.DISK, 2000 / 39.0, true),
            new Plan.Threshold("job", Bound.DISK, 2000 / 39.0, true));
  }

  @Test
  void atTheThresholdCpuAndDiskOfTheModelTakeAlike() {
    Plan.Threshold map = threshold("map");
    int cores = (int) Math.round(map.cores());
    Plan there = Planner.plan(Plans.request(Plans.cluster(3, cores), "20GB", SATA, TEN));
    PredictedInterval interval = there.prediction().intervals().get(0);
    assertThat(interval.cpuS() / interval.diskS()).isCloseTo(1, within(0.15));
  }

  private static Plan.Threshold threshold(String interval) {
    return PLAN.thresholds().stream()
        .filter(t -> t.interval().equals(interval) && t.device() == Bound.DISK)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void twiceTheDisksIsTheSameAsTwoDevices() {
    List<StorageTier> two = List.of(new StorageTier("ssd-sata", SATA.get(0).file(), 2));
    Plan with = Planner.plan(Plans.request(Plans.cluster(3, 4), "20GB", two, TEN));
    assertThat(change(Variations.DISKS).totalS())
        .isCloseTo(with.prediction().totalS(), within(1e-6));
    Plan nodes = Planner.plan(Plans.request(Plans.cluster(6, 4), "20GB", SATA, TEN));
    assertThat(change(Variations.NODES).totalS())
        .isCloseTo(nodes.prediction().totalS(), within(1e-6));
  }

  private static Plan.Point change(String name) {
    return change(PLAN, name);
  }

  private static Plan.Point change(Plan plan, String name) {
    return plan.changes().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void changesAreSortedAndTheBestPairOfANodesPartsBeatsEach() {
    assertThat(PLAN.changes())
        .extracting(Plan.Point::name)
        .containsExactlyInAnyOrder(
            Variations.DISKS,
            Variations.NETWORK,
            Variations.CORES,
            Variations.MEMORY,
            Variations.TASKS,
            Variations.NODES);
    assertThat(PLAN.changes())
        .isSortedAccordingTo(java.util.Comparator.comparingDouble(Plan.Point::totalS));
    assertThat(PLAN.bestPair().name()).doesNotContain(Variations.NODES, Variations.TASKS);
    for (String part :
        List.of(Variations.DISKS, Variations.NETWORK, Variations.CORES, Variations.MEMORY)) {
      assertThat(PLAN.bestPair().totalS()).isLessThanOrEqualTo(change(part).totalS());
    }
    assertThat(change(Variations.CORES).cores()).isEqualTo(8);
    assertThat(change(Variations.TASKS).containers()).isEqualTo(8);
  }

  @Test
  void twiceTheMemoryBringsSomethingOnlyWhereItIsShort() {
    assertThat(change(Variations.MEMORY).containers()).isEqualTo(4);
    assertThat(change(Variations.MEMORY).savedS()).isZero();
    assertThat(change(Variations.MEMORY).note()).isEqualTo("is not short");
    assertThat(change(Variations.CORES).note()).isEmpty();
    // daemons keep 3 GiB, a task takes 1: of 5 GiB two tasks run at once, of 10 one on every core
    PlannedCluster tight =
        PlannedCluster.of(Plans.cluster(3, 4).settings(), 3, 4, DataSize.parse("5GiB"));
    Plan plan = Planner.plan(Plans.request(tight, "20GB", SATA, TEN));
    Plan.Point memory = change(plan, Variations.MEMORY);
    assertThat(memory.containers()).isEqualTo(4);
    assertThat(memory.totalS()).isCloseTo(PLAN.prediction().totalS(), within(1e-6));
    assertThat(memory.savedS()).isPositive();
    assertThat(memory.note()).isEmpty();
  }

  @Test
  void whatLiesBeyondTheTwoCoresThatWereLoadedIsExtrapolated() {
    assertThat(MEASURED.measuredCores()).isEqualTo(2);
    assertThat(MEASURED.overCores())
        .allSatisfy(p -> assertThat(p.extrapolated()).isEqualTo(p.cores() > 2));
    assertThat(MEASURED.cluster().extrapolated()).isFalse();
    assertThat(MEASURED.codecs()).noneMatch(Plan.Point::extrapolated);
    assertThat(MEASURED.changes())
        .filteredOn(Plan.Point::extrapolated)
        .extracting(Plan.Point::name)
        .containsExactlyInAnyOrder(Variations.DISKS, Variations.NETWORK, Variations.CORES);
    Plan more =
        Planner.plan(
            Plans.request(
                Plans.cluster(1, 4), "1GB", List.of(), List.of(), Duration.ofMinutes(3), 50, null));
    assertThat(more.cluster().extrapolated()).isTrue();
    assertThat(more.codecs()).allMatch(Plan.Point::extrapolated);
    assertThat(more.changes()).allMatch(Plan.Point::extrapolated);
    assertThat(more.bestPair().extrapolated()).isTrue();
    assertThat(more.deadline().found()).allMatch(Plan.Smallest::extrapolated);
    assertThat(more.overDisk()).allMatch(Plan.Point::extrapolated);
  }

  @Test
  void whatStandsOnNominalDisksIsExtrapolatedOnMeasuredCoresToo() {
    Plan nominal =
        Planner.plan(
            Plans.request(
                Plans.cluster(1, 2), "1GB", SATA, List.of(), Duration.ofMinutes(3), 50, null));
    assertThat(nominal.cluster().extrapolated()).isTrue();
    assertThat(nominal.changes()).allMatch(Plan.Point::extrapolated);
    assertThat(nominal.codecs()).allMatch(Plan.Point::extrapolated);
    assertThat(nominal.deadline().found()).allMatch(Plan.Smallest::extrapolated);
    assertThat(nominal.overCores()).allMatch(Plan.Point::extrapolated);
    assertThat(nominal.overDisk()).allMatch(Plan.Point::extrapolated);
    assertThat(nominal.thresholds())
        .filteredOn(t -> t.device() == Bound.DISK)
        .isNotEmpty()
        .allMatch(Plan.Threshold::extrapolated);
  }

  @Test
  void nominalDisksHaveTheirCurveWhereNoDiskWasMeasured() {
    Machine withoutDisk =
        Machine.of(
            "without-disk", Plans.rows().filter(m -> !m.operation().startsWith("disk.")).toList());
    assertThat(withoutDisk.modelsDisk()).isFalse();
    assertThat(planOn(withoutDisk, Plans.cluster(3, 4)).overDisk()).hasSize(9);
  }

  @Test
  void tasksAtOnceThatTheClusterFileFixesAreSaidWhereNothingMoreBringsThem() {
    PlannedCluster open = Plans.cluster(3, 4);
    PlannedCluster fixed = new PlannedCluster(open.settings().planned(3, 4, 2), open.memory());
    Plan plan = Planner.plan(Plans.request(fixed, "20GB", SATA, TEN));
    assertThat(change(plan, Variations.CORES).note()).isEqualTo("tasks at once are fixed");
    assertThat(change(plan, Variations.MEMORY).note()).isEqualTo("tasks at once are fixed");
    assertThat(change(plan, Variations.TASKS).note()).isEmpty();
    assertThat(plan.notes()).anyMatch(n -> n.contains("fixes the tasks at once at 2 a node"));
    assertThat(PLAN.notes()).noneMatch(n -> n.contains("fixes the tasks"));
    assertThat(PLAN.notes()).anyMatch(n -> n.contains("short heartbeats"));
  }

  @Test
  void tasksThatWereMeasuredOnOneCoreAreSaidToHaveOtherJvmsOnMoreAndTheOtherWayRound() {
    String jvms = "JVMs take another garbage collector on one core";
    assertThat(PLAN.notes()).noneMatch(n -> n.contains(jvms));
    RunDirectory run = RunDirectory.open(Path.of("../results/samples/paper-2013-512mb-2-cores"));
    Machine onTwo = Machine.of("two cores", run.measurements(run.manifest()));
    Plan onFour = planOn(onTwo, Plans.cluster(3, 4));
    // its tables have nodes of one core, too
    assertThat(onFour.notes())
        .anyMatch(n -> n.contains(jvms) && n.contains("measured with 2 cores a node;"));
    assertThat(onFour.prediction().notModelled()).noneMatch(n -> n.contains(jvms));
    assertThat(planOn(onTwo, Plans.cluster(3, 1)).prediction().notModelled())
        .anyMatch(
            n -> n.contains(jvms) && n.endsWith("with 2 cores a node, and here a node has 1"));
  }

  private static Plan planOn(Machine machine, PlannedCluster cluster) {
    PlanRequest asked = Plans.request(cluster, "20GB", SATA, TEN);
    return Planner.plan(asked.with(b -> b.machine(machine).mostNodes(1)));
  }

  @Test
  void codecThatWasAskedForIsTheJobsOwn() {
    PlanRequest asked = Plans.request(Plans.cluster(3, 4), "20GB", SATA, TEN);
    Plan plan = Planner.plan(asked.with(b -> b.codec("none").mostNodes(1)));
    assertThat(plan.codecs().get(0).name()).isEqualTo("none");
    assertThat(plan.prediction().totalS())
        .isCloseTo(plan.codecs().get(0).totalS(), within(1e-6))
        .isNotCloseTo(PLAN.prediction().totalS(), within(1.0));
  }

  @Test
  void ownClusterIsThatOfTheCurves() {
    assertThat(PLAN.overCores())
        .filteredOn(Plan.Point::own)
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.cores()).isEqualTo(4);
              assertThat(p.totalS()).isCloseTo(PLAN.prediction().totalS(), within(1e-9));
            });
    assertThat(PLAN.overDisk())
        .filteredOn(Plan.Point::own)
        .singleElement()
        .satisfies(p -> assertThat(p.readMbPerS()).isEqualTo(500));
  }

  @Test
  void measuredDiskIsExtrapolatedOnlyWhereItIsFaster() {
    assertThat(MEASURED.overDisk()).hasSize(9);
    assertThat(MEASURED.overDisk().subList(0, 5)).noneMatch(Plan.Point::extrapolated);
    assertThat(MEASURED.overDisk().subList(5, 9)).allMatch(Plan.Point::extrapolated);
  }

  @Test
  void codecsAreComparedWithTheClustersOwnByTheSameMethod() {
    assertThat(PLAN.codecs()).extracting(Plan.Point::name).containsExactly("snappy", "none");
    assertThat(PLAN.codecs().get(0).savedS()).isZero();
    assertThat(PLAN.codecs().get(1).savedS())
        .isCloseTo(PLAN.codecs().get(0).totalS() - PLAN.codecs().get(1).totalS(), within(1e-9));
    assertThat(PLAN.codecsNotMeasured()).containsExactly("gzip", "lz4", "zstd");
  }

  /** The real run's rows, and the same of the prefix collector, whose map tasks cost half. */
  private static Machine withPrefix() {
    Stream<Measurement> prefix =
        Plans.rows()
            .filter(m -> List.of("sort", "merge", "task.map").contains(m.operation()))
            .map(
                m ->
                    m.with(
                        b ->
                            b.parameters(collecting(m))
                                .mean(
                                    COSTS.contains(m.metric()) ? m.mean().times(0.5) : m.mean())));
    return Machine.of("measured-2-cores", Stream.concat(Plans.rows(), prefix).toList());
  }

  private static Map<String, String> collecting(Measurement m) {
    Map<String, String> parameters = new TreeMap<>(m.parameters());
    parameters.put("collector", "prefix");
    return parameters;
  }

  @Test
  void collectorsAreComparedByWholeTasksWhereTheseWereMeasured() {
    Plan plan = planOn(withPrefix(), Plans.cluster(3, 4));
    assertThat(plan.levers()).extracting(Plan.Point::name).containsExactly("hadoop", "prefix");
    Plan.Point hadoops = plan.levers().get(0);
    Plan.Point prefix = plan.levers().get(1);
    assertThat(hadoops.totalS()).isCloseTo(plan.prediction().totalS(), within(1e-6));
    assertThat(hadoops.savedS()).isZero();
    assertThat(prefix.savedS()).isCloseTo(hadoops.totalS() - prefix.totalS(), within(1e-9));
    double cost =
        Plans.rows()
            .filter(m -> m.operation().equals("task.map") && m.metric().equals("cost"))
            .findFirst()
            .orElseThrow()
            .value();
    // half of the cost of 20 GB, and of what the daemons do in the time that is saved
    assertThat(hadoops.mapCoreS() - prefix.mapCoreS()).isBetween(0.8 * 10 * cost, 1.4 * 10 * cost);
    assertThat(plan.notes()).noneMatch(n -> n.contains("lever"));
  }

  @Test
  void collectorOfTheClusterIsTheFirst() {
    PlanRequest asked = Plans.request(Plans.cluster(3, 4), "20GB", SATA, TEN);
    PlannedCluster own = asked.cluster().withLever(Cases.prefix());
    Plan plan = planOn(withPrefix(), own);
    assertThat(plan.levers()).extracting(Plan.Point::name).containsExactly("prefix", "hadoop");
    assertThat(plan.levers().get(1).savedS()).isNegative();
  }

  @Test
  void collectorThatWasNotMeasuredIsNotedWithTheRemedy() {
    assertThat(PLAN.levers()).isEmpty();
    assertThat(PLAN.notes())
        .filteredOn(n -> n.contains("lever prefix"))
        .singleElement()
        .asString()
        .contains("'corebound micro --profile collector'");
  }

  private static PlanRequest of(String workload) {
    WorkloadFile file = Plans.read("workload", workload, WorkloadFile.class);
    return Plans.request(Plans.cluster(1, 2), "1GB", SATA, TEN)
        .with(b -> b.workloadName(workload).workload(file));
  }

  @Test
  void codecsOfAJobWhoseTasksWorkOnASampleAreNotComparedAndItSaysSo() {
    PlanRequest request = of("word-count");
    assertThat(Variations.codecsComparable(request.workload())).isFalse();
    assertThat(Planner.notes(request, Plans.MACHINE))
        .filteredOn(n -> n.contains("codecs"))
        .singleElement()
        .satisfies(n -> assertThat(n).contains("word-count", "Snappy only"));
    assertThat(PLAN.notes()).noneMatch(n -> n.contains("codecs"));
  }

  @Test
  void onePlanIsLikeTheOther() {
    assertThat(Planner.plan(Plans.request(Plans.cluster(3, 4), "20GB", SATA, TEN))).isEqualTo(PLAN);
  }

  @Test
  void fewestNodesInTimeAreSoAndOneFewerIsNot() {
    Plan.Smallest found =
        deadline(Duration.ofMinutes(3), 50, Plans.storage("ssd-sata"), null).found().get(0);
    assertThat(found.totalS()).isLessThanOrEqualTo(180);
    assertThat(totalOf(found.nodes())).isEqualTo(found.totalS());
    assertThat(totalOf(found.nodes() - 1)).isGreaterThan(180);
    assertThat(found.price()).isNull();
  }

  @Test
  void probabilityOfADeadlineFollowsFromTheIntervalOfItsCluster() {
    List<StorageTier> sata = Plans.storage("ssd-sata");
    Plan.Smallest found = deadline(Duration.ofMinutes(3), 50, sata, null).found().get(0);
    assertThat(found.probability()).isGreaterThan(0.5);
    Duration asPredicted = Duration.ofMillis((long) Math.ceil(1e3 * found.totalS()));
    Plan.Smallest even = deadline(asPredicted, 50, sata, null).found().get(0);
    assertThat(even.nodes()).isEqualTo(found.nodes());
    assertThat(even.probability()).isCloseTo(0.5, within(0.001));
    assertThat(even.sureNodes()).isGreaterThan(even.nodes());
    Plan.Deadline few = deadline(asPredicted, found.nodes(), sata, null);
    assertThat(few.found().get(0).sureNodes()).as("no more nodes allowed").isNull();
    assertThat(few.tried()).as("a node after the other").isEqualTo(found.nodes());
  }

  private static double totalOf(int nodes) {
    PlanRequest request = Plans.request(Plans.cluster(nodes, 4), "20GB", SATA, TEN);
    return new Estimates(request).of(request.own()).totalS();
  }

  @Test
  void cheapestComesFirstWherePricesAreKnown() {
    // fast disks save nodes, at a price that no node is worth
    List<StorageTier> tiers = List.of(Plans.priced("hdd", 50), Plans.priced("nvme", 100_000));
    Plan.Deadline deadline = deadline(Duration.ofMinutes(4), 50, tiers, 1000.0);
    assertThat(deadline.byPrice()).isTrue();
    assertThat(deadline.found()).extracting(Plan.Smallest::storage).containsExactly("hdd", "nvme");
    assertThat(deadline.found().get(0).price()).isEqualTo(deadline.found().get(0).nodes() * 1050.0);
    assertThat(deadline.found().get(0).nodes()).isGreaterThan(deadline.found().get(1).nodes());
    Plan.Deadline byNodes = deadline(Duration.ofMinutes(4), 50, Plans.storage("hdd", "nvme"), null);
    assertThat(byNodes.byPrice()).isFalse();
    assertThat(byNodes.found()).extracting(Plan.Smallest::storage).containsExactly("nvme", "hdd");
  }

  @Test
  void pricesOfSomeTiersOnlyCompareNothing() {
    List<StorageTier> tiers = List.of(Plans.priced("hdd", 50), Plans.storage("nvme").get(0));
    assertThat(deadline(Duration.ofMinutes(4), 50, tiers, 1000.0).byPrice()).isFalse();
  }

  @Test
  void deadlineThatNoClusterMeetsSaysTheShortestTime() {
    Plan.Deadline deadline = deadline(Duration.ofSeconds(1), 4, SATA, null);
    Plan.Smallest never = deadline.found().get(0);
    assertThat(never.nodes()).isNull();
    assertThat(never.totalS()).isGreaterThan(1);
    assertThat(deadline.tried()).isEqualTo(4);
  }

  @Test
  void pairsThatAreSearchedSideBySideFindWhatEachFindsAlone() {
    List<StorageTier> disks = Plans.storage("hdd", "ssd-sata", "nvme");
    Plan.Deadline together = deadline(Duration.ofMinutes(4), 30, disks, null);
    List<Plan.Deadline> alone =
        disks.stream().map(d -> deadline(Duration.ofMinutes(4), 30, List.of(d), null)).toList();
    assertThat(together.found())
        .containsExactlyInAnyOrderElementsOf(
            alone.stream().flatMap(d -> d.found().stream()).toList());
    assertThat(together.tried()).isEqualTo(alone.stream().mapToInt(Plan.Deadline::tried).sum());
  }

  private static Plan.Deadline deadline(
      Duration time, int mostNodes, List<StorageTier> storage, Double nodePrice) {
    return Planner.plan(
            Plans.request(Plans.cluster(1, 4), "20GB", storage, TEN, time, mostNodes, nodePrice))
        .deadline();
  }

  @Test
  void jobThatIsNotCutIntoTasksAndOneWithoutDataAreRefused() {
    assertThatRefused(() -> Plans.request(Plans.cluster(1, 2), null, SATA, TEN))
        .hasMessageContaining("--data");
    assertThatRefused(() -> of("terasort-oikawa-2013")).hasMessageContaining("not cut into tasks");
  }
}
