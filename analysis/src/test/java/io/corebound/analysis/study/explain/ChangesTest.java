package io.corebound.analysis.study.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.account.Activity;
import io.corebound.analysis.study.account.IntervalBound;
import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Replay;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Term;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Cause;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Setting;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What changes bring to jobs that they cannot help, or not as much as it seems. */
class ChangesTest {
  private static final Map<Setting, String> STATED = Map.of(Setting.SORT_MB, "100");

  /** Ten maps in so many waves, each with the CPU time and the bytes. */
  private static List<Attempt> maps(int waves, long takesS, long cpuMs, long bytes) {
    int atOnce = 10 / waves;
    return IntStream.range(0, 10)
        .mapToObj(
            i ->
                Histories.map(
                    i,
                    "node1",
                    10 + i / atOnce * takesS,
                    10 + (i / atOnce + 1) * takesS,
                    Counter.CPU_MILLISECONDS,
                    cpuMs,
                    Counter.INPUT_BYTES,
                    bytes,
                    Counter.MAP_INPUT_RECORDS,
                    bytes / 100,
                    Counter.MAP_OUTPUT_RECORDS,
                    bytes / 100))
        .toList();
  }

  private static HistoryJob job(List<Attempt> attempts) {
    return Histories.job(5, 100, STATED, attempts);
  }

  private static Explanation explain(HistoryJob job) {
    return Explainer.explain(job, Yardsticks.ACCURACY);
  }

  private static Optional<Change> change(HistoryJob job, Change.Kind kind) {
    return explain(job).changes().stream().filter(c -> c.kind() == kind).findFirst();
  }

  @Test
  void twiceTheCoresRunMoreTasksAtOnceWhereThatSavesAWave() {
    // on more cores than tasks can use
    assertThat(shorterOnTwiceTheCores(maps(1, 20, 8000, 100_000_000))).isCloseTo(1, within(1e-6));
    // two waves, and between them a slot's turnaround; in one, the longest of twice as many counts
    assertThat(shorterOnTwiceTheCores(maps(2, 20, 8000, 100_000_000))).isBetween(1.8, 2.1);
  }

  private static double shorterOnTwiceTheCores(List<Attempt> maps) {
    JobCosts costs = Yardsticks.costs(Yardsticks.rows("accuracy-1650mb-2-cores")).withCores(100);
    RanJob ran = RanJob.of(job(maps));
    Replay replay = new Replay(ran, Loss.of(ran), costs);
    return replay.timeS(replay.own()) / replay.timeS(replay.own().withTwiceTheCores());
  }

  @Test
  void tasksOfAnUberJobRunOneAfterTheOther() {
    HistoryJob job = job(maps(10, 5, 4000, 100_000_000));
    assertThat(change(job, Change.Kind.CORES)).isPresent();
    HistoryJob uber = job.withTotals(job.totals().withUber(true));
    assertThat(change(uber, Change.Kind.CORES)).isEmpty();
  }

  @Test
  void tasksOfAnUberJobDoNotWaitForAContainer() {
    HistoryJob job = job(maps(10, 5, 4000, 100_000_000));
    assertThat(secondsOfSlowerTurnaround(job)).isGreaterThan(1);
    assertThat(secondsOfSlowerTurnaround(job.withTotals(job.totals().withUber(true))))
        .isCloseTo(0, within(1e-6));
  }

  /** By how much a job takes longer where a slot is free for the next task 1 s later. */
  private static double secondsOfSlowerTurnaround(HistoryJob job) {
    List<Measurement> rows = Yardsticks.rows("accuracy-1650mb-2-cores");
    List<Measurement> slower =
        rows.stream()
            .map(
                row ->
                    row.metric().equals("turnaround_wall")
                        ? row.with(b -> b.mean(Mean.exact(row.value() + 1)))
                        : row)
            .toList();
    return seconds(job, slower) - seconds(job, rows);
  }

  private static double seconds(HistoryJob job, List<Measurement> rows) {
    RanJob ran = RanJob.of(job);
    Replay replay = new Replay(ran, Loss.of(ran), Yardsticks.costs(rows));
    return replay.timeS(replay.own());
  }

