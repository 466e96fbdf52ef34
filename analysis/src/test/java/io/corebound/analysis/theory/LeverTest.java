package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * TeraSort of 1 GB, 8 maps and 2 reduces on 2 cores, with levers: the collector of map output, and
 * flags.
 */
class LeverTest {
  private static final DataSize GIGABYTE = DataSize.parse("1GB");
  private static final Offset<Double> CLOSE = within(1e-6);
  private static final ClusterFile HADOOP = Cases.local();
  private static final ClusterFile PREFIX = HADOOP.withLever(Cases.prefix());

  private static MeasuredRows hadoops() {
    return MeasuredRows.terasort()
        .times("contention", "factor", 1 / 1.2)
        .times("idle", "cost", 0)
        .exact();
  }

  /** The same rows, and those of sort and merge with the prefix collector, as suites leave them. */
  private static List<Measurement> both(MeasuredRows rows) {
    MeasuredRows prefix =
        new MeasuredRows()
            .operation("sort", "payload", 4, 3, 0.2)
            .operation("merge", "payload", 2, 2, 0.05)
            .exact();
    return Stream.concat(rows.rows().stream(), prefix(prefix)).toList();
  }

  private static Stream<Measurement> prefix(MeasuredRows rows) {
    return rows.rows().stream().map(m -> with(m, "prefix"));
  }

  private static Measurement with(Measurement m, String collector) {
    Map<String, String> parameters = new java.util.TreeMap<>(m.parameters());
    parameters.put("collector", collector);
    return m.withParameters(parameters);
  }

  private static Machine machine(List<Measurement> rows) {
    return Machine.of("run-1", rows);
  }

  @Test
  void rowsThatSayHadoopAreThoseThatSayNothing() {
    List<Measurement> stated =
        hadoops().wholeTasks().rows().stream()
            .map(m -> m.operation().matches("sort|merge|task.map") ? with(m, "hadoop") : m)
            .toList();
    assertThat(Cases.predict(machine(stated), HADOOP, GIGABYTE))
        .isEqualTo(Cases.predict(hadoops().wholeTasks().machine(), HADOOP, GIGABYTE));
  }

  @Test
  void rowsOfAnotherCollectorChangeNothingOfAJobWithHadoops() {
    Prediction beside = Cases.predict(machine(both(hadoops())), HADOOP, GIGABYTE);
    Prediction alone = Cases.predict(hadoops().machine(), HADOOP, GIGABYTE);
    assertThat(beside.coreS()).isEqualTo(alone.coreS());
    assertThat(beside.totalS()).isEqualTo(alone.totalS());
    assertThat(beside.notModelled()).isEqualTo(alone.notModelled());
  }

  @Test
  void operationsOfAJobWithAnotherCollectorAreItsOwn() {
    List<Measurement> rows = both(hadoops());
    Prediction prefix = Cases.predict(machine(rows), PREFIX, GIGABYTE);
    // 8 cold starts each, and 1 GB; 16 ns less for the sort, 6 for the merge
    double less = 8 * (0.5 - 0.2) + 16 + 8 * (0.1 - 0.05) + 6;
    assertThat(map(Cases.predict(machine(rows), HADOOP, GIGABYTE)) - map(prefix))
        .isCloseTo(less, CLOSE);
    assertThat(prefix.notModelled())
        .anyMatch(s -> s.startsWith("lever prefix: "))
        .noneMatch(s -> s.contains("task.map: not measured with lever"));
  }

