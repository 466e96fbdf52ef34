package io.corebound.analysis.explain.account;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Counters;
import io.corebound.records.history.TaskType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The attempts of a type that succeeded, with their counters added up.
 *
 * @param seconds from start to finish, of all together; those that are not known count as 0
 * @param cpuS CPU time in seconds, by Hadoop's counter; attempts with other counters alone are
 *     taken to have used as much of a core as the others; NaN where none counted it
 */
public record TaskSums(
    TaskType type, List<Attempt> attempts, Counters counters, double seconds, double cpuS) {
  /** Of all of a job's attempts. */
  public static TaskSums of(TaskType type, List<Attempt> all) {
    List<Attempt> own = all.stream().filter(a -> a.type() == type && a.succeeded()).toList();
    Map<Counter, Long> sums = new EnumMap<>(Counter.class);
    double seconds = 0;
    double withCounters = 0;
    double counting = 0;
    for (Attempt attempt : own) {
      for (Counter counter : Counter.values()) {
        if (attempt.counters().has(counter)) {
          sums.merge(counter, attempt.counters().get(counter), Long::sum);
        }
      }
      double elapsed = attempt.elapsedS();
      double known = Double.isNaN(elapsed) ? 0 : elapsed;
      seconds += known;
      withCounters += attempt.counters().isEmpty() ? 0 : known;
      counting += countsCpu(attempt) ? known : 0;
    }
    double counted = sums.getOrDefault(Counter.CPU_MILLISECONDS, 0L) / 1e3;
    double cpuS = counting > 0 ? counted * withCounters / counting : counted;
    return new TaskSums(type, own, Counters.of(sums), seconds, counted > 0 ? cpuS : Double.NaN);
  }

  /** Whether an attempt counted its CPU time: none takes less than what a counter shows. */
  public static boolean countsCpu(Attempt attempt) {
    return attempt.counters().get(Counter.CPU_MILLISECONDS) > 0;
  }

  /** How many tasks there are. */
  public int tasks() {
    return attempts.size();
  }

  /** Whether these are maps. */
  public boolean areMaps() {
    return type == TaskType.MAP;
  }

  /** A counter's sum; 0 where nothing counted it. */
  public double get(Counter counter) {
    return counters.get(counter);
  }
}
