package io.corebound.microbenchrunner.start;

import io.corebound.records.format.CsvFiles;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Core-seconds a second of a cluster that does no work, by role, one sample a second. The machine's
 * are without what other programs were seen to take. Seconds in which much is left that no process
 * explains do not count: a prediction would charge it to every second of a job.
 */
final class IdleSeconds {
  /** The cluster's processes. */
  static final String ALL = "all";

  /** All processes but those of other programs, and the kernel. */
  static final String MACHINE = "machine";

  /** Cores that others take beyond the median second, from which on a second does not count. */
  private static final double BUSY = 0.1;

  private final List<Map<String, Double>> seconds = new ArrayList<>();

  /**
   * Adds a second.
   *
   * @param coreS core-seconds a second by role, with {@link #ALL} and {@link #MACHINE}
   */
  void add(Map<String, Double> coreS) {
    seconds.add(new TreeMap<>(coreS));
  }

  boolean isEmpty() {
    return seconds.isEmpty();
  }

  /** By role, over the seconds that count: half of them at least. */
  Map<String, Mean> means() {
    List<Double> others = seconds.stream().map(IdleSeconds::others).sorted().toList();
    double limit = others.get((others.size() - 1) / 2) + BUSY;
    List<Map<String, Double>> count = seconds.stream().filter(s -> others(s) <= limit).toList();
    Map<String, Mean> means = new TreeMap<>();
    for (String role : seconds.get(0).keySet()) {
      means.put(role, Mean.of(count.stream().map(s -> s.get(role)).toList()));
    }
    return means;
  }

  private static double others(Map<String, Double> second) {
    return second.get(MACHINE) - second.get(ALL);
  }

  /** Writes every second, whether it counts or not. */
  void write(Path file) {
    CsvFiles.write(
        file,
        seconds.get(0).keySet().stream().map(role -> role + "_core_s_per_s").toList(),
        seconds.stream().<List<?>>map(s -> List.copyOf(s.values())).toList());
  }
}
