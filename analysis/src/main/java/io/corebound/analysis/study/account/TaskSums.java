package io.corebound.analysis.study.account;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Counters;
import io.corebound.records.history.Locality;
import io.corebound.records.history.TaskType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The attempts of a type that succeeded, with their counters added up.
 *
 * @param seconds from start to finish, of all together; those that are not known count as 0
 * @param countedS those of attempts that have counters
 * @param cpuS CPU time in seconds, by Hadoop's counter; attempts with other counters alone are
 *     taken to have used as much of a core as the others; NaN where none counted it
 */
public record TaskSums(
    TaskType type,
    List<Attempt> attempts,
    Counters counters,
    double seconds,
    double countedS,
    double cpuS) {
  /** Of all of a job's attempts. */
  public static TaskSums of(TaskType type, List<Attempt> all) {
    List<Attempt> own = all.stream().filter(a -> a.type() == type && a.succeeded()).toList();
    Map<Counter, Long> sums = new EnumMap<>(Counter.class);
    double seconds = 0;
    double countedS = 0;
    double withCpuS = 0;
    double theirCpuS = 0;
    for (Attempt attempt : own) {
      for (Counter counter : Counter.values()) {
        if (attempt.counters().has(counter)) {
          sums.merge(counter, attempt.counters().get(counter), Long::sum);
        }
      }
      double elapsed = Double.isNaN(attempt.elapsedS()) ? 0 : attempt.elapsedS();
      seconds += elapsed;
      countedS += attempt.counters().isEmpty() ? 0 : elapsed;
      if (countsCpu(attempt) && elapsed > 0) {
        withCpuS += elapsed;
        theirCpuS += attempt.counters().get(Counter.CPU_MILLISECONDS) / 1e3;
      }
    }
    double cpuS = sums.getOrDefault(Counter.CPU_MILLISECONDS, 0L) / 1e3;
    if (withCpuS > 0) {
      cpuS += (countedS - withCpuS) * theirCpuS / withCpuS;
    }
    return new TaskSums(
        type, own, Counters.of(sums), seconds, countedS, cpuS > 0 ? cpuS : Double.NaN);
  }

  /** Whether an attempt counted its CPU time: none takes less than what a counter shows. */
  public static boolean countsCpu(Attempt attempt) {
    return attempt.counters().get(Counter.CPU_MILLISECONDS) > 0;
  }

  /** The part of the maps that read from another node; NaN where no map says. */
  public double remote() {
    List<Attempt> known = attempts.stream().filter(a -> a.locality() != Locality.UNKNOWN).toList();
    return known.isEmpty()
        ? Double.NaN
        : known.stream().filter(a -> a.locality() != Locality.NODE).count() / (double) known.size();
  }

  /**
   * How many more of the maps' splits the disk of one node had than an even placing gives any; 1
   * where it was even, or where the nodes of some maps are not known.
   */
  public double crowding(int nodes) {
    Map<String, Integer> splits = new TreeMap<>();
    attempts.forEach(attempt -> splits.merge(attempt.source(), 1, Integer::sum));
    if (splits.isEmpty() || splits.containsKey("")) {
      return 1;
    }
    double even = Math.ceil((double) attempts.size() / nodes);
    return Math.max(1, Collections.max(splits.values()) / even);
  }

  /** How many tasks there are. */
  public int tasks() {
    return attempts.size();
  }

  /** Whether these are maps. */
  public boolean areMaps() {
    return type == TaskType.MAP;
  }

  /**
   * Input that was read from paths of {@code file:}, such as a mounted NFS: what no other file
   * system counted. The other bytes that are read from {@code file:} are spills.
   */
  double filesRead() {
    double elsewhere = get(Counter.INPUT_BYTES) - get(Counter.STORE_BYTES_READ);
    return Math.max(0, Math.min(elsewhere, get(Counter.FILE_BYTES_READ)));
  }

  /** Output that was written to paths of {@code file:}, as {@link #filesRead()}. */
  double filesWritten() {
    double elsewhere = get(Counter.OUTPUT_BYTES) - get(Counter.STORE_BYTES_WRITTEN);
    return Math.max(0, Math.min(elsewhere, get(Counter.FILE_BYTES_WRITTEN)));
  }

  /** A counter's sum; 0 where nothing counted it. */
  public double get(Counter counter) {
    return counters.get(counter);
  }
}
