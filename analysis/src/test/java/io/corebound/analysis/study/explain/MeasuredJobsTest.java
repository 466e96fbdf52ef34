package io.corebound.analysis.study.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.account.Account;
import io.corebound.analysis.study.account.Activity;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Counters;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Interval;
import io.corebound.records.history.Setting;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** TeraSorts of a sweep, explained by the costs of its machine. */
class MeasuredJobsTest {
  private static final String SAMPLE = "accuracy-1650mb-2-cores";

  /** Cells that are neither short nor on the slowest disks, with a codec and without. */
  private static final List<HistoryJob> JOBS =
      Stream.of(
              "ssd-pcie_ethernet-1g_whole",
              "ssd-pcie_infiniband-qdr_whole",
              "ssd-pcie_infiniband-qdr_large",
              "ssd-pcie_infiniband-qdr_plain",
              "ssd-pcie_infiniband-qdr_slots",
              "ssd-pcie_infiniband-qdr_reducers")
          .flatMap(cell -> Stream.of(1, 2, 3).map(n -> cell + "_" + n))
          .map(cell -> Histories.ofCell(SAMPLE, cell))
          .toList();

  /** What the steps of each take: two tests ask, and each explanation takes half a second. */
  private static final List<Account> ACCOUNTS =
      JOBS.stream().map(MeasuredJobsTest::account).toList();

  private static final HistoryJob JOB = Histories.ofCell(SAMPLE, "ssd-pcie_ethernet-1g_whole_1");

  private static Account account(HistoryJob job) {
    return Explainer.explain(job, Yardsticks.ACCURACY).account();
  }

  /** What the steps and starts take in the tasks, over what these counted. */
  private static double explained(Account account) {
    return 1 - account.own().coreS() / account.countedCoreS();
  }

  @Test
  void stepsOfATeraSortAreWhatItsTasksCounted() {
    double[] parts = ACCOUNTS.stream().mapToDouble(MeasuredJobsTest::explained).sorted().toArray();
    assertThat(parts[parts.length / 2]).isCloseTo(1, within(0.10));
    assertThat(parts[0]).isGreaterThan(0.75);
    assertThat(parts[parts.length - 1]).isLessThan(1.25);
  }

  @Test
  void ownCodeOfATeraSortIsNothingWithinItsInterval() {
    long covered =
        ACCOUNTS.stream().filter(a -> a.own().lowCoreS() <= 0 && a.own().highCoreS() >= 0).count();
    assertThat(covered / (double) ACCOUNTS.size()).isGreaterThan(0.7);
  }

  @Test
  void linesAddUpToWhatWasCountedAndWhatWorksBeside() {
    Account account = account(JOB);
    double ofTasks =
        account.lines().stream()
            .filter(l -> l.taskCoreS() != null)
            .mapToDouble(Account.Line::taskCoreS)
            .sum();
    assertThat(ofTasks).isCloseTo(account.countedCoreS(), within(1e-6));
    assertThat(account.byActivity().values().stream().mapToDouble(c -> c).sum())
        .isCloseTo(account.totalCoreS(), within(1e-6));
    assertThat(account.notMeasured()).isEmpty();
  }

  @Test
  void whatTheCounterSeesOfAContainerIsNotTakenTwice() {
    double maps = Explainer.explain(JOB, null).job().maps();
    Account less = Explainer.explain(JOB, countingOfEmptyTasks(0.3)).account();
    Account more = Explainer.explain(JOB, countingOfEmptyTasks(0.8)).account();
    assertThat(less.totalCoreS() - more.totalCoreS())
        .isCloseTo(0.5 * (maps + Explainer.explain(JOB, null).job().reduces()), within(1e-6));
    assertThat(less.own().coreS()).isGreaterThan(more.own().coreS());
    // a machine that was measured with other whole tasks than TeraSort's
    assertThat(Yardsticks.costs(countedRows(0.3, false)).emptyTaskCoreS(true)).isEqualTo(0.3);
  }

  private static Yardstick countingOfEmptyTasks(double coreS) {
    return Yardsticks.of(countedRows(coreS, true));
  }

  private static List<Measurement> countedRows(double coreS, boolean wholeTasks) {
    List<Measurement> rows = new ArrayList<>(Yardsticks.rows(SAMPLE));
    rows.removeIf(r -> !wholeTasks && r.suite().equals("task"));
    Measurement container =
        rows.stream().filter(r -> r.operation().equals("start.container")).findFirst().get();
    for (String metric : List.of(Metric.COUNTED_MAP_COST, Metric.COUNTED_REDUCE_COST)) {
      rows.add(container.withMetric(metric).withMean(Mean.exact(coreS)));
    }
    return rows;
  }

  /** The same job whose tasks worked on something else, too. */
  private static HistoryJob with(HistoryJob job, UnaryOperator<Attempt> change) {
    return job.withAttempts(job.attempts().stream().map(change).toList());
  }

  private static Attempt counting(Attempt attempt, Counter counter, long more) {
    Map<Counter, Long> values = new EnumMap<>(attempt.counters().known());
    values.merge(counter, more, Long::sum);
    return attempt.withCounters(Counters.of(values));
  }

  @Test
  void codeOfKnownCostIsWhatIsLeft() {
    HistoryJob busy = with(JOB, a -> a.isMap() ? counting(a, Counter.CPU_MILLISECONDS, 20_000) : a);
    long maps = JOB.attempts().stream().filter(Attempt::isMap).count();
    double own = account(busy).own().coreS();
    assertThat(own - account(JOB).own().coreS()).isCloseTo(20.0 * maps, within(1e-6));
    assertThat(own).isCloseTo(20.0 * maps, within(2.0 * maps));
    assertThat(account(busy).own().maybeNothing()).isFalse();
    assertThat(account(busy).byActivity().entrySet().stream().max(Map.Entry.comparingByValue()))
        .hasValueSatisfying(most -> assertThat(most.getKey()).isEqualTo(Activity.OWN));
  }