  @Test
  void wholeTaskOfAnotherCollectorIsTheTotalAndTheReduceStaysHadoops() {
    MeasuredRows whole = new MeasuredRows().wholeTasksWith("other", 0.5);
    List<Measurement> rows =
        Stream.concat(
                both(hadoops().wholeTasks()).stream(),
                whole.rows().stream()
                    .filter(m -> m.operation().equals("task.map.other"))
                    .map(m -> with(m.withOperation("task.map"), "prefix")))
            .toList();
    Prediction prefix = Cases.predict(machine(rows), PREFIX, GIGABYTE);
    Prediction hadoop = Cases.predict(machine(rows), HADOOP, GIGABYTE);
    // 1.5 cold + 125 MB x 15 ns/B, and x 30
    assertThat(prefix.derived().wholeTasks().mapTaskCoreS()).isCloseTo(1.5 + 1.875, CLOSE);
    assertThat(hadoop.derived().wholeTasks().mapTaskCoreS()).isCloseTo(1.5 + 3.75, CLOSE);
    assertThat(prefix.derived().wholeTasks().reduceTaskCoreS())
        .isEqualTo(hadoop.derived().wholeTasks().reduceTaskCoreS());
    assertThat(prefix.notModelled()).noneMatch(s -> s.contains("not measured with"));
  }

  @Test
  void mapTaskThatWasNotMeasuredWithItIsTheSumOfItsOperationsAndSaysHowToMeasureIt() {
    Machine machine = machine(both(hadoops().wholeTasks()));
    Prediction prefix = Cases.predict(machine, PREFIX, GIGABYTE);
    assertThat(map(prefix))
        .isCloseTo(map(Cases.predict(machine(both(hadoops())), PREFIX, GIGABYTE)), CLOSE);
    assertThat(prefix.derived().wholeTasks().mapTaskCoreS()).isNull();
    assertThat(prefix.derived().wholeTasks().reduceTaskCoreS()).isNotNull();
    assertThat(prefix.notModelled())
        .anyMatch(
            s ->
                s.startsWith("task.map: not measured with lever prefix")
                    && s.contains("micro --profile collector"));
    // nor without a codec
    Machine plain = machine(both(hadoops().wholeTasks().wholeTasksWith("none", 2)));
    assertThat(Cases.predict(plain, PREFIX.withMapOutputCodec("none"), GIGABYTE).notModelled())
        .anyMatch(
            s ->
                s.startsWith(
                    "task.map, task.reduce: not measured with codec none and lever prefix"));
  }

  @Test
  void wholeTaskWithoutACodecIsThatOfBoth() {
    MeasuredRows whole = new MeasuredRows().wholeTasksWith("none", 0.5);
    List<Measurement> rows =
        Stream.concat(
                both(hadoops().wholeTasks().wholeTasksWith("none", 2)).stream(),
                prefix(whole).filter(m -> m.operation().equals("task.map.none")))
            .toList();
    ClusterFile plain = PREFIX.withMapOutputCodec("none");
    assertThat(Cases.predict(machine(rows), plain, GIGABYTE).derived().wholeTasks().mapTaskCoreS())
        .isCloseTo(1.5 + 1.875, CLOSE);
  }

  @Test
  void collectorThatWasNotMeasuredIsRefusedWithWhatIsMissingAndTheRemedy() {
    assertThatThrownBy(() -> Cases.predict(hadoops().machine(), PREFIX, GIGABYTE))
        .hasMessageContaining("sort, merge: not measured with lever prefix")
        .hasMessageContaining("'corebound micro --profile collector'");
    List<Measurement> half =
        both(hadoops()).stream()
            .filter(m -> !(m.operation().equals("merge") && m.parameters().size() == 1))
            .toList();
    assertThatThrownBy(() -> Cases.predict(machine(half), PREFIX, GIGABYTE))
        .hasMessageContaining(": merge: not measured with lever prefix");
  }

  @Test
  void leversAreThoseWithACostOfEachPart() {
    List<LeverFile> levers = List.of(Cases.prefix());
    Machine without = hadoops().machine();
    assertThat(LeverRows.measured(without, Cases.terasort(), levers)).isEmpty();
    assertThat(LeverRows.measuredWithout(without, Cases.terasort(), Cases.prefix())).isTrue();
    assertThat(LeverRows.measured(machine(both(hadoops())), Cases.terasort(), levers))
        .containsExactly(Cases.prefix());
    assertThat(LeverRows.notMeasured(without, Cases.terasort(), levers))
        .containsExactly(Cases.prefix());
    assertThat(LeverRows.remedy(Cases.terasort(), Cases.prefix()))
        .contains("micro --profile collector");
    assertThat(LeverRows.notMeasured(machine(both(hadoops())), Cases.terasort(), levers)).isEmpty();
  }

