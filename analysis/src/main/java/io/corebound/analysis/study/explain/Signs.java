package io.corebound.analysis.study.explain;

import io.corebound.analysis.study.account.Account;
import io.corebound.analysis.study.account.MapData;
import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.TaskSums;
import io.corebound.analysis.study.account.Yardstick;
import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.Term;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.List;

/** Reads the signs of a job. */
final class Signs {
  /** Maps that read less are not made to read. */
  private static final double LEAST_MB = 0.1;

  private final RanJob ran;
  private final Account account;
  private final Yardstick yardstick;

  private Signs(RanJob ran, Account account, Yardstick yardstick) {
    this.ran = ran;
    this.account = account;
    this.yardstick = yardstick;
  }

  /** All of a job's; {@code yardstick} is null for no machine. */
  static List<Sign> of(RanJob ran, List<Skew> skews, Account account, Yardstick yardstick) {
    Signs reader = new Signs(ran, account, yardstick);
    List<Sign> signs = new ArrayList<>();
    for (Skew skew : skews) {
      TaskSums sums = ran.sums(skew.type());
      signs.add(sign(Sign.Kind.SKEW, sums, skew.ratio(), null, null, skew.tailS()));
      signs.add(reader.gc(sums));
      signs.add(reader.time(sums, skew));
      if (sums.areMaps()) {
        signs.add(reader.speed(sums));
        signs.add(reader.spill(sums));
      } else {
        signs.add(reader.shuffle(sums));
      }
      signs.add(reader.memory(sums));
    }
    return signs;
  }

  private static Sign sign(
      Sign.Kind kind, TaskSums of, double figure, Double coreS, Double taskS, Double jobS) {
    return new Sign(kind, of.type(), orNull(figure), coreS, taskS, jobS);
  }

  private static Double orNull(double figure) {
    return Double.isFinite(figure) ? Double.valueOf(figure) : null;
  }

  /** A collection keeps one core busy at least. */
  private Sign gc(TaskSums sums) {
    boolean counted = sums.counters().has(Counter.GC_TIME_MILLIS);
    double gcS = sums.get(Counter.GC_TIME_MILLIS) / 1e3;
    double part = counted ? gcS / sums.cpuS() : Double.NaN;
    return sign(Sign.Kind.GC, sums, part, counted ? gcS : null, null, null);
  }

  /** Each task costs a container. */
  private Sign time(TaskSums sums, Skew skew) {
    boolean uber = ran.job().totals().uber();
    Double startsCoreS = null;
    Double startsS = null;
    if (yardstick != null && !uber) {
      JobCosts costs = yardstick.point().costs();
      startsCoreS = sums.tasks() * costs.machine().value(Term.CONTAINER);
      startsS = sums.tasks() * costs.containerS(sums.areMaps());
    }
    return sign(Sign.Kind.TIME, sums, skew.medianS(), startsCoreS, startsS, null);
  }

  /** What a task does not work, it waits: for its start, for data, or for a core. */
  private Sign speed(TaskSums sums) {
    double mb = ran.shape().map().inputBytes() / 1e6;
    double mbPerS = mb >= sums.tasks() * LEAST_MB ? mb / sums.countedS() : Double.NaN;
    double idle = sums.countedS() - sums.cpuS();
    return sign(
        Sign.Kind.SPEED, sums, mbPerS, null, Double.isNaN(idle) ? null : Math.max(0, idle), null);
  }

  private Sign spill(TaskSums sums) {
    MapData map = ran.shape().map();
    double written = map.sorts() ? map.timesWritten() : Double.NaN;
    return sign(Sign.Kind.SPILL, sums, written, mergeCoreS(), null, null);
  }

  /**
   * What the merges of spills take, and writing their output once more: as the account has it,
   * which is no more than the tasks counted.
   */
  private Double mergeCoreS() {
    if (yardstick == null || !ran.shape().map().sorts()) {
      return null;
    }
    double more = 1 - 1 / ran.shape().map().timesWritten();
    return account.lines().stream()
        .filter(l -> l.interval() == Interval.MAP && l.coreS() != null)
        .mapToDouble(l -> partOfMerge(l.operation(), more) * l.coreS())
        .sum();
  }

  private static double partOfMerge(String operation, double more) {
    boolean merges = operation.startsWith("merge") || operation.startsWith("decompress.");
    return merges ? 1 : operation.startsWith("compress.") ? more : 0;
  }

  private Sign memory(TaskSums sums) {
    double used = sums.get(Counter.PHYSICAL_MEMORY_BYTES) / Math.max(1, sums.tasks());
    double part = used > 0 ? used / ran.settings().container(sums.areMaps()) : Double.NaN;
    Double unused = Double.isNaN(part) ? null : Math.max(0, 1 - part) * sums.seconds();
    return sign(Sign.Kind.MEMORY, sums, part, null, unused, null);
  }

  private Sign shuffle(TaskSums sums) {
    double all = 0;
    double before = 0;
    for (Attempt a : sums.attempts()) {
      long start = Math.max(a.times().startMs(), ran.moments().mapsEndMs());
      double sorted = Attempt.seconds(start, Math.max(start, a.times().sortFinishMs()));
      double finished = Attempt.seconds(start, a.times().finishMs());
      if (!Double.isNaN(sorted) && !Double.isNaN(finished)) {
        before += sorted;
        all += finished;
      }
    }
    double tailS = (ran.moments().shuffledMs() - ran.moments().mapsEndMs()) / 1e3;
    return sign(Sign.Kind.SHUFFLE_AND_SORT, sums, before / all, null, before, tailS);
  }
}
