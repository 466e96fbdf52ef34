package io.corebound.analysis.study.explain;

import static io.corebound.records.Refusals.assertThatRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.account.Account;
import io.corebound.analysis.study.account.Activity;
import io.corebound.analysis.study.account.IntervalBound;
import io.corebound.analysis.study.account.Loss;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Cause;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Counters;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Interval;
import io.corebound.records.history.Locality;
import io.corebound.records.history.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Jobs that are made up so that one thing is wrong with each. */
class ExplainerTest {
  private static final Map<Setting, String> STATED = Map.of(Setting.SORT_MB, "100");

  /** Ten maps of 10 s on two nodes, five at once, with data and CPU time. */
  private static List<Attempt> tenMaps() {
    return IntStream.range(0, 10).mapToObj(i -> map(i, 10 + i / 5 * 10L, 10)).toList();
  }

  private static Attempt map(int task, long startS, long takesS) {
    return Histories.map(
        task,
        "node" + task % 2,
        startS,
        startS + takesS,
        Counter.CPU_MILLISECONDS,
        8000,
        Counter.INPUT_BYTES,
        100_000_000,
        Counter.MAP_INPUT_RECORDS,
        1_000_000,
        Counter.MAP_OUTPUT_RECORDS,
        1_000_000);
  }

  /** The same maps with these counters alone. */
  private static List<Attempt> tenMapsThatCount(Object... counted) {
    return tenMaps().stream().map(a -> a.withCounters(Histories.counters(counted))).toList();
  }

  private static Explanation explain(HistoryJob job) {
    return Explainer.explain(job, null);
  }

  private static HistoryJob job(List<Attempt> attempts) {
    return Histories.job(5, 40, STATED, attempts);
  }

  @Test
  void aJobWithoutReducesIsExplainedWithAMachineAndWithout() {
    List<Attempt> writing =
        tenMapsThatCount(
            Counter.CPU_MILLISECONDS,
            8000,
            Counter.INPUT_BYTES,
            100_000_000,
            Counter.MAP_INPUT_RECORDS,
            1_000_000,
            Counter.MAP_OUTPUT_RECORDS,
            10_000,
            Counter.STORE_BYTES_WRITTEN,
            1_000_000);
    assertThat(explain(job(writing)).account().totalCoreS()).isCloseTo(80, within(1e-6));
    Account account = Explainer.explain(job(writing), Yardsticks.ACCURACY).account();
    assertThat(account.byActivity())
        .containsKeys(Activity.READ, Activity.FRAME, Activity.WRITE, Activity.OWN)
        .doesNotContainKeys(Activity.SORT, Activity.MERGE, Activity.FETCH);
    // 1 GB takes less than 10 core-seconds to read; most is left
    assertThat(account.own().coreS()).isBetween(20.0, 70.0);
  }

  @Test
  void aJobThatMakesItsRecordsReadsNothing() {
    List<Attempt> making =
        tenMapsThatCount(
            Counter.CPU_MILLISECONDS,
            1000,
            Counter.MAP_INPUT_RECORDS,
            1_000_000,
            Counter.STORE_BYTES_READ,
            84,
            Counter.SPLIT_RAW_BYTES,
            84);
    Explanation made = Explainer.explain(job(making), Yardsticks.ACCURACY);
    assertThat(made.account().byActivity())
        .containsKey(Activity.FRAME)
        .doesNotContainKey(Activity.READ);
    assertThat(made.changes()).noneMatch(c -> c.kind() == Change.Kind.SPLIT_SIZE);
  }

  @Test
  void aJobOfWhichNothingSucceededIsRefused() {
    List<Attempt> failed =
        tenMaps().stream().map(a -> Histories.lost(a, Ending.FAILED, Cause.OTHER)).toList();
    assertThatRefused(() -> explain(job(failed))).hasMessageContaining("job_1_0001.jhist");
  }

  @Test
  void attemptsThatCameToNothingCountWithTheirCause() {
    List<Attempt> attempts = new ArrayList<>(tenMaps());
    attempts.add(Histories.lost(map(0, 10, 10), Ending.FAILED, Cause.MEMORY));
    Attempt silent = map(1, 10, 20).withCounters(Counters.NONE);
    attempts.add(Histories.lost(silent, Ending.KILLED, Cause.SPECULATION));
    Explanation explanation = explain(job(attempts));
    assertThat(explanation.tasks().losses())
        .containsExactly(
            // as much of a core as the others: 8 s of CPU time in 10 s
            new Loss(silent.type(), Ending.KILLED, Cause.SPECULATION, "", 1, 20, 16.0, true),
            new Loss(silent.type(), Ending.FAILED, Cause.MEMORY, "", 1, 10, 8.0, false));
    assertThat(explanation.account().byActivity()).containsEntry(Activity.LOST, 24.0);
  }

