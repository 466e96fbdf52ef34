package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.study.bound.Sources;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The CPU samples of a machine whose workers have some of its CPUs only: those of the others tell
 * nothing of what bounds the workers.
 */
final class WorkersCpus {
  private static final String ALL = "all";

  private WorkersCpus() {}

  /**
   * The samples with the CPUs of the workers only, {@code all} being the mean of those; the same
   * where the machine has no others.
   *
   * @param cpusByNode the logical CPUs of each worker, from 0; null or empty where every CPU that
   *     was watched is a worker's
   */
  static List<Samples> of(List<Samples> samples, Map<String, List<Integer>> cpusByNode) {
    if (cpusByNode == null || cpusByNode.isEmpty()) {
      return samples;
    }
    Set<String> workers =
        cpusByNode.values().stream()
            .flatMap(Collection::stream)
            .map(String::valueOf)
            .collect(Collectors.toUnmodifiableSet());
    return samples.stream()
        .map(s -> s.source().equals(Sources.CPU) && others(s, workers) ? of(s, workers) : s)
        .toList();
  }

  private static boolean others(Samples cpu, Set<String> workers) {
    return cpu.devices().stream().anyMatch(d -> !d.equals(ALL) && !workers.contains(d))
        && cpu.devices().stream().anyMatch(workers::contains);
  }

  /** The rows of a second follow each other: those of thousands of CPUs are not kept as objects. */
  private static Samples of(Samples cpu, Set<String> workers) {
    Samples.Builder rows = new Samples.Builder(cpu.host(), cpu.source(), cpu.metrics());
    List<Samples.Row> second = new ArrayList<>();
    for (Samples.Row row : cpu.rows()) {
      if (!second.isEmpty() && second.get(0).timeS() != row.timeS()) {
        add(second, rows);
      }
      if (workers.contains(row.device())) {
        second.add(row);
      }
    }
    add(second, rows);
    return rows.build();
  }

  private static void add(List<Samples.Row> second, Samples.Builder rows) {
    if (!second.isEmpty()) {
      double[] means = new double[second.get(0).values().size()];
      Arrays.setAll(means, metric -> mean(second, metric));
      rows.add(second.get(0).timeS(), ALL, means);
      for (Samples.Row row : second) {
        rows.add(row.timeS(), row.device(), row.values().stream().mapToDouble(v -> v).toArray());
      }
      second.clear();
    }
  }

  private static double mean(List<Samples.Row> rows, int metric) {
    return rows.stream()
        .mapToDouble(r -> r.values().get(metric))
        .filter(v -> !Double.isNaN(v))
        .average()
        .orElse(Double.NaN);
  }
}
