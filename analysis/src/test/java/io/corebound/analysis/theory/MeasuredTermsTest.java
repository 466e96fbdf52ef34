package io.corebound.analysis.theory;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.Runs;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredTermsTest {
  private static final Set<String> SORT = Set.of("sort");

  @Test
  void taskShareIsTheBenchmarksPartOfTheCost() {
    MeasuredRows rows =
        MeasuredRows.terasort()
            .row("read.tera-records", "benchmark", "cost_user", "ns/B", "payload", 3)
            .row("read.tera-records", "benchmark", "cost_system", "ns/B", "payload", 1);
    // 4 of 8 ns a byte; the rest is the DataNode's
    assertThat(rows.machine().figures("read.tera-records").taskShare()).isEqualTo(0.5);
    assertThat(rows.machine().figures("sort").taskShare()).isEqualTo(1);
  }

  @Test
  void standardErrorIsTakenOutOfTheConfidenceInterval() {
    // 20 +- 2 at 95 % of five samples: t of four degrees of freedom is 2.776 (any table)
    Mean cost = MeasuredRows.terasort().machine().figure(Term.COST, "sort");
    assertThat(cost.value()).isEqualTo(20);
    assertThat(cost.error()).isCloseTo(2 / 2.776, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource({
    "sort, wall, us/B, ns/B",
    "sort, cold_cost, ms, core-s",
    "idle, cost, ns/B, core-s/s",
    "start.job, cost, core-s/s, core-s",
    "start.container, turnaround_wall, ms, s",
    "disk.read, rate, MiB/s, MB/s",
    "contention, factor, percent, ratio",
    "compress.snappy, ratio, percent, ratio"
  })
  void figureInAnotherUnitIsRefused(String operation, String metric, String unit, String needed) {
    MeasuredRows rows = MeasuredRows.terasort().in(operation, metric, unit);
    assertThatRefused(rows::machine)
        .hasMessage(
            "run run-1: measurements.csv: the model needs metric '%s' of operation '%s' in %s, and"
                + " it is in %s",
            metric, operation, needed, unit);
  }

  @Test
  void costBelowNothingIsRefused() {
    MeasuredRows negative = MeasuredRows.terasort().times("sort", "cost", -1);
    assertThatRefused(negative::machine)
        .hasMessageContainingAll("run run-1", "measurements.csv", "'cost'", "'sort'", "-20.0");
  }

  @Test
  void speedThatStraysIsAFraction() {
    MeasuredRows percent = MeasuredRows.terasort().row("speed", "all", "scatter", "percent", "", 5);
    assertThatRefused(percent::machine)
        .hasMessageContaining(
            "metric 'scatter' of operation 'speed' in ratio, and it is in percent");
  }

  @Test
  void costsThatOthersDisturbedAreLessSureAndSaySo() {
    MeasuredRows quiet =
        MeasuredRows.terasort().row("others", "all", "disturbance", "ratio", "", 0);
    assertThat(quiet.machine().speedScatter()).isEqualTo(Learned.SHIPPED.machine());
    assertThat(kinds(quiet.machine())).doesNotContain(Gap.Kind.DISTURBED);

    MeasuredRows disturbed =
        MeasuredRows.terasort()
            .row("others", "all", "others_cost", "core-s/s", "", 0.4)
            .row("others", "make", "others_cost", "core-s/s", "", 0.3)
            .row("others", "all", "disturbed", "ratio", "", 0.25)
            .row("others", "all", "disturbance", "ratio", "", 0.08);
    assertThat(disturbed.machine().speedScatter())
        .isCloseTo(Math.hypot(Learned.SHIPPED.machine(), 0.08), within(1e-9));
    assertThat(disturbed.machine().gaps(Set.of()))
        .filteredOn(g -> g.kind() == Gap.Kind.DISTURBED)
        .singleElement()
        .satisfies(g -> assertThat(g.sentence()).contains("25 %").contains("make 0.30"));
  }

  @Test
  void costsOfTwoSizesOfRecordsSayWhatGoesWithTheirNumber() {
    Map<String, String> large = Map.of("value", "9990", "records", "13422");
    MeasuredRows one =
        MeasuredRows.terasort().row("sort", "all", "cost_per_record", "ns/record", "payload", 2000);
    assertThat(one.machine().figure(Term.BY_RECORD, "sort")).isNull();
    Machine machine =
        one.row("sort", large, "all", "cost", "ns/B", "payload", 9)
            .row("sort", large, "all", "cost_per_record", "ns/record", "payload", 90_000)
            .machine();
    // 20 ns a byte of 100 B, 9 of 10 kB: 1111 ns a record, and 8.9 a byte
    assertThat(machine.value(Term.BY_RECORD, "sort")).isCloseTo(0.5556, within(1e-3));
    assertThat(machine.value(Term.COST, "sort")).isEqualTo(20);
    assertThat(machine.gaps(Set.of("sort")))
        .noneMatch(g -> g.kind() == Gap.Kind.VARIANTS && g.operation().equals("sort"));
  }

  @ParameterizedTest
  @CsvSource({"1110, 8.9, 0.555", "1500, 0, 1"})
  void threeSizesOfRecordsOnALineSayItsPart(double recordNs, double byteNs, double part) {
    MeasuredRows rows = MeasuredRows.terasort().without("sort", "cost");
    for (int bytes : List.of(100, 10_000, 14)) {
      sized(rows, Integer.toString(bytes - 10), bytes, recordNs / bytes + byteNs);
    }
    assertThat(rows.machine().value(Term.BY_RECORD, "sort")).isCloseTo(part, within(1e-6));
  }

  @Test
  void ofTwoRowsOfOneSizeTheFirstCounts() {
    MeasuredRows rows = MeasuredRows.terasort().without("sort", "cost");
    sized(rows, "90", 100, 20);
    sized(rows, "9990", 10_000, 10);
    sized(rows, "91", 100, 40);
    // 1010.1 ns a record, 9.899 a byte
    assertThat(rows.machine().value(Term.BY_RECORD, "sort")).isCloseTo(0.50505, within(1e-5));
  }

  @Test
  void sizesThatHardlyDifferSayNothingOfTheNumberOfRecords() {
    MeasuredRows rows = MeasuredRows.terasort().without("sort", "cost");
    sized(rows, "90", 100, 20);
    sized(rows, "4", 14, 90);
    assertThat(rows.machine().figure(Term.BY_RECORD, "sort")).isNull();
  }

  private static void sized(MeasuredRows rows, String value, int bytes, double nsPerByte) {
    Map<String, String> parameters = Map.of("value", value);
    rows.row("sort", parameters, "all", "cost", "ns/B", "payload", nsPerByte)
        .row(
            "sort",
            parameters,
            "all",
            "cost_per_record",
            "ns/record",
            "payload",
            nsPerByte * bytes);
  }

  private static List<Gap.Kind> kinds(Machine machine) {
    return machine.gaps(Set.of()).stream().map(Gap::kind).toList();
  }

  @Test
  void contentionIsThatOfMostCopies() {
    List<Measurement> rows = new ArrayList<>(MeasuredRows.terasort().rows());
    rows.add(contention(Map.of(), 8, 1.6));
    rows.add(contention(Map.of("suite", "sort", "operation", "merge"), 8, 1.7));
    assertThat(Machine.of("run", rows).contention()).isEqualTo(1.6);
  }

  @Test
  void wholeTasksHaveContentionOfTheirOwnWhereItWasMeasured() {
    List<Measurement> rows = new ArrayList<>(MeasuredRows.terasort().wholeTasks().rows());
    rows.add(contention(Map.of("suite", "task"), 8, 1.5));
    rows.add(contention(Map.of("suite", "task", "operation", "task.map"), 2, 1.1));
    rows.add(contention(Map.of("suite", "task", "operation", "task.map"), 8, 1.4));
    Machine machine = Machine.of("run", rows);
    assertThat(machine.contention()).isEqualTo(1.2);
    assertThat(machine.contention("task.map")).isEqualTo(1.4);
    assertThat(machine.with(Overlay.withoutWholeTasks()).contention("task.map")).isEqualTo(1.4);
    assertThat(machine.contention("task.reduce")).as("that of the sort").isEqualTo(1.2);
    assertThat(machine.measuredCores()).isEqualTo(8);
  }

  @Test
  void tasksThatSharedACpuAreNoneBesideEachOther() {
    List<Measurement> rows = new ArrayList<>(MeasuredRows.terasort().wholeTasks().rows());
    rows.add(contention(Map.of("suite", "sort", "cpus", "1"), 8, 1.9));
    rows.add(contention(Map.of("suite", "task", "operation", "task.map", "cpus", "1"), 2, 1.15));
    Machine machine = Machine.of("run", rows);
    assertThat(machine.contention()).isEqualTo(1.2);
    assertThat(machine.contention("task.map")).isEqualTo(1.2);
    assertThat(machine.sharing("task.map")).isEqualTo(1.15);
    assertThat(machine.sharing("task.reduce")).as("not measured").isEqualTo(1);
    assertThat(machine.measuredCores()).as("cores that were busy").isEqualTo(1);
  }

  static Measurement contention(Map<String, String> parameters, int threads, double factor) {
    return Runs.measurement("contention", "factor", "ratio", factor)
        .with(b -> b.suite("contention").parameters(parameters).threads(threads));
  }

  @Test
  void contentionBelowOneIsNoiseAndSaidToBe() {
    Machine machine = MeasuredRows.terasort().times("contention", "factor", 0.97 / 1.2).machine();
    assertThat(machine.contention()).isEqualTo(1);
    assertThat(said(machine)).anyMatch(s -> s.startsWith("contention: measured as 0.97"));
    assertThat(machine.figure(Term.CONTENTION, "").error()).isPositive();
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      assertThat(machine.with(Overlay.draw(random)).contention()).isGreaterThanOrEqualTo(1);
    }
  }

  @Test
  void whatIsHardlyAboveZeroIsDrawnNearZero() {
    Machine machine =
        MeasuredRows.terasort()
            .row("start.job", "all", "first_wave_cost", "core-s", "", 1)
            .mean("start.job", "first_wave_cost", new Mean(0.001, 0.5, 5))
            .machine();
    Mean wave = machine.figure(Term.FIRST_WAVE, "");
    assertThat(wave.error()).isGreaterThan(300 * wave.value());
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      assertThat(machine.with(Overlay.draw(random)).value(Term.FIRST_WAVE)).isBetween(0.0, 0.1);
    }
  }

  @Test
  void negativeColdStartIsNoise() {
    Machine machine = MeasuredRows.terasort().times("sort", "cold_cost", -1).machine();
    assertThat(machine.figures("sort").coldCoreS()).isZero();
  }

  @Test
  void variantsOfAnOperationAreSaid() {
    List<Measurement> rows = new ArrayList<>(MeasuredRows.terasort().rows());
    rows.add(
        Runs.measurement("sort", "cost", "ns/B", 15)
            .with(b -> b.suite("sort").parameters(Map.of("sortMib", "512")).byteBase("payload")));
    Machine machine = Machine.of("run", rows);
    assertThat(machine.figures("sort").costNs()).isEqualTo(20);
    assertThat(said(machine)).anyMatch(s -> s.startsWith("sort: measured in 2"));
  }

  @Test
  void whatWasNotMeasuredIsSaidForOperationsInUseOnly() {
    Machine machine =
        MeasuredRows.terasort()
            .without("sort", "wall")
            .without("merge", "cold_cost")
            .without("idle", "cost")
            .without("contention", "factor")
            .machine();
    assertThat(said(machine))
        .anyMatch(s -> s.startsWith("sort: its wall time"))
        .anyMatch(s -> s.startsWith("idle: "))
        .anyMatch(s -> s.startsWith("contention: "))
        .noneMatch(s -> s.startsWith("merge: "));
    assertThat(machine.contention()).isEqualTo(1);
  }

  @Test
  void mastersIdleOnceHoweverManyNodesThereAre() {
    MeasuredRows whole = MeasuredRows.terasort(); // all daemons of a node: 0.05 cores
    Machine idle =
        whole
            .row("idle", "namenode", "cost", "core-s/s", "", 0.01)
            .row("idle", "resourcemanager", "cost", "core-s/s", "", 0.02)
            .row("idle", "datanode", "cost", "core-s/s", "", 0.02)
            .machine();

    assertThat(idle.idleCores(1)).isCloseTo(0.05, within(1e-12));
    assertThat(2 * idle.idleCores(2)).isCloseTo(0.03 + 2 * 0.02, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"1, 0.05", "0.1, 0.023", "2, 0.08"})
  void heartbeatsOfNodeAndResourceManagerAreAllThatRarerOnesSave(double beats, double cores) {
    Machine idle =
        MeasuredRows.terasort() // all daemons: 0.05 cores
            .row("idle", "resourcemanager", "cost", "core-s/s", "", 0.02)
            .row("idle", "nodemanager", "cost", "core-s/s", "", 0.01)
            .row("idle", "datanode", "cost", "core-s/s", "", 0.02)
            .machine();

    assertThat(idle.idleCores(1, beats)).isCloseTo(cores, within(1e-12));
  }

  @Test
  void heartbeatsAreThoseOfTheRowOrTheUsualOnes() {
    assertThat(MeasuredRows.terasort().machine().heartbeatS()).isEqualTo(0.1);
    Machine rarer =
        MeasuredRows.terasort()
            .row(
                "start.job",
                Map.of("heartbeat_ms", "500"),
                "machine",
                "running_cost",
                "core-s/s",
                "",
                0.25)
            .machine();
    assertThat(rarer.heartbeatS()).isEqualTo(0.5);
  }

  @Test
  void collectorsAreThereOnceHoweverManyNodesThereAre() {
    Machine idle =
        MeasuredRows.terasort()
            .row("collectors", "collectors", "cost", "core-s/s", "", 0.03)
            .machine();

    assertThat(idle.idleCores(1)).isCloseTo(0.05 + 0.03, within(1e-12));
    assertThat(4 * idle.idleCores(4)).isCloseTo(4 * 0.05 + 0.03, within(1e-12));
  }

  @Test
  void runWithoutAnyCostIsRefused() {
    assertThatRefused(() -> Machine.of("run-9", List.of()))
        .hasMessageContaining("run run-9")
        .hasMessageContaining("measure with 'corebound run'");
  }

  private static List<String> said(Machine machine) {
    return machine.gaps(SORT).stream().map(Gap::sentence).toList();
  }

  /** As a run leaves it of whose suites one was given flags by the user. */
  private static Machine flagged(Set<String> foreign, String sort) {
    List<Measurement> rows = new ArrayList<>();
    for (Measurement row : MeasuredRows.terasort().rows()) {
      rows.add(
          foreign.contains(row.operation()) ? other(row) : MeasuredRows.flagged(row, 1, "tasks"));
      if (row.operation().equals(sort)) {
        rows.add(0, other(row));
      }
    }
    return Machine.of("run-9", rows);
  }

  private static Measurement other(Measurement row) {
    return MeasuredRows.flagged(row, 3, "other");
  }

  @Test
  void operationUnderOtherFlagsThanContainersIsRefusedByName() {
    Machine machine = flagged(Set.of("sort"), "");
    assertThat(machine.figures("merge").costNs()).isEqualTo(8);
    assertThatRefused(() -> machine.figures("sort"))
        .hasMessageContaining("run-9: sort: measured under other JVM flags (other, see jvmArgs in")
        .hasMessageContaining("raw/micro/sort.json) than start.container (tasks)")
        .hasMessageContaining("without '-- -jvm…'");
  }

  @Test
  void measurementsUnderOtherFlagsAreLeftOutAndSaidToBe() {
    Machine machine = flagged(Set.of(), "sort");
    assertThat(machine.figures("sort").costNs()).isEqualTo(20);
    assertThat(said(machine))
        .contains(
            "measurements under other JVM flags than those of start.container are left out: sort")
        .noneMatch(s -> s.contains("variants"));
  }

  @Test
  void runUnderOneSetOfFlagsLeavesNothingOut() {
    assertThat(said(flagged(Set.of(), ""))).noneMatch(s -> s.contains("JVM flags"));
  }

  @Test
  void runOfWhichAllOperationsHaveOtherFlagsThanItsContainersIsRefused() {
    Set<String> operations = new java.util.HashSet<>();
    MeasuredRows.terasort().rows().forEach(r -> operations.add(r.operation()));
    operations.removeIf(o -> o.startsWith("start."));
    assertThatRefused(() -> flagged(operations, ""))
        .hasMessageStartingWith("run run-9: ")
        .hasMessageContaining("under other JVM flags");
  }
}