  @Test
  void containersThatStartUnderALeverAreAChangeWhereThatWasMeasured() {
    HistoryJob job = job(maps(10, 5, 4000, 100_000_000));
    assertThat(change(job, Change.Kind.STARTS)).isEmpty();
    List<Measurement> rows = Yardsticks.rows("accuracy-1650mb-2-cores");
    Change change =
        Explainer.explain(job, Yardsticks.of(Stream.concat(rows.stream(), archive(rows)).toList()))
            .changes()
            .stream()
            .filter(c -> c.kind() == Change.Kind.STARTS)
            .findFirst()
            .orElseThrow();
    double containerCoreS = Machine.of("r", rows).value(Term.CONTAINER);
    assertThat(change.to()).isEqualTo("archive");
    assertThat(change.savedCoreS()).isCloseTo(10 * containerCoreS / 2, within(0.1));
    assertThat(change.gainS()).isPositive();
  }

  @Test
  void jobWhoseContainersStartedFromAnArchiveIsAccountedForByThat() {
    List<Attempt> attempts = maps(10, 5, 4000, 100_000_000);
    Map<Setting, String> settings =
        Map.of(Setting.MAP_ADMIN_START, "$(sh /opt/classes/tasks || echo -XX:+No)");
    HistoryJob with = Histories.job(5, 100, settings, attempts);
    List<Measurement> rows = Yardsticks.rows("accuracy-1650mb-2-cores");
    Explanation unmeasured = Explainer.explain(with, Yardsticks.of(rows));
    assertThat(unmeasured.doubts()).contains(new Doubt(Doubt.Kind.UNMEASURED_START, 1, "archive"));
    assertThat(unmeasured.account()).isEqualTo(explain(job(attempts)).account());

    Yardstick both = Yardsticks.of(Stream.concat(rows.stream(), archive(rows)).toList());
    Explanation measured = Explainer.explain(with, both);
    assertThat(measured.doubts()).contains(new Doubt(Doubt.Kind.OTHER_START, 1, "archive"));
    assertThat(measured.changes()).noneMatch(c -> c.kind() == Change.Kind.STARTS);
    assertThat(measured.account().totalCoreS())
        .isLessThan(Explainer.explain(job(attempts), both).account().totalCoreS());
  }

  @Test
  void machineThatOthersDisturbedMakesItsCostsDoubtful() {
    List<Attempt> attempts = maps(10, 5, 4000, 100_000_000);
    List<Measurement> rows = new ArrayList<>(Yardsticks.rows("accuracy-1650mb-2-cores"));
    Measurement any = rows.get(0);
    rows.add(
        any.with(
            b ->
                b.operation("others")
                    .parameters(Map.of())
                    .process("all")
                    .threads(1)
                    .metric("disturbance")
                    .unit("ratio")
                    .mean(Mean.alone(0.3, 9))
                    .jvmFlagsHash("")));
    Explanation disturbed = Explainer.explain(job(attempts), Yardsticks.of(rows));
    Explanation quiet = explain(job(attempts));
    assertThat(disturbed.doubts()).anyMatch(d -> d.kind() == Doubt.Kind.DISTURBED_MACHINE);
    assertThat(quiet.doubts()).noneMatch(d -> d.kind() == Doubt.Kind.DISTURBED_MACHINE);
    assertThat(disturbed.account().totalCoreS()).isEqualTo(quiet.account().totalCoreS());
    assertThat(width(disturbed)).isGreaterThan(1.5 * width(quiet));
  }

  private static double width(Explanation explanation) {
    return explanation.account().own().highCoreS() - explanation.account().own().lowCoreS();
  }

  /** What starts take with an archive that halves it. */
  private static Stream<Measurement> archive(List<Measurement> rows) {
    return rows.stream()
        .filter(row -> row.operation().startsWith("start."))
        .map(row -> row.with(b -> b.mean(row.mean().times(0.5))).under("archive"));
  }

