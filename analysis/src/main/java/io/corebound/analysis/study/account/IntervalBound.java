package io.corebound.analysis.study.account;

import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Term;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import io.corebound.records.run.Load;
import java.util.ArrayList;
import java.util.List;

/**
 * An interval of a job that ran, and what bounded it: the resource that would have taken longest by
 * itself, if that is half of the time or more; else waiting, or unknown where the machine's disk or
 * network was not measured.
 *
 * @param startS from the job's start
 * @param tasks that ran at once, in the mean
 * @param coreS core-seconds of its tasks and of what works for them; null where nobody knows
 * @param cpuS seconds with nothing but the CPU; null as above
 * @param diskS the same with the disk; null without a machine whose disk was measured
 * @param networkS the same with the network
 * @param share of the interval that what bounds it would take; null where nothing is known
 */
public record IntervalBound(
    Interval interval,
    double startS,
    double lengthS,
    double tasks,
    Double coreS,
    Double cpuS,
    Double diskS,
    Double networkS,
    Bound bound,
    Double share) {
  private static final double MOST_OF_IT = 0.5;

  /** Without a machine the CPU alone is known, which then has to be more of the time. */
  private static final double NEARLY_ALL = 0.7;

  /** Of a job with each interval that took time; {@code yardstick} is null for no machine. */
  public static List<IntervalBound> of(
      RanJob ran, List<Loss> losses, Account account, Yardstick yardstick) {
    Replay replay = yardstick == null ? null : new Replay(ran, losses, yardstick.point().costs());
    List<IntervalBound> bounds = new ArrayList<>();
    for (Interval interval : Interval.values()) {
      double lengthS = ran.moments().lengthS(interval);
      if (!(lengthS > 0)) {
        continue;
      }
      if (interval == Interval.OVERHEAD) {
        bounds.add(of(ran, interval, null, null, null, null, Bound.WAITING, null));
      } else if (yardstick == null) {
        bounds.add(counted(ran, interval));
      } else {
        Machine machine = yardstick.point().costs().machine();
        bounds.add(modelled(ran, interval, replay, account.coreS(interval), machine));
      }
    }
    return bounds;
  }

  private static IntervalBound of(
      RanJob ran,
      Interval interval,
      Double coreS,
      Double cpuS,
      Double diskS,
      Double networkS,
      Bound bound,
      Double share) {
    return new IntervalBound(
        interval,
        (ran.moments().of(interval)[0] - ran.moments().startMs()) / 1e3,
        ran.moments().lengthS(interval),
        interval == Interval.OVERHEAD ? 0 : new Course(ran).running(interval),
        coreS,
        cpuS,
        diskS,
        networkS,
        bound,
        share);
  }

  private static IntervalBound modelled(
      RanJob ran, Interval interval, Replay replay, double coreS, Machine machine) {
    double lengthS = ran.moments().lengthS(interval);
    double atOnce =
        new Course(ran).running(interval == Interval.MAP ? Interval.MAP : Interval.REDUCE);
    Load load = replay.load(interval, atOnce);
    Load alone = replay.used(interval, atOnce);
    double share = Math.min(1, alone.of(alone.bound()) / lengthS);
    boolean bounds = share >= MOST_OF_IT;
    boolean disk = machine.has(Term.DISK_READ);
    boolean network = machine.modelsNetwork();
    // else its own code is not in it
    boolean counted = !Double.isNaN((interval == Interval.MAP ? ran.maps() : ran.reduces()).cpuS());
    boolean waits = !bounds && disk && network && counted;
    return of(
        ran,
        interval,
        coreS,
        load.cpuS(),
        disk ? load.diskS() : null,
        network ? load.networkS() : null,
        bounds ? alone.bound() : waits ? Bound.WAITING : Bound.UNKNOWN,
        waits ? 1 - share : share);
  }

  /** By the counters alone: reduces are taken to work as much in both of their intervals. */
  private static IntervalBound counted(RanJob ran, Interval interval) {
    double lengthS = ran.moments().lengthS(interval);
    double afterMaps =
        ran.moments().lengthS(Interval.SHUFFLE_TAIL) + ran.moments().lengthS(Interval.REDUCE);
    double coreS =
        interval == Interval.MAP ? ran.maps().cpuS() : ran.reduces().cpuS() * lengthS / afterMaps;
    if (Double.isNaN(coreS)) {
      return of(ran, interval, null, null, null, null, Bound.UNKNOWN, null);
    }
    double cpuS = coreS / new Course(ran).running(interval);
    double share = Math.min(1, cpuS / lengthS);
    Bound bound = share >= NEARLY_ALL ? Bound.CPU : Bound.UNKNOWN;
    return of(ran, interval, coreS, cpuS, null, null, bound, share);
  }
}
