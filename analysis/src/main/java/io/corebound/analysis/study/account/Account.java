package io.corebound.analysis.study.account;

import io.corebound.records.history.Interval;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Where a job's core-seconds went. Where the steps of maps or of reduces would take more than these
 * counted, their lines are scaled to what was counted.
 *
 * @param machine whose costs; null where there is none, and tasks are not divided
 * @param lines in the order of the job; what tasks counted and what daemons and starts take beside
 *     them are added up
 * @param countedCoreS CPU time of the tasks that succeeded, by Hadoop's counter, which begins when
 *     a task's JVM is up; null where it was not counted
 * @param totalCoreS of all lines
 * @param own what the steps leave of the counted time; null where one of both is not known
 * @param notMeasured operations whose cost the machine has not; what they take is in {@code own}
 */
public record Account(
    String machine,
    List<Line> lines,
    Double countedCoreS,
    double totalCoreS,
    Own own,
    List<String> notMeasured) {

  /**
   * A line.
   *
   * @param operation whose cost; empty for those that have none
   * @param bytes that it worked on; null where it works on none
   * @param taskCoreS core-seconds of the tasks themselves; null of lost attempts and as for {@code
   *     coreS}
   * @param coreS of all processes; null where nobody knows
   * @param lowCoreS low end of its 90 % interval; null as {@code highCoreS} where it was counted
   */
  public record Line(
      Interval interval,
      Activity activity,
      String operation,
      Double bytes,
      Double taskCoreS,
      Double coreS,
      Double lowCoreS,
      Double highCoreS) {}

  /**
   * Core-seconds of a job's own code, with their 90 % interval: what was counted less the steps,
   * before these are scaled. Below zero the steps would take more than was counted.
   */
  public record Own(double coreS, double lowCoreS, double highCoreS) {
    /** Whether it cannot be told from nothing. */
    public boolean maybeNothing() {
      return lowCoreS <= 0;
    }
  }

  /** Core-seconds by what they go to. */
  public Map<Activity, Double> byActivity() {
    Map<Activity, Double> sums = new EnumMap<>(Activity.class);
    for (Line line : lines) {
      if (line.coreS() != null) {
        sums.merge(line.activity(), line.coreS(), Double::sum);
      }
    }
    return sums;
  }

  /** Core-seconds of an interval's lines, those of other processes among them. */
  public double coreS(Interval interval) {
    return lines.stream()
        .filter(l -> l.interval() == interval && l.coreS() != null)
        .mapToDouble(Line::coreS)
        .sum();
  }
}