  @Test
  void fewShortTasksStartNoContainersAsAnUberJob() {
    List<Attempt> few = maps(10, 5, 1000, 1_000_000).subList(0, 3);
    Change change = change(job(few), Change.Kind.UBER).orElseThrow();
    double containerCoreS =
        Machine.of("r", Yardsticks.rows("accuracy-1650mb-2-cores")).value(Term.CONTAINER);
    // half of the most: two of three start no JVM of their own, and the third is in the master's
    assertThat(change.savedCoreS()).isBetween(2 * containerCoreS / 2, 3 * containerCoreS / 2);
    assertThat(change.gainS()).isPositive();

    assertThat(change(job(maps(10, 5, 1000, 1_000_000)), Change.Kind.UBER)).isEmpty();
    // long ones run side by side
    assertThat(change(job(maps(1, 60, 50_000, 1_000_000).subList(0, 9)), Change.Kind.UBER))
        .isEmpty();
    HistoryJob uber = job(few);
    assertThat(change(uber.withTotals(uber.totals().withUber(true)), Change.Kind.UBER)).isEmpty();
  }

  @Test
  void smallFilesAreNotJoinedByLargerSplits() {
    assertThat(change(job(maps(5, 5, 500, 1_000_000)), Change.Kind.SPLIT_SIZE).orElseThrow())
        .satisfies(c -> assertThat(c.caveats()).contains(Change.Caveat.SMALL_FILES));
    assertThat(change(job(maps(5, 5, 500, 100_000_000)), Change.Kind.SPLIT_SIZE).orElseThrow())
        .satisfies(c -> assertThat(c.caveats()).doesNotContain(Change.Caveat.SMALL_FILES));
  }

  @Test
  void noChangeIsToWhatThereIs() {
    List<Attempt> attempts = new ArrayList<>(maps(2, 20, 8000, 100_000_000));
    attempts.add(Histories.reduce(0, "node1", 15, 60, 80, Counter.CPU_MILLISECONDS, 9000));
    for (String slowStart : List.of("0.05", "0.9", "0.92", "1.0")) {
      HistoryJob job = Histories.job(5, 100, Map.of(Setting.SLOW_START, slowStart), attempts);
      assertThat(explain(job).changes()).noneMatch(c -> c.from().equals(c.to()));
    }
  }

  @Test
  void noChangeSavesMoreThanTheJobTook() {
    // a node so fast that the steps would take far more than was counted
    Explanation fast = explain(job(maps(2, 5, 200, 100_000_000)));
    assertThat(fast.changes())
        .allMatch(c -> c.savedCoreS() == null || c.savedCoreS() < fast.account().totalCoreS());
  }

  @Test
  void attemptsThatWaitedForAContainerTookNone() {
    List<Attempt> attempts = new ArrayList<>(maps(2, 20, 8000, 100_000_000));
    double before = explain(job(attempts)).account().totalCoreS();
    Attempt waiting =
        Histories.lost(attempts.get(0), Ending.KILLED, Cause.OTHER)
            .withTimes(new Attempt.Times(-1, -1, -1, 0));
    attempts.add(waiting.withCounters(Histories.counters()));
    assertThat(explain(job(attempts)).account().totalCoreS()).isCloseTo(before, within(1e-6));
  }

  @Test
  void aJobThatQueuesHasNoMaster() {
    HistoryJob job = job(maps(2, 20, 8000, 100_000_000));
    // ten hours, less than what makes a submission doubtful
    HistoryJob.Times times =
        new HistoryJob.Times(5_000, 36_000_000, 36_100_000, List.of(36_000_000L));
    List<Attempt> later =
        job.attempts().stream()
            .map(
                a ->
                    a.withTimes(
                        new Attempt.Times(
                            a.times().startMs() + 36_000_000,
                            -1,
                            -1,
                            a.times().finishMs() + 36_000_000)))
            .toList();
    HistoryJob queued = job.with(b -> b.times(times).attempts(later));
    assertThat(explain(queued).account().byActivity().get(Activity.WATCH)).isLessThan(20);
  }

  @Test
  void withoutCpuTimeNobodyKnowsWhetherAJobWaited() {
    List<Attempt> silent =
        maps(2, 20, 8000, 100_000_000).stream()
            .map(a -> a.withCounters(Histories.counters(Counter.INPUT_BYTES, 100_000_000)))
            .toList();
    assertThat(explain(job(silent)).intervals())
        .filteredOn(i -> i.interval().word().equals("map"))
        .extracting(IntervalBound::bound)
        .doesNotContain(Bound.WAITING);
  }
}