  @Test
  void theSlowestTaskIsSlowByItsDataOrByItsNode() {
    List<Attempt> attempts = new ArrayList<>(tenMaps());
    attempts.set(9, map(9, 20, 15));
    assertThat(skew(attempts).reason()).isEqualTo(Skew.Reason.UNKNOWN);
    attempts.set(
        9,
        map(9, 20, 15)
            .withCounters(
                Histories.counters(
                    Counter.CPU_MILLISECONDS, 12_000, Counter.INPUT_BYTES, 150_000_000)));
    Skew byData = skew(attempts);
    assertThat(byData.reason()).isEqualTo(Skew.Reason.DATA);
    assertThat(byData.ratio()).isEqualTo(1.5);
    assertThat(byData.stragglers()).isEqualTo(1);
    assertThat(byData.tailS()).isEqualTo(5);
    assertThat(byData.slowest().get(0).attempt()).isEqualTo("m_000009_0");
    List<Attempt> slowNode =
        tenMaps().stream()
            .map(a -> a.host().equals("node1") && a.task() > 2 ? map(a.task(), 20, 16) : a)
            .toList();
    assertThat(skew(slowNode).reason()).isEqualTo(Skew.Reason.NODE);
    assertThat(skew(tenMaps()).reason()).isEqualTo(Skew.Reason.EVEN);
  }

  private static Skew skew(List<Attempt> attempts) {
    return explain(job(attempts)).tasks().skews().get(0);
  }

  @Test
  void wavesAreTheTasksThatRan() {
    Waves waves = explain(job(tenMaps())).tasks().waves();
    double taskS = waves.maps().stream().mapToDouble(n -> n * waves.stepS()).sum();
    assertThat(taskS).isCloseTo(100, within(0.5));
    assertThat(waves.maps()).allMatch(n -> n <= 5.001);
    assertThat(waves.reducing()).containsOnly(0.0);
  }

  /** Two waves of maps, beside two reduces that begin with the second one. */
  private static List<Attempt> withEarlyReduces() {
    List<Attempt> attempts = new ArrayList<>(tenMaps());
    for (int i = 0; i < 2; i++) {
      attempts.add(
          Histories.reduce(
              i,
              "node" + i,
              11,
              32,
              40,
              Counter.CPU_MILLISECONDS,
              5000,
              Counter.REDUCE_SHUFFLE_BYTES,
              50_000_000,
              Counter.REDUCE_INPUT_RECORDS,
              5_000_000));
    }
    return attempts;
  }

  @Test
  void reducesThatHoldSlotsWhileMapsWaitAreSeen() {
    Explanation explanation = explain(job(withEarlyReduces()));
    // from 11 s to 30 s, both
    assertThat(explanation.tasks().slots().waitingForMapsS()).isEqualTo(38);
    assertThat(explanation.changes())
        .filteredOn(c -> c.kind() == Change.Kind.SLOW_START)
        .singleElement()
        // from 11 s to the start of the second wave at 20 s, two slots of five
        .satisfies(c -> assertThat(c.highS()).isCloseTo(18.0 / 5, within(1e-9)));
  }

  @Test
  void aTaskShorterThanItsStartAsksForLargerSplits() {
    List<Attempt> small =
        IntStream.range(0, 200)
            .mapToObj(
                i ->
                    Histories.map(
                        i,
                        "node" + i % 2,
                        10 + i / 4 * 5L,
                        15 + i / 4 * 5L,
                        Counter.CPU_MILLISECONDS,
                        1000,
                        Counter.INPUT_BYTES,
                        1_000_000,
                        Counter.MAP_INPUT_RECORDS,
                        10_000))
            .toList();
    HistoryJob job = Histories.job(5, 260, STATED, small);
    for (Explanation e : List.of(explain(job), Explainer.explain(job, Yardsticks.ACCURACY))) {
      assertThat(e.changes())
          .filteredOn(c -> c.kind() == Change.Kind.SPLIT_SIZE)
          .singleElement()
          .satisfies(
              c -> {
                assertThat(c.from()).isEqualTo("1.00 MB");
                assertThat(c.gainS()).isBetween(50.0, 250.0);
              });
    }
    assertThat(explain(job(tenMaps())).changes()).isEmpty();
  }

