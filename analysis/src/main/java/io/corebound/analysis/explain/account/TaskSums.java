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
 */
public record TaskSums(TaskType type, List<Attempt> attempts, Counters counters, double seconds) {
  /** Of all of a job's attempts. */
  public static TaskSums of(TaskType type, List<Attempt> all) {
    List<Attempt> own = all.stream().filter(a -> a.type() == type && a.succeeded()).toList();
    Map<Counter, Long> sums = new EnumMap<>(Counter.class);
    double seconds = 0;
    for (Attempt attempt : own) {
      for (Counter counter : Counter.values()) {
        if (attempt.counters().has(counter)) {
          sums.merge(counter, attempt.counters().get(counter), Long::sum);
        }
      }
      double elapsed = attempt.elapsedS();
      seconds += Double.isNaN(elapsed) ? 0 : elapsed;
    }
    return new TaskSums(type, own, Counters.of(sums), seconds);
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

  /** CPU time in seconds, by Hadoop's counter; NaN where it was not counted. */
  public double cpuS() {
    double ms = get(Counter.CPU_MILLISECONDS);
    return ms > 0 ? ms / 1e3 : Double.NaN;
  }
}