  /** Flags, under which the sort was measured and costs half, and the start of a container. */
  @Test
  void rowsUnderALeverOfFlagsCountInItsJobsAlone() {
    LeverFile serial =
        LeverFile.named("serial")
            .with(b -> b.description("flags").taskFlags(List.of("-XX:+UseSerialGC")));
    ClusterFile flags = HADOOP.withLever(serial);
    Prediction none = Cases.predict(hadoops().machine(), HADOOP, GIGABYTE);
    Prediction guessed = Cases.predict(hadoops().machine(), flags, GIGABYTE);
    assertThat(guessed.coreS()).isEqualTo(none.coreS());
    assertThat(guessed.notModelled()).anyMatch(s -> s.startsWith("lever serial: nothing"));

    List<Measurement> rows = new ArrayList<>(hadoops().rows());
    new MeasuredRows()
        .operation("sort", "payload", 4, 3, 0.2).exact().rows().stream()
            .map(row -> row.under("serial"))
            .forEach(rows::add);
    Prediction measured = Cases.predict(machine(rows), flags, GIGABYTE);
    assertThat(map(none) - map(measured)).isCloseTo(8 * (0.5 - 0.2) + 16, CLOSE);
    assertThat(measured.notModelled()).noneMatch(s -> s.startsWith("lever serial"));
    assertThat(Cases.predict(machine(rows), HADOOP, GIGABYTE).coreS()).isEqualTo(none.coreS());
  }

  private static final LeverFile ARCHIVE = ofContainers("archive", "$(sh /opt/classes/tasks)");

  private static LeverFile ofContainers(String name, String flags) {
    return LeverFile.named(name).with(b -> b.description(name).containerFlags(List.of(flags)));
  }

  /** A container under a lever costs so many core-seconds, and an empty map takes as many s. */
  private static Stream<Measurement> starts(String lever, double coreS) {
    return hadoops().rows().stream()
        .filter(row -> row.operation().startsWith("start."))
        .map(
            row ->
                List.of("cold_cost", "empty_map_wall").contains(row.metric())
                    ? row.with(b -> b.mean(Mean.exact(coreS)))
                    : row)
        .map(row -> row.under(lever));
  }

  /** Whole maps whose bytes cost so many times more, with flags by which others are left out. */
  private static Stream<Measurement> tasks(String lever, double times) {
    return hadoops().wholeTasks().times("task.map", "cost", times).rows().stream()
        .filter(row -> row.operation().equals("task.map"))
        .map(row -> row.with(b -> b.jvmFlagsHash("of " + lever)).under(lever));
  }

  private static List<Measurement> and(List<Measurement> rows, Stream<Measurement> more) {
    return Stream.concat(rows.stream(), more).toList();
  }

  @Test
  void startsUnderALeverAreThoseOfItsJobsAlone() {
    Machine machine = machine(and(hadoops().rows(), starts("archive", 1)));
    Prediction without = Cases.predict(machine, HADOOP, GIGABYTE);
    Prediction with = Cases.predict(machine, HADOOP.withLever(ARCHIVE), GIGABYTE);
    assertThat(without.coreS())
        .isEqualTo(Cases.predict(hadoops().machine(), HADOOP, GIGABYTE).coreS());
    // 8 maps, 1 core-second instead of 1.5 each
    assertThat(map(without) - map(with)).isCloseTo(8 * 0.5, CLOSE);
    assertThat(with.totalS()).isLessThan(without.totalS());
    assertThat(with.notModelled()).noneMatch(s -> s.contains("nothing was measured"));
    assertThat(LeverRows.measured(machine, Cases.terasort(), List.of(ARCHIVE)))
        .containsExactly(ARCHIVE);
  }