  @Test
  void mapsElsewhereAreCountedWithWhatTheyRead() {
    List<Attempt> attempts = new ArrayList<>(tenMaps());
    attempts.set(9, map(9, 20, 15).withLocality(Locality.RACK));
    Placing placing = explain(job(attempts)).tasks().placing();
    assertThat(placing).isEqualTo(new Placing(9, 1, 0, 0, 1e8, 5.0, 1));
  }

  @Test
  void inputOnTheDiskOfOneNodeTakesThatDiskLonger() {
    HistoryJob even = job(tenMaps());
    HistoryJob crowded =
        job(tenMaps().stream().map(map -> map.withSource(map.task() < 8 ? "a" : "b")).toList());
    assertThat(explain(even).tasks().placing().crowding()).isEqualTo(1);
    assertThat(explain(crowded).tasks().placing().crowding()).isCloseTo(1.6, within(1e-9));
    double evenS = mapsOnDiskS(even);
    assertThat(evenS).isPositive();
    assertThat(mapsOnDiskS(crowded)).isCloseTo(1.6 * evenS, within(0.01 * evenS));
    HistoryJob unknown = job(tenMaps().stream().map(map -> map.withSource("")).toList());
    assertThat(explain(unknown).tasks().placing().crowding()).isEqualTo(1);
  }

  private static double mapsOnDiskS(HistoryJob job) {
    Yardstick withDisk = Yardsticks.of(Yardsticks.rows("measured-2-cores"));
    return Explainer.explain(job, withDisk).intervals().stream()
        .filter(i -> i.interval() == Interval.MAP)
        .mapToDouble(IntervalBound::diskS)
        .sum();
  }

  private static Stream<Doubt.Kind> doubts(HistoryJob job) {
    return explain(job).doubts().stream().map(Doubt::kind);
  }

  @Test
  void contradictionsAreNamed() {
    HistoryJob fine = job(tenMaps());
    assertThat(doubts(fine)).isEmpty();
    assertThat(doubts(fine.withSettings(Map.of()))).containsExactly(Doubt.Kind.NO_CONFIGURATION);
    assertThat(doubts(fine.withEnding(Ending.UNFINISHED))).containsExactly(Doubt.Kind.NO_FINISH);
    assertThat(doubts(fine.withTotals(new HistoryJob.Totals(12, 0, true))))
        .containsExactly(Doubt.Kind.MISSING_TASKS, Doubt.Kind.UBER);
    assertThat(doubts(job(withEarlyReduces()))).containsExactly(Doubt.Kind.RECORDS);
    HistoryJob undeclared = job(withEarlyReduces()).withTotals(new HistoryJob.Totals(10, 0, false));
    assertThat(doubts(undeclared)).contains(Doubt.Kind.UNDECLARED_REDUCE);
    HistoryJob.Times early =
        new HistoryJob.Times(0, 400_000_000L, 40_000_000_000L, List.of(1L, 2L));
    // its maps ended after 30 s
    assertThat(doubts(fine.withTimes(early)))
        .containsExactly(
            Doubt.Kind.EARLY_SUBMIT,
            Doubt.Kind.LATE_FINISH,
            Doubt.Kind.OUTSIDE,
            Doubt.Kind.MASTER_RESTARTED);
    HistoryJob.Times days = new HistoryJob.Times(0, 400_000_000, 400_040_000, List.of(1L, 2L));
    assertThat(doubts(job(later(tenMaps(), 400_000_000)).withTimes(days)))
        .containsExactly(Doubt.Kind.EARLY_SUBMIT, Doubt.Kind.MASTER_RESTARTED);
    Counters totals = Histories.counters(Counter.MAP_INPUT_RECORDS, 5_000_000);
    assertThat(doubts(fine.withCounters(totals))).containsExactly(Doubt.Kind.TOTALS);
  }

  /** Attempts of maps, so many ms later. */
  private static List<Attempt> later(List<Attempt> maps, long ms) {
    return maps.stream()
        .map(
            a -> {
              Attempt.Times times = a.times();
              return a.withTimes(
                  new Attempt.Times(times.startMs() + ms, -1, -1, times.finishMs() + ms));
            })
        .toList();
  }

