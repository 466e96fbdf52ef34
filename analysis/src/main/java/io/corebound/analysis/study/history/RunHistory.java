package io.corebound.analysis.study.history;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.records.run.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs over time, each machine's apart.
 *
 * @param thresholdPercent changes up to this are not told
 * @param machines by the names of their hosts
 * @param skipped runs that are not in it
 */
public record RunHistory(
    double thresholdPercent, List<MachineHistory> machines, List<Skipped> skipped) {

  /** A run that is left out. */
  public record Skipped(String run, String reason) {}

  /**
   * Puts runs in order. Those of an older corebound, which do not name their host, are that of the
   * others where there is only one.
   *
   * @param oneMachine whether all count as one machine's, whatever its name
   */
  public static RunHistory of(
      List<ComparedRun> runs, List<Skipped> skipped, double thresholdPercent, boolean oneMachine) {
    Map<String, List<ComparedRun>> byHost = new TreeMap<>();
    for (ComparedRun run : runs) {
      byHost.computeIfAbsent(oneMachine ? "" : host(run), h -> new ArrayList<>()).add(run);
    }
    if (byHost.size() == 2 && byHost.containsKey("")) {
      List<ComparedRun> unnamed = byHost.remove("");
      byHost.values().iterator().next().addAll(unnamed);
    }
    return new RunHistory(
        thresholdPercent,
        byHost.entrySet().stream()
            .map(e -> MachineHistory.of(e.getKey(), e.getValue(), thresholdPercent / 100))
            .toList(),
        List.copyOf(skipped));
  }

  /** The name of a run's host; empty where it does not say it. */
  public static String host(ComparedRun run) {
    return run.environment().map(Environment::host).orElse("");
  }

  /** Whether the newest run of a machine is worse than usual. */
  public boolean isWorse() {
    return machines.stream().anyMatch(m -> m.worst().isPresent());
  }
}