  @Test
  void machineWhoseStartsWereMeasuredUnderALeverAloneHasThemForItsJobs() {
    List<Measurement> rows = new ArrayList<>(hadoops().rows());
    rows.removeIf(row -> row.operation().startsWith("start."));
    Machine machine = machine(and(rows, starts("archive", 1)));
    String none = Gap.of(Gap.Kind.NO_START).sentence();
    assertThat(Cases.predict(machine, HADOOP, GIGABYTE).notModelled()).contains(none);
    assertThat(Cases.predict(machine, HADOOP.withLever(ARCHIVE), GIGABYTE).notModelled())
        .doesNotContain(none);
  }

  @Test
  void leversOfOneJobAddUp() {
    Machine machine = machine(and(both(hadoops()), starts("archive", 1)));
    LeverFile both = LeverFile.together(List.of(Cases.prefix(), ARCHIVE));
    Prediction with = Cases.predict(machine, HADOOP.withLever(both), GIGABYTE);
    assertThat(map(Cases.predict(machine, PREFIX, GIGABYTE)) - map(with)).isCloseTo(8 * 0.5, CLOSE);
    assertThat(with.notModelled()).noneMatch(s -> s.contains("nothing was measured"));
    assertThat(LeverRows.measured(machine, Cases.terasort(), List.of(ARCHIVE, Cases.prefix())))
        .extracting(LeverFile::name)
        .containsExactly("archive", "prefix", "archive+prefix");
  }

  @Test
  void ofLeversOfContainersThoseThatWereMeasuredTogetherCount() {
    LeverFile c1 = ofContainers("c1", "-XX:TieredStopAtLevel=1");
    LeverFile both = LeverFile.together(List.of(ARCHIVE, c1));
    assertThat(both.containerFlags()).hasSize(2);
    List<Measurement> tasks = and(hadoops().wholeTasks().rows(), tasks("c1", 2));
    List<Measurement> alone = and(and(tasks, starts("archive", 1)), starts("c1", 0.9));
    Prediction guessed = Cases.predict(machine(alone), HADOOP.withLever(both), GIGABYTE);
    assertThat(guessed.notModelled()).anyMatch(s -> s.contains("nothing was measured"));
    assertThat(LeverRows.measured(machine(alone), Cases.terasort(), List.of(ARCHIVE, c1)))
        .containsExactly(ARCHIVE, c1);

    Machine together = machine(and(alone, starts("archive+c1", 0.5)));
    Prediction measured = Cases.predict(together, HADOOP.withLever(both), GIGABYTE);
    assertThat(map(Cases.predict(together, HADOOP, GIGABYTE)) - map(measured))
        .isCloseTo(8 * (1.0 - 3.75), CLOSE);
    assertThat(measured.notModelled()).noneMatch(s -> s.contains("nothing was measured"));
    assertThat(LeverRows.measured(together, Cases.terasort(), List.of(ARCHIVE, c1))).contains(both);
  }

  @Test
  void wholeTasksUnderALeverOfContainersCountInItsJobs() {
    LeverFile c1 = ofContainers("c1", "-XX:TieredStopAtLevel=1");
    List<Measurement> rows =
        and(and(hadoops().wholeTasks().rows(), starts("c1", 0.5)), tasks("c1", 2));
    Prediction with = Cases.predict(machine(rows), HADOOP.withLever(c1), GIGABYTE);
    Prediction without = Cases.predict(machine(rows), HADOOP, GIGABYTE);
    // 1.5 cold + 125 MB x 30 ns/B
    assertThat(without.derived().wholeTasks().mapTaskCoreS()).isCloseTo(1.5 + 3.75, CLOSE);
    assertThat(with.derived().wholeTasks().mapTaskCoreS()).isCloseTo(1.5 + 7.5, CLOSE);
    assertThat(map(with) - map(without)).isCloseTo(8 * (3.75 - 1.0), CLOSE);
  }

