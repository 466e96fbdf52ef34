package io.corebound.analysis.report.cell;

import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
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

  private static Samples of(Samples cpu, Set<String> workers) {
    Map<Double, List<Samples.Row>> byTime = new LinkedHashMap<>();
    for (Samples.Row row : cpu.rows()) {
      if (workers.contains(row.device())) {
        byTime.computeIfAbsent(row.timeS(), t -> new ArrayList<>()).add(row);
      }
    }
    List<Samples.Row> rows = new ArrayList<>();
    byTime.forEach(
        (timeS, of) -> {
          rows.add(new Samples.Row(timeS, ALL, means(of, cpu.metrics().size())));
          rows.addAll(of);
        });
    return new Samples(cpu.host(), cpu.source(), cpu.metrics(), rows);
  }

  private static List<Double> means(List<Samples.Row> rows, int metrics) {
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < metrics; i++) {
      int metric = i;
      means.add(
          rows.stream()
              .mapToDouble(r -> r.values().get(metric))
              .filter(v -> !Double.isNaN(v))
              .average()
              .orElse(Double.NaN));
    }
    return means;
  }
}
