package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Moments;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Storage;
import io.corebound.analysis.study.account.TaskSums;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Doubt.Kind;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.TaskType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What in a history contradicts itself, beside what was found when it was read. */
final class Contradictions {
  /** Counters that a job adds up over its tasks. */
  private static final List<Counter> ADDED_UP =
      List.of(
          Counter.MAP_INPUT_RECORDS,
          Counter.MAP_OUTPUT_RECORDS,
          Counter.REDUCE_INPUT_RECORDS,
          Counter.SPILLED_RECORDS,
          Counter.CPU_MILLISECONDS);

  /** Counters of a task and of its job are taken at slightly different moments. */
  private static final double SAME = 0.01;

  /** No task of MapReduce works on more cores. */
  private static final double MOST_CORES = 32;

  private final RanJob ran;
  private final HistoryJob job;
  private final Map<Kind, Doubt> doubts = new EnumMap<>(Kind.class);

  private Contradictions(RanJob ran) {
    this.ran = ran;
    this.job = ran.job();
    job.doubts().forEach(d -> doubts.put(d.kind(), d));
  }

  /** Those of a job, each kind once. */
  static List<Doubt> of(RanJob ran) {
    Contradictions all = new Contradictions(ran);
    all.ofEnd();
    all.ofTimes();
    all.ofTasks();
    all.ofCounters();
    all.ofStorage();
    return List.copyOf(all.doubts.values());
  }

  private void add(Kind kind, long count, String example) {
    if (count > 0) {
      doubts.putIfAbsent(kind, new Doubt(kind, count, example));
    }
  }

  private void ofEnd() {
    add(Kind.NO_FINISH, job.ending() == Ending.UNFINISHED && !job.isCut() ? 1 : 0, "");
    boolean said = ran.settings().known() || doubts.containsKey(Kind.BROKEN_CONFIGURATION);
    add(Kind.NO_CONFIGURATION, said ? 0 : 1, "");
    add(Kind.UBER, job.totals().uber() ? 1 : 0, "");
    int masters = job.times().masterStartsMs().size();
    add(Kind.MASTER_RESTARTED, masters > 1 ? masters : 0, "");
  }

  private void ofTimes() {
    long submitMs = job.times().submitMs();
    long startMs = ran.moments().startMs();
    if (Moments.isEarly(job)) {
      add(Kind.EARLY_SUBMIT, Math.max(1, (startMs - submitMs) / 1000), "");
    }
    add(Kind.LATE_SUBMIT, (submitMs - startMs) / 1000, "");
    if (job.times().finishMs() >= 0) {
      add(Kind.EARLY_FINISH, (ran.moments().reducedMs() - job.times().finishMs()) / 1000, "");
    }
    if (Moments.isLate(job)) {
      add(Kind.LATE_FINISH, (job.times().finishMs() - Moments.lastMs(job)) / 1000, "");
    }
    some(Kind.OUTSIDE, this::isOutside);
    some(Kind.BACKWARDS, Contradictions::goesBackwards);
  }

  private boolean isOutside(Attempt a) {
    return Attempt.seconds(a.times().startMs(), job.times().launchMs()) > Moments.FAR_S
        || Attempt.seconds(job.times().finishMs(), a.times().finishMs()) > Moments.FAR_S;
  }

  private static boolean goesBackwards(Attempt a) {
    List<Long> moments = new ArrayList<>();
    moments.add(a.times().startMs());
    if (!a.isMap()) {
      moments.add(a.times().shuffleFinishMs());
      moments.add(a.times().sortFinishMs());
    }
    moments.add(a.times().finishMs());
    moments.removeIf(ms -> ms < 0);
    return !moments.equals(moments.stream().sorted().toList());
  }

  /** Counts the attempts that a predicate holds for. */
  private void some(Kind kind, Predicate<Attempt> wrong) {
    List<Attempt> found = job.attempts().stream().filter(wrong).toList();
    add(kind, found.size(), found.isEmpty() ? "" : found.get(0).brief());
  }

  private void ofTasks() {
    int reduces = job.totals().reduces();
    add(Kind.UNDECLARED_REDUCE, reduces < 0 ? 0 : tasks(false) - reduces, "");
    if (job.ending() == Ending.SUCCEEDED) {
      long missing = missing(true, job.totals().maps()) + missing(false, reduces);
      add(Kind.MISSING_TASKS, missing, "");
    }
  }

  /** A task of which every attempt failed is there: a job may succeed without it. */
  private long missing(boolean maps, int declared) {
    return Math.max(0, declared - tasks(maps));
  }

  private long tasks(boolean maps) {
    return job.attempts().stream()
        .filter(a -> a.isMap() == maps)
        .map(Attempt::task)
        .distinct()
        .count();
  }

  private void ofCounters() {
    boolean maps = counted(ran.maps());
    boolean reduces = counted(ran.reduces());
    String which = maps ? "reduce" : reduces ? "map" : "task";
    add(Kind.NO_CPU, maps && reduces ? 0 : 1, which);
    some(
        Kind.SOME_WITHOUT_CPU,
        a ->
            a.succeeded()
                && !a.counters().isEmpty()
                && !TaskSums.countsCpu(a)
                && counted(ran.sums(a.type())));
    some(Kind.NO_COUNTERS, a -> a.succeeded() && a.counters().isEmpty());
    some(
        Kind.TOO_MUCH_CPU,
        a -> a.counters().get(Counter.CPU_MILLISECONDS) / 1e3 > MOST_CORES * a.elapsedS());
    if (job.ending() != Ending.SUCCEEDED) {
      return;
    }
    List<Counter> others = ADDED_UP.stream().filter(this::differs).toList();
    add(Kind.TOTALS, others.size(), others.isEmpty() ? "" : others.get(0).name());
    add(Kind.RECORDS, lostRecords(), "");
  }

  private void ofStorage() {
    Storage storage = ran.shape().storage();
    long coded = Math.round(ran.maps().get(Counter.EC_BYTES_READ));
    add(
        Kind.ERASURE_CODED,
        coded,
        storage.erasureCoded() ? Double.toString(Storage.CODED_COPIES) : "");
    add(Kind.SHARED_FILES, Math.round(storage.shared()), "");
  }

  /** Whether tasks counted CPU time; true of none. */
  private static boolean counted(TaskSums sums) {
    return sums.tasks() == 0 || !Double.isNaN(sums.cpuS());
  }

  private boolean differs(Counter counter) {
    double sum = ran.maps().get(counter) + ran.reduces().get(counter);
    double total = job.counters().get(counter);
    return job.counters().has(counter) && Math.abs(sum - total) > SAME * Math.max(sum, total);
  }

  /** Records that maps left and reduces did not get, or the other way round. */
  private long lostRecords() {
    TaskSums reduces = ran.sums(TaskType.REDUCE);
    double kept = ran.shape().map().keptRecords();
    double got = reduces.get(Counter.REDUCE_INPUT_RECORDS);
    // reduces combine too
    boolean combines = ran.shape().map().combinedRecords() > 0;
    double difference = Math.abs(kept - got);
    return reduces.tasks() == 0 || combines || difference <= SAME * kept
        ? 0
        : Math.round(difference);
  }
}