  @Test
  void contradictionsOfAttemptsAreCountedWithAnExample() {
    List<Attempt> attempts = new ArrayList<>(tenMaps());
    attempts.set(3, attempts.get(3).withCounters(Counters.NONE));
    attempts.set(
        4, attempts.get(4).withCounters(Histories.counters(Counter.CPU_MILLISECONDS, 9_000_000)));
    attempts.set(5, attempts.get(5).withTimes(new Attempt.Times(20_000, -1, -1, 19_000)));
    assertThat(explain(job(attempts)).doubts())
        .containsExactly(
            new Doubt(Doubt.Kind.NO_COUNTERS, 1, "m_000003_0"),
            new Doubt(Doubt.Kind.BACKWARDS, 1, "m_000005_0"),
            new Doubt(Doubt.Kind.TOO_MUCH_CPU, 1, "m_000004_0"));
    List<Attempt> silent = tenMapsThatCount(Counter.INPUT_BYTES, 10);
    assertThat(doubts(job(silent))).containsExactly(Doubt.Kind.NO_CPU);
    assertThat(explain(job(silent)).account().countedCoreS()).isNull();
  }

  @Test
  void tableOfJobsAddsUpWhatTheyTook() {
    Explanation one = explain(job(tenMaps()));
    Explanation two = explain(job(withEarlyReduces()));
    JobTable table =
        JobTable.of(
            Stream.of(one, two).map(JobTable.Entry::of).toList(),
            List.of(new JobTable.Refused("x.jhist", "is empty")),
            List.of());
    assertThat(table.jobs()).extracting(JobTable.Row::coreS).containsExactly(90.0, 80.0);
    assertThat(table.activities()).containsExactly(new JobTable.Part(Activity.COUNTED, 170, 1));
  }

  @Test
  void momentsOfTheJobThatItsTasksDenyAreNamed() {
    HistoryJob fine = job(tenMaps());
    HistoryJob.Times late = new HistoryJob.Times(12_000, 8_000, 40_000, List.of());
    assertThat(explain(fine.withTimes(late)).doubts())
        .containsExactly(new Doubt(Doubt.Kind.LATE_SUBMIT, 4, ""));
    HistoryJob.Times soon = new HistoryJob.Times(5_000, 5_000, 27_000, List.of());
    Explanation early = explain(fine.withTimes(soon));
    assertThat(early.doubts()).containsExactly(new Doubt(Doubt.Kind.EARLY_FINISH, 3, ""));
    assertThat(early.job().elapsedS()).isEqualTo(25);
    long year = 365L * 24 * 3_600_000;
    Explanation tooLate =
        explain(fine.withTimes(new HistoryJob.Times(5_000, 5_000, year, List.of())));
    // 365 days after 30 s
    assertThat(tooLate.doubts())
        .containsExactly(new Doubt(Doubt.Kind.LATE_FINISH, 365 * 86_400 - 30, ""));
    assertThat(tooLate.job().elapsedS()).isEqualTo(25);
    List<Attempt> otherClock = new ArrayList<>(withEarlyReduces());
    otherClock.replaceAll(
        a -> a.isMap() ? a : a.withTimes(new Attempt.Times(11_000, 100_000, 39_000, 39_000)));
    Explanation explained = explain(job(otherClock));
    assertThat(explained.job().elapsedS()).isEqualTo(35);
    assertThat(explained.doubts()).extracting(Doubt::kind).contains(Doubt.Kind.BACKWARDS);
    assertThat(explained.doubts()).noneMatch(d -> d.kind() == Doubt.Kind.EARLY_FINISH);
  }

  @Test
  void attemptsADayOutsideOfTheirJobAreNamed() {
    List<Attempt> attempts = new ArrayList<>(tenMaps());
    long day = 24 * 3_600_000L;
    Attempt.Times times = attempts.get(0).times();
    long finishMs = job(attempts).times().finishMs() + day + 1;
    Attempt late = attempts.get(0).withTimes(new Attempt.Times(times.startMs(), -1, -1, finishMs));
    attempts.set(0, late);
    assertThat(explain(job(attempts)).doubts())
        .contains(new Doubt(Doubt.Kind.OUTSIDE, 1, late.brief()));
  }