  @Test
  void aJobWithoutCpuTimeHasStepsAndNoOwnCode() {
    HistoryJob silent =
        with(
            JOB,
            a -> {
              Map<Counter, Long> values = new EnumMap<>(a.counters().known());
              values.remove(Counter.CPU_MILLISECONDS);
              return a.withCounters(Counters.of(values));
            });
    Account account = account(silent);
    assertThat(account.own()).isNull();
    assertThat(account.countedCoreS()).isNull();
    assertThat(account.totalCoreS()).isGreaterThan(50);
    assertThat(account.lines())
        .filteredOn(l -> l.activity() == Activity.OWN)
        .allMatch(l -> l.coreS() == null);
  }

  @Test
  void withoutAMachineTasksAreWhatTheyCounted() {
    Account account = Explainer.explain(JOB, null).account();
    assertThat(account.machine()).isNull();
    assertThat(account.own()).isNull();
    assertThat(account.totalCoreS()).isCloseTo(account.countedCoreS(), within(1e-6));
    assertThat(account.lines()).extracting(Account.Line::activity).containsOnly(Activity.COUNTED);
  }

  @Test
  void anUnknownCodecIsNamedAndItsCostIsLeft() {
    HistoryJob other =
        JOB.withSettings(withSetting(JOB, "org.apache.hadoop.io.compress.BZip2Codec"));
    Account account = account(other);
    assertThat(account.notMeasured()).containsExactly("compress.unknown", "decompress.unknown");
    assertThat(account.own().coreS()).isGreaterThan(account(JOB).own().coreS());
  }

  private static Map<Setting, String> withSetting(HistoryJob job, String codec) {
    Map<Setting, String> settings = new EnumMap<>(job.settings());
    settings.put(Setting.MAP_OUTPUT_CODEC, codec);
    return settings;
  }

  private static List<Change> changes(HistoryJob job, Yardstick yardstick) {
    return Explainer.explain(job, yardstick).changes();
  }

  @Test
  void changesAreFiveAtMostTheBestFirstEachWithItsInterval() {
    List<Change> changes = changes(JOB, Yardsticks.ACCURACY);
    assertThat(changes).isNotEmpty().hasSizeLessThanOrEqualTo(5);
    assertThat(changes)
        .isSortedAccordingTo((a, b) -> Double.compare(b.gainS(), a.gainS()))
        .allMatch(c -> c.lowS() <= c.gainS() && c.gainS() <= c.highS())
        .allMatch(c -> c.gainS() < Explainer.explain(JOB, null).job().elapsedS());
  }

  @Test
  void snappyInsteadOfGzipSavesWhatGzipTakesMore() {
    HistoryJob gzip = JOB.withSettings(withSetting(JOB, "org.apache.hadoop.io.compress.GzipCodec"));
    Change codec =
        changes(gzip, Yardsticks.WITH_GZIP).stream()
            .filter(c -> c.kind() == Change.Kind.CODEC)
            .findFirst()
            .orElseThrow();
    assertThat(codec.from()).isEqualTo("gzip");
    assertThat(codec.to()).isIn("snappy", "none");
    // 1.7 GB of IFiles, compressed three times and decompressed three times, for 52 and 32 ns/B
    // more
    assertThat(codec.savedCoreS()).isBetween(200.0, 700.0);
    assertThat(changes(JOB, Yardsticks.WITH_GZIP))
        .noneMatch(c -> c.kind() == Change.Kind.CODEC && c.to().equals("gzip"));
  }

  @Test
  void aLargerSortBufferIsProposedForMapsThatSpillTwiceAlone() {
    assertThat(JOB.attempts())
        .filteredOn(Attempt::isMap)
        .anyMatch(
            a ->
                a.counters().get(Counter.SPILLED_RECORDS)
                    > a.counters().get(Counter.MAP_OUTPUT_RECORDS));
    assertThat(changes(JOB, Yardsticks.ACCURACY))
        .filteredOn(c -> c.kind() == Change.Kind.SORT_BUFFER)
        .singleElement()
        .satisfies(
            c -> {
              assertThat(c.from()).isEqualTo("100 MiB");
              // 137 MB and 21 MB of metadata, of which 80 % begin a spill: 189 MiB
              assertThat(c.to()).isEqualTo("190 MiB");
              assertThat(c.savedCoreS()).isPositive();
            });
    HistoryJob single =
        with(
            JOB,
            a ->
                a.isMap()
                    ? counting(
                        a,
                        Counter.SPILLED_RECORDS,
                        a.counters().get(Counter.MAP_OUTPUT_RECORDS)
                            - a.counters().get(Counter.SPILLED_RECORDS))
                    : a);
    assertThat(changes(single, Yardsticks.ACCURACY))
        .noneMatch(c -> c.kind() == Change.Kind.SORT_BUFFER);
  }

  @Test
  void intervalsAddUpToTheJob() {
    Explanation explanation = Explainer.explain(JOB, Yardsticks.ACCURACY);
    assertThat(explanation.intervals().stream().mapToDouble(i -> i.lengthS()).sum())
        .isCloseTo(explanation.job().elapsedS(), within(0.01));
    assertThat(explanation.intervals())
        .extracting(i -> i.interval())
        .containsExactly(Interval.MAP, Interval.SHUFFLE_TAIL, Interval.REDUCE, Interval.OVERHEAD);
  }
}
