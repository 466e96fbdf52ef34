package io.corebound.analysis.theory.account;

import io.corebound.analysis.theory.account.Yardstick.Drawn;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Bound;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * An interval of a job that ran, and what bounded it: the resource that would have taken longest by
 * itself, if that is half of the time or more; else waiting, or unknown where the machine's disk or
 * network was not measured.
 *
 * @param startS from the job's start
 * @param tasks that ran at once, in the mean
 * @param coreS core-seconds of its tasks and of what works for them; null where nobody knows
 * @param cpuS seconds with nothing but the CPU; null as above
 * @param diskS the same with the disk, where what the interval before left to write counts too;
 *     null without a machine whose disk was measured
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
    Course course = new Course(ran);
    Map<Interval, Work> works =
        yardstick == null
            ? Map.of()
            : new Works(ran, losses).of(Surroundings.of(ran), yardstick.point());
    List<IntervalBound> bounds = new ArrayList<>();
    double leftS = 0;
    for (Interval interval : Interval.values()) {
      double lengthS = ran.moments().lengthS(interval);
      if (!(lengthS > 0)) {
        continue;
      }
      double startS = (ran.moments().of(interval)[0] - ran.moments().startMs()) / 1e3;
      if (interval == Interval.OVERHEAD) {
        bounds.add(
            new IntervalBound(
                interval, 0, lengthS, 0, null, null, null, null, Bound.WAITING, null));
      } else if (yardstick == null) {
        bounds.add(counted(ran, interval, startS, lengthS, course.running(interval)));
      } else {
        Work work = works.getOrDefault(interval, Work.NONE).withLeft(leftS);
        leftS = work.leftToWriteS(lengthS);
        bounds.add(
            modelled(
                interval,
                startS,
                lengthS,
                course.running(interval),
                work,
                account.coreS(interval),
                // else its own code is not in it
                !Double.isNaN((interval == Interval.MAP ? ran.maps() : ran.reduces()).cpuS()),
                yardstick.point()));
      }
    }
    return bounds;
  }

  private static IntervalBound modelled(
      Interval interval,
      double startS,
      double lengthS,
      double tasks,
      Work work,
      double coreS,
      boolean counted,
      Drawn point) {
    Map<Bound, Double> parts = new EnumMap<>(Bound.class);
    parts.put(Bound.CPU, work.cpuS());
    Work used = work.used(work, lengthS);
    parts.put(Bound.DISK, used.diskS());
    parts.put(Bound.NETWORK, used.networkS());
    Map.Entry<Bound, Double> most =
        parts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    double share = Math.min(1, most.getValue() / lengthS);
    boolean bounds = share >= MOST_OF_IT;
    boolean disk = point.costs().diskReadMbPerS(1) > 0;
    boolean network = point.costs().networkMbPerS() > 0;
    boolean waits = !bounds && disk && network && counted;
    return new IntervalBound(
        interval,
        startS,
        lengthS,
        tasks,
        coreS,
        work.cpuS(),
        disk ? work.diskS() : null,
        network ? work.networkS() : null,
        bounds ? most.getKey() : waits ? Bound.WAITING : Bound.UNKNOWN,
        waits ? 1 - share : share);
  }

  /** By the counters alone: reduces are taken to work as much in both of their intervals. */
  private static IntervalBound counted(
      RanJob ran, Interval interval, double startS, double lengthS, double tasks) {
    boolean map = interval == Interval.MAP;
    double afterMaps =
        ran.moments().lengthS(Interval.SHUFFLE_TAIL) + ran.moments().lengthS(Interval.REDUCE);
    double coreS = map ? ran.maps().cpuS() : ran.reduces().cpuS() * lengthS / afterMaps;
    if (Double.isNaN(coreS)) {
      return new IntervalBound(
          interval, startS, lengthS, tasks, null, null, null, null, Bound.UNKNOWN, null);
    }
    double share = Math.min(1, coreS / tasks / lengthS);
    return new IntervalBound(
        interval,
        startS,
        lengthS,
        tasks,
        coreS,
        coreS / tasks,
        null,
        null,
        share >= NEARLY_ALL ? Bound.CPU : Bound.UNKNOWN,
        share);
  }
}
