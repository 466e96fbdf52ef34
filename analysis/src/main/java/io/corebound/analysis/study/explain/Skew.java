package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.RanJob;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.TaskType;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How unequal the tasks of a type are, of those that succeeded. A reduce's time counts from the
 * last map's end, as it waits for maps before.
 *
 * @param medianS of a task
 * @param slowestS of the slowest task
 * @param reason why it is slow
 * @param stragglers tasks that take half as long again as the median one, or longer
 * @param tailS seconds in which nothing but stragglers ran
 * @param slowest tasks, the slowest first
 */
public record Skew(
    TaskType type,
    int tasks,
    double medianS,
    double slowestS,
    Reason reason,
    int stragglers,
    double tailS,
    List<Slow> slowest) {
  /** Where a straggler begins, over the median. */
  private static final double STRAGGLER = 1.5;

  /** As much of what it takes longer must its data be more. */
  private static final double MOST_OF_IT = 0.5;

  /** A node whose other tasks are so much slower is slow. */
  private static final double SLOW_NODE = 1.25;

  private static final int SHOWN = 5;

  /** Why the slowest task is slow. */
  public enum Reason {
    /** It is not. */
    EVEN,
    /** It has more data. */
    DATA,
    /** Its node's other tasks are slow, too. */
    NODE,
    /** Neither. */
    UNKNOWN
  }

  /**
   * A slow task.
   *
   * @param bytes that it read or fetched; null where it did not count them
   */
  public record Slow(String attempt, String host, double elapsedS, Double bytes) {}

  /** That of maps, and of reduces, where there are any. */
  static List<Skew> of(RanJob ran) {
    return Stream.of(TaskType.values())
        .map(type -> new Finder(ran, type))
        .filter(f -> !f.all.isEmpty())
        .map(Finder::skew)
        .toList();
  }

  /** How many times the median task's the slowest one's time is. */
  public double ratio() {
    return medianS > 0 ? slowestS / medianS : 1;
  }

  private static final class Finder {
    private final RanJob ran;
    private final TaskType type;
    private final List<Attempt> all;

    Finder(RanJob ran, TaskType type) {
      this.ran = ran;
      this.type = type;
      this.all =
          ran.sums(type).attempts().stream()
              .filter(a -> workS(a) >= 0)
              .sorted(Comparator.comparingDouble(this::workS).reversed())
              .toList();
    }

    /** NaN where its times are not known. */
    private double workS(Attempt a) {
      long from = a.times().startMs();
      long start = a.isMap() || from < 0 ? from : Math.max(from, ran.moments().mapsEndMs());
      return Attempt.seconds(start, Math.max(a.times().finishMs(), start));
    }

    private static double bytes(Attempt a) {
      return a.isMap()
          ? Math.max(
              a.counters().get(Counter.INPUT_BYTES), a.counters().get(Counter.STORE_BYTES_READ))
          : a.counters().get(Counter.REDUCE_SHUFFLE_BYTES);
    }

    private static double median(List<Attempt> of, ToDoubleFunction<Attempt> figure) {
      double[] sorted = of.stream().mapToDouble(figure).sorted().toArray();
      return sorted.length == 0
          ? 0
          : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    Skew skew() {
      Attempt slowest = all.get(0);
      double medianS = median(all, this::workS);
      List<Attempt> others =
          all.stream().filter(a -> workS(a) < STRAGGLER * medianS || medianS == 0).toList();
      long end = all.stream().mapToLong(a -> a.times().finishMs()).max().orElse(0);
      long before = others.stream().mapToLong(a -> a.times().finishMs()).max().orElse(end);
      return new Skew(
          type,
          all.size(),
          medianS,
          workS(slowest),
          reason(slowest, medianS),
          all.size() - others.size(),
          Math.max(0, end - before) / 1e3,
          all.stream()
              .limit(SHOWN)
              .map(a -> new Slow(a.brief(), a.host(), workS(a), bytes(a) > 0 ? bytes(a) : null))
              .toList());
    }

    private Reason reason(Attempt slowest, double medianS) {
      double longer = medianS > 0 ? workS(slowest) / medianS : 1;
      if (longer < STRAGGLER) {
        return Reason.EVEN;
      }
      double median = median(all, Finder::bytes);
      double more = median > 0 ? bytes(slowest) / median : bytes(slowest) > 0 ? longer : 1;
      if (more - 1 >= MOST_OF_IT * (longer - 1)) {
        return Reason.DATA;
      }
      List<Attempt> beside =
          all.stream().filter(a -> a != slowest && a.host().equals(slowest.host())).toList();
      boolean slowNode =
          !slowest.host().isEmpty()
              && beside.size() > 1
              && ran.nodes() > 1
              && median(beside, this::workS) >= SLOW_NODE * medianS;
      return slowNode ? Reason.NODE : Reason.UNKNOWN;
    }
  }
}
