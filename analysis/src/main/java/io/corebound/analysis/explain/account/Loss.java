package io.corebound.analysis.explain.account;

import io.corebound.records.history.Attempt;
import io.corebound.records.history.Cause;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Ending;
import io.corebound.records.history.TaskType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Attempts that came to nothing, of a kind and a cause.
 *
 * @param taskS seconds that they held a container
 * @param coreS core-seconds that they took
 * @param estimated whether some did not count their CPU time, and are taken to have used as much of
 *     a core as those that succeeded
 */
public record Loss(
    TaskType type,
    Ending ending,
    Cause cause,
    int attempts,
    double taskS,
    Double coreS,
    boolean estimated) {
  private record Key(TaskType type, Ending ending, Cause cause) {}

  /** All of a job's, the costliest first. */
  public static List<Loss> of(RanJob ran) {
    Map<Key, List<Attempt>> lost = new LinkedHashMap<>();
    for (Attempt a : ran.job().attempts()) {
      if (isLost(a)) {
        Cause cause = Objects.requireNonNullElse(a.cause(), Cause.OTHER);
        lost.computeIfAbsent(new Key(a.type(), a.ending(), cause), k -> new ArrayList<>()).add(a);
      }
    }
    return lost.entrySet().stream()
        .map(e -> of(e.getKey(), e.getValue(), ran.sums(e.getKey().type())))
        .sorted(Comparator.comparingDouble(Loss::taskS).reversed())
        .toList();
  }

  /** Whether an attempt came to nothing. */
  static boolean isLost(Attempt attempt) {
    return attempt.ending() == Ending.FAILED || attempt.ending() == Ending.KILLED;
  }

  private static Loss of(Key key, List<Attempt> lost, TaskSums succeeded) {
    double cores = succeeded.countedS() > 0 ? succeeded.cpuS() / succeeded.countedS() : Double.NaN;
    double taskS = 0;
    double coreS = 0;
    boolean estimated = false;
    for (Attempt a : lost) {
      double elapsed = Double.isNaN(a.elapsedS()) ? 0 : a.elapsedS();
      boolean counted = TaskSums.countsCpu(a);
      taskS += elapsed;
      coreS += counted ? a.counters().get(Counter.CPU_MILLISECONDS) / 1e3 : elapsed * cores;
      estimated |= !counted && elapsed > 0;
    }
    return new Loss(
        key.type,
        key.ending,
        key.cause,
        lost.size(),
        taskS,
        Double.isNaN(coreS) ? null : coreS,
        estimated);
  }
}
