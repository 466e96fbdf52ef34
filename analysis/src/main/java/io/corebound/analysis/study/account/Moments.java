package io.corebound.analysis.study.account;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * When a job's intervals end, in ms since the Unix epoch. They never go backwards: a moment that
 * the history lacks, or has before the one before, is that one.
 *
 * @param startMs submission, or where that is not to be trusted the first thing that is
 */
public record Moments(
    long startMs, long firstMapMs, long mapsEndMs, long shuffledMs, long reducedMs, long finishMs) {
  /** Nothing of a job is so long before or after the rest of it: such a moment is wrong. */
  public static final double FAR_S = 24 * 3600;

  static Moments of(HistoryJob job) {
    List<Attempt> attempts = job.attempts();
    long first = least(started(attempts, null));
    long launched = job.times().launchMs() >= 0 ? job.times().launchMs() : first;
    long submitted = job.times().submitMs();
    boolean wrong = submitted < 0 || isEarly(job) || launched >= 0 && submitted > launched;
    long start = Math.max(0, wrong ? launched : submitted);
    long firstMap = Math.max(start, least(started(attempts, TaskType.MAP)));
    long mapsEnd = last(attempts, TaskType.MAP, t -> t.finishMs(), firstMap);
    // a task's clock, where the others are the master's
    long shuffled =
        last(attempts, TaskType.REDUCE, t -> Math.min(t.shuffleFinishMs(), t.finishMs()), mapsEnd);
    long reduced = last(attempts, TaskType.REDUCE, t -> t.finishMs(), shuffled);
    return new Moments(
        start, firstMap, mapsEnd, shuffled, reduced, Math.max(reduced, finishMs(job)));
  }

  /** Whether its submission is so early that it cannot be true. */
  public static boolean isEarly(HistoryJob job) {
    long first = least(started(job.attempts(), null));
    long launched = job.times().launchMs() >= 0 ? job.times().launchMs() : first;
    return Attempt.seconds(job.times().submitMs(), launched) > FAR_S;
  }

  /**
   * Whether it succeeded so late that it cannot be true; others may have waited for a container.
   */
  public static boolean isLate(HistoryJob job) {
    return job.ending() == Ending.SUCCEEDED
        && Attempt.seconds(lastMs(job), job.times().finishMs()) > FAR_S;
  }

  /** When it finished; where that cannot be true, the last that is known of its attempts. */
  static long finishMs(HistoryJob job) {
    return isLate(job) ? lastMs(job) : job.times().finishMs();
  }

  /** The last start or end of an attempt; -1 where there is none. */
  public static long lastMs(HistoryJob job) {
    return job.attempts().stream()
        .mapToLong(a -> Math.max(a.times().startMs(), a.times().finishMs()))
        .max()
        .orElse(-1);
  }

  private static LongStream started(List<Attempt> attempts, TaskType type) {
    return attempts.stream()
        .filter(a -> type == null || a.type() == type)
        .mapToLong(a -> a.times().startMs())
        .filter(ms -> ms >= 0);
  }

  private static long least(LongStream moments) {
    return moments.min().orElse(-1);
  }

  private static long last(
      List<Attempt> all, TaskType type, ToLongFunction<Attempt.Times> moment, long before) {
    return all.stream()
        .filter(a -> a.type() == type && a.succeeded())
        .mapToLong(a -> moment.applyAsLong(a.times()))
        .reduce(before, Math::max);
  }

  /** Seconds from its start to its finish. */
  public double elapsedS() {
    return (finishMs - startMs) / 1e3;
  }

  /** Start and end of an interval; those of the whole job for the overhead. */
  public long[] of(Interval interval) {
    return switch (interval) {
      case MAP -> new long[] {firstMapMs, mapsEndMs};
      case SHUFFLE_TAIL -> new long[] {mapsEndMs, shuffledMs};
      case REDUCE -> new long[] {shuffledMs, reducedMs};
      case OVERHEAD -> new long[] {startMs, finishMs};
    };
  }

  /** Seconds of an interval; of the overhead what the others leave. */
  public double lengthS(Interval interval) {
    long[] ends = of(interval);
    double inside = interval == Interval.OVERHEAD ? reducedMs - firstMapMs : 0;
    return (ends[1] - ends[0] - inside) / 1e3;
  }
}