  @Test
  void reducesBeyondThoseOfTheJobAndAttemptsWithoutAnEndAreNamed() {
    HistoryJob one = job(withEarlyReduces()).withTotals(new HistoryJob.Totals(10, 1, false));
    assertThat(explain(one).doubts()).contains(new Doubt(Doubt.Kind.UNDECLARED_REDUCE, 1, ""));
    List<Attempt> open = new ArrayList<>(tenMaps());
    open.add(
        map(3, 15, 1)
            .with(
                b ->
                    b.number(1)
                        .ending(Ending.UNFINISHED)
                        .times(new Attempt.Times(15_000, -1, -1, -1))
                        .counters(Counters.NONE)));
    Explanation explained = explain(job(open));
    assertThat(explained.doubts())
        .containsExactly(new Doubt(Doubt.Kind.OPEN_ATTEMPTS, 1, "m_000003_1"));
    // from its start to the end of the job, on 0.8 of a core
    assertThat(explained.tasks().losses())
        .containsExactly(
            new Loss(open.get(0).type(), Ending.KILLED, Cause.SPECULATION, "", 1, 25, 20.0, true));
  }

  @Test
  void taskThatFailedForGoodIsThereAndOneThatIsNotThereIsMissing() {
    List<Attempt> attempts = new ArrayList<>(tenMaps());
    attempts.set(9, Histories.lost(map(9, 20, 10), Ending.FAILED, Cause.OTHER));
    assertThat(doubts(job(attempts))).isEmpty();
    HistoryJob eleven = job(attempts).withTotals(new HistoryJob.Totals(11, 0, false));
    assertThat(explain(eleven).doubts())
        .containsExactly(new Doubt(Doubt.Kind.MISSING_TASKS, 1, ""));
  }

  @Test
  void lostAttemptsAreEstimatedByThoseThatCount() {
    List<Attempt> attempts = new ArrayList<>(tenMaps());
    attempts.replaceAll(a -> a.task() < 5 ? a.withCounters(Counters.NONE) : a);
    Attempt silent = map(1, 10, 20).withCounters(Counters.NONE);
    attempts.add(Histories.lost(silent, Ending.KILLED, Cause.SPECULATION));
    assertThat(explain(job(attempts)).tasks().losses())
        .extracting(Loss::coreS)
        .containsExactly(16.0);
  }

  @Test
  void tasksThatCountedNoCpuTimeAreTakenToHaveUsedWhatTheOthersDid() {
    List<Attempt> some = new ArrayList<>(tenMaps());
    some.set(2, some.get(2).withCounters(Histories.counters(Counter.INPUT_BYTES, 100_000_000)));
    Explanation explained = explain(job(some));
    assertThat(explained.doubts())
        .containsExactly(new Doubt(Doubt.Kind.SOME_WITHOUT_CPU, 1, "m_000002_0"));
    assertThat(explained.account().countedCoreS()).isCloseTo(80, within(1e-9));
    List<Attempt> reducesAlone = new ArrayList<>(withEarlyReduces());
    reducesAlone.replaceAll(
        a -> a.isMap() ? a.withCounters(Histories.counters(Counter.INPUT_BYTES, 10)) : a);
    assertThat(explain(job(reducesAlone)).doubts())
        .contains(new Doubt(Doubt.Kind.NO_CPU, 1, "map"));
  }

  @Test
  void eachCopyOfTheOutputTakesADataNode() {
    HistoryJob once =
        job(writingReduces())
            .withSettings(Map.of(Setting.SORT_MB, "100", Setting.REPLICATION, "1"));
    HistoryJob twice = once.withSettings(Map.of(Setting.SORT_MB, "100", Setting.REPLICATION, "3"));
    assertThat(besideOfWriting(once)).isPositive();
    // there are two nodes
    assertThat(besideOfWriting(twice)).isCloseTo(2 * besideOfWriting(once), within(1e-9));
  }

  private static List<Attempt> writingReduces() {
    List<Attempt> attempts = new ArrayList<>(withEarlyReduces());
    attempts.replaceAll(
        a ->
            a.isMap()
                ? a
                : a.withCounters(
                    Histories.counters(
                        Counter.CPU_MILLISECONDS,
                        5000,
                        Counter.REDUCE_OUTPUT_RECORDS,
                        1_000_000,
                        Counter.OUTPUT_BYTES,
                        100_000_000)));
    return attempts;
  }

  private static double besideOfWriting(HistoryJob job) {
    return Explainer.explain(job, Yardsticks.ACCURACY).account().lines().stream()
        .filter(l -> l.activity() == Activity.WRITE)
        .mapToDouble(l -> l.coreS() - l.taskCoreS())
        .sum();
  }
}
