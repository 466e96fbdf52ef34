package io.corebound.analysis.study.account;

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
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Attempts that came to nothing, of a kind and a cause.
 *
 * @param words the diagnostic's own where the cause is none that is known; empty where there are
 *     none, or many others
 * @param taskS seconds that they held a container
 * @param coreS core-seconds that they took
 * @param estimated whether some did not count their CPU time, and are taken to have used as much of
 *     a core as those that succeeded
 */
public record Loss(
    TaskType type,
    Ending ending,
    Cause cause,
    String words,
    int attempts,
    double taskS,
    Double coreS,
    boolean estimated) {
  /**
   * Diagnostics that quote their data are each another: no more of them have a row of their own.
   */
  private static final int MOST_WORDS = 5;

  private record Key(TaskType type, Ending ending, Cause cause, String words) {}

  /** All of a job's, the costliest first. */
  public static List<Loss> of(RanJob ran) {
    Set<String> shown =
        ran.job().attempts().stream()
            .map(Attempt::words)
            .filter(words -> !words.isEmpty())
            .collect(Collectors.groupingBy(words -> words, TreeMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(MOST_WORDS)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    Map<Key, List<Attempt>> lost = new LinkedHashMap<>();
    for (Attempt a : ran.job().attempts()) {
      if (isLost(a)) {
        Cause cause = Objects.requireNonNullElse(a.cause(), Cause.OTHER);
        String words = shown.contains(a.words()) ? a.words() : "";
        lost.computeIfAbsent(new Key(a.type(), a.ending(), cause, words), k -> new ArrayList<>())
            .add(a);
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
        key.words,
        lost.size(),
        taskS,
        Double.isNaN(coreS) ? null : coreS,
        estimated);
  }
}
