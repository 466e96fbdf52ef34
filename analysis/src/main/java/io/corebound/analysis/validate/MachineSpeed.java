package io.corebound.analysis.validate;

import io.corebound.records.CellResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether the machine stayed as fast as it was while a sweep ran. Within a cell the map tasks of
 * every repetition do the same to the same data, so that what their CPU time changes by is the
 * machine, and no prediction that was made before can follow it.
 *
 * @param repetitions in order; empty where fewer than two can be compared
 */
public record MachineSpeed(List<Repetition> repetitions) {
  /** Changes of less than this are not worth a word, in percent. */
  static final double NOTABLE_PERCENT = 5;

  private static final String MAP = "MAP";
  private static final String SUCCEEDED = "SUCCEEDED";
  private static final String CPU_COUNTER = "TaskCounter/CPU_MILLISECONDS";

  /** Copies the list. */
  public MachineSpeed {
    repetitions = List.copyOf(repetitions);
  }

  /**
   * A repetition.
   *
   * @param repetition from 1
   * @param cells that have every repetition
   * @param mapCpuPercent CPU time of its map tasks by Hadoop's counter, in percent of the mean of
   *     their cell's repetitions; the mean over those cells
   */
  public record Repetition(int repetition, int cells, double mapCpuPercent) {}

  /** Of cells on tiers, whose map tasks were counted. */
  static MachineSpeed of(List<ScoredRun.Cell> cells) {
    List<Map<Integer, Double>> counted =
        cells.stream().map(MachineSpeed::mapCpu).filter(c -> !c.isEmpty()).toList();
    SortedSet<Integer> all =
        counted.stream()
            .flatMap(c -> c.keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    List<Map<Integer, Double>> whole =
        counted.stream().filter(c -> c.keySet().equals(all)).toList();
    List<Repetition> repetitions = new ArrayList<>();
    if (all.size() > 1 && !whole.isEmpty()) {
      for (int repetition : all) {
        double part =
            whole.stream().mapToDouble(c -> c.get(repetition) / mean(c)).average().orElseThrow();
        repetitions.add(new Repetition(repetition, whole.size(), 100 * part));
      }
    }
    return new MachineSpeed(repetitions);
  }

  /** CPU time of the map tasks of each repetition of a cell, in ms. */
  private static Map<Integer, Double> mapCpu(ScoredRun.Cell cell) {
    Map<Integer, Double> byRepetition = new TreeMap<>();
    for (CellResult result : cell.repetitions()) {
      double ms =
          result.tasks().stream()
              .filter(t -> t.type().equals(MAP) && t.state().equals(SUCCEEDED))
              .mapToLong(t -> t.counters().getOrDefault(CPU_COUNTER, 0L))
              .sum();
      if (result.tier() != null && ms > 0) {
        byRepetition.put(result.tier().repetition(), ms);
      }
    }
    return byRepetition;
  }

  private static double mean(Map<Integer, Double> values) {
    return values.values().stream().mapToDouble(v -> v).average().orElseThrow();
  }

  /** By how much the dearest repetition took more than the cheapest, in percent; 0 of none. */
  public double changePercent() {
    double most = repetitions.stream().mapToDouble(Repetition::mapCpuPercent).max().orElse(1);
    double least = repetitions.stream().mapToDouble(Repetition::mapCpuPercent).min().orElse(1);
    return 100 * (most / least - 1);
  }

  boolean changed() {
    return changePercent() >= NOTABLE_PERCENT;
  }
}
