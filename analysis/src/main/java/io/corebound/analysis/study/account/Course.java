package io.corebound.analysis.study.account;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import java.util.List;
import java.util.function.Predicate;

/** How a job's tasks ran over time, and where. */
public final class Course {
  private final RanJob ran;

  /** Of a job. */
  public Course(RanJob ran) {
    this.ran = ran;
  }

  /**
   * Tasks that ran at once in an interval, in the mean, and at least one: maps in the interval of
   * maps, else reduces.
   */
  public double running(Interval interval) {
    TaskType type = interval == Interval.MAP ? TaskType.MAP : TaskType.REDUCE;
    long[] ends = ran.moments().of(interval);
    double taskMs =
        ran.job().attempts().stream()
            .filter(a -> a.type() == type)
            .mapToDouble(a -> overlapMs(a.times().startMs(), a.times().finishMs(), ends))
            .sum();
    return Math.max(1, ends[1] > ends[0] ? taskMs / (ends[1] - ends[0]) : 1);
  }

  /** Milliseconds of a stretch within two ends; 0 for a stretch without an end. */
  public static double overlapMs(long fromMs, long toMs, long[] ends) {
    return fromMs < 0 || toMs < 0
        ? 0
        : Math.max(0, Math.min(toMs, ends[1]) - Math.max(fromMs, ends[0]));
  }

  /** The most tasks of a type that ran at once. */
  public int peak(TaskType type) {
    return peak(a -> a.type() == type);
  }

  /** The most tasks that ran at once. */
  int peak() {
    return peak(a -> true);
  }

  private int peak(Predicate<Attempt> of) {
    List<Attempt> own =
        ran.job().attempts().stream().filter(a -> of.test(a) && a.elapsedS() > 0).toList();
    long[] starts = own.stream().mapToLong(a -> a.times().startMs()).sorted().toArray();
    long[] finishes = own.stream().mapToLong(a -> a.times().finishMs()).sorted().toArray();
    int most = 0;
    int ended = 0;
    for (int started = 0; started < starts.length; started++) {
      while (ended < finishes.length && finishes[ended] <= starts[started]) {
        ended++;
      }
      most = Math.max(most, started + 1 - ended);
    }
    return most;
  }
}