  @Test
  void whatALeverReplacesComesFromNoOtherLeverOfTheJob() {
    LeverFile tiered = ofContainers("tiered", "-XX:TieredStopAtLevel=1");
    LeverFile both = LeverFile.together(List.of(tiered, Cases.prefix()));
    List<Measurement> rows =
        and(and(both(hadoops().wholeTasks()), starts("tiered", 1)), tasks("tiered", 2));
    Prediction with = Cases.predict(machine(rows), HADOOP.withLever(both), GIGABYTE);
    // not Hadoop's collector in JVMs of the other
    assertThat(with.derived().wholeTasks().mapTaskCoreS()).isNull();

    Stream<Measurement> together = tasks("tiered", 0.5).map(m -> with(m, "prefix"));
    Prediction measured =
        Cases.predict(machine(and(rows, together)), HADOOP.withLever(both), GIGABYTE);
    assertThat(measured.derived().wholeTasks().mapTaskCoreS()).isCloseTo(1.5 + 1.875, CLOSE);
  }

  @Test
  void whatWasMeasuredUnderSeveralLeversIsThatOfTheirJobs() {
    LeverFile serial =
        LeverFile.named("serial")
            .with(b -> b.description("flags").taskFlags(List.of("-XX:+UseSerialGC")));
    LeverFile both = LeverFile.together(List.of(ARCHIVE, serial));
    List<Measurement> rows = hadoops().rows().stream().map(row -> row.under(both.name())).toList();
    Prediction with = Cases.predict(machine(rows), HADOOP.withLever(both), GIGABYTE);
    assertThat(with.coreS())
        .isCloseTo(Cases.predict(hadoops().machine(), HADOOP, GIGABYTE).coreS(), CLOSE);
    assertThat(with.notModelled()).noneMatch(s -> s.contains("nothing was measured"));
  }

  @Test
  void leversThatContradictEachOtherAreRefused() {
    LeverFile one = Cases.prefix().with(b -> b.settings(Map.of("a.key", "1")).jar(null));
    LeverFile other = one.with(b -> b.name("other").settings(Map.of("a.key", "2")));
    assertThatThrownBy(() -> LeverFile.together(List.of(one, other)))
        .hasMessageContaining("other says a.key: 2, and prefix says 1")
        .hasMessageContaining("a.key");
    LeverFile jar = Cases.prefix().with(b -> b.settings(Map.of()).jar("/a.jar"));
    LeverFile second = jar.with(b -> b.name("second").jar("/b.jar"));
    assertThatThrownBy(() -> LeverFile.together(List.of(jar, second)))
        .hasMessageContaining("prefix+second")
        .hasMessageContaining("/a.jar, /b.jar");
    // of those that nobody named together nothing is said
    Machine machine = machine(and(both(hadoops()), starts("archive", 1)));
    LeverFile against = ARCHIVE.with(b -> b.settings(Map.of("a.key", "2")));
    assertThat(LeverRows.measured(machine, Cases.terasort(), List.of(one, against)))
        .containsExactly(one, against);
  }

  @Test
  void machineThatMeasuredTheOtherAlonePredictsItsJobs() {
    List<Measurement> alone =
        both(hadoops()).stream()
            .filter(m -> !m.operation().matches("sort|merge") || m.parameters().size() == 1)
            .toList();
    Machine machine = machine(alone);
    assertThat(LeverRows.measured(machine, Cases.terasort(), List.of(Cases.prefix()))).hasSize(1);
    assertThat(LeverRows.measuredWithout(machine, Cases.terasort(), Cases.prefix())).isFalse();
    assertThat(Cases.predict(machine, PREFIX, GIGABYTE).coreS())
        .isCloseTo(Cases.predict(machine(both(hadoops())), PREFIX, GIGABYTE).coreS(), CLOSE);
    assertThatThrownBy(() -> Cases.predict(machine, HADOOP, GIGABYTE))
        .hasMessageContaining("lacks 2 of the operations that the workload needs: sort, merge");
  }

  private static double map(Prediction prediction) {
    return prediction.intervals().stream()
        .filter(i -> i.name() == Interval.MAP)
        .mapToDouble(PredictedInterval::coreS)
        .sum();
  }
}
