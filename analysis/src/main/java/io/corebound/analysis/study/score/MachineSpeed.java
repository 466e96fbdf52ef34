package io.corebound.analysis.study.score;

import static io.corebound.analysis.study.score.IntervalScore.TOTAL;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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

  /**
   * A repetition.
   *
   * @param cells that have every repetition
   * @param mapCpuPercent CPU time of its map tasks by Hadoop's counter, in percent of the mean of
   *     their cell's repetitions; the mean over those cells
   * @param time errors of the predicted elapsed times against this repetition alone; no score, for
   *     anyone who asks how much of one is the machine's
   */
  public record Repetition(
      int repetition, int cells, double mapCpuPercent, ErrorSummary time, ErrorSummary core) {}

  /** Of cells on tiers, with a prediction, whose map tasks were counted. */
  static MachineSpeed of(List<ScoredJob> cells) {
    Map<ScoredJob, Map<Integer, Double>> counted = new LinkedHashMap<>();
    cells.forEach(c -> counted.put(c, mapCpu(c)));
    SortedSet<Integer> all =
        counted.values().stream()
            .flatMap(c -> c.keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    counted.values().removeIf(c -> !c.keySet().equals(all));
    List<Repetition> repetitions = new ArrayList<>();
    if (all.size() > 1 && !counted.isEmpty()) {
      for (int repetition : all) {
        double part =
            counted.values().stream()
                .mapToDouble(c -> c.get(repetition) / mean(c))
                .average()
                .orElseThrow();
        repetitions.add(
            new Repetition(
                repetition,
                counted.size(),
                100 * part,
                errors(counted.keySet(), repetition, Forecast.Figures::timeS, r -> r.timeS(TOTAL)),
                errors(
                    counted.keySet(), repetition, Forecast.Figures::coreS, r -> r.coreS(TOTAL))));
      }
    }
    return new MachineSpeed(repetitions);
  }

  private static ErrorSummary errors(
      Set<ScoredJob> cells,
      int repetition,
      Function<Forecast.Figures, Double> predicted,
      Function<ScoredJob.Repetition, Double> measured) {
    List<Map.Entry<String, Double>> errors = new ArrayList<>();
    for (ScoredJob cell : cells) {
      cell.repetitions().stream()
          .filter(r -> r.number() == repetition)
          .map(
              r ->
                  Medians.errorPercent(predicted.apply(cell.forecast().whole()), measured.apply(r)))
          .filter(Objects::nonNull)
          .forEach(error -> errors.add(Map.entry(cell.name(), error)));
    }
    return ErrorSummary.of(errors);
  }

  /** CPU time of the map tasks of each repetition of a cell, in ms. */
  private static Map<Integer, Double> mapCpu(ScoredJob cell) {
    Map<Integer, Double> byRepetition = new TreeMap<>();
    cell.repetitions().stream()
        .filter(r -> cell.work().onTier() && r.mapCpuMs() > 0)
        .forEach(r -> byRepetition.put(r.number(), (double) r.mapCpuMs()));
    return byRepetition;
  }

  private static double mean(Map<Integer, Double> values) {
    return values.values().stream().mapToDouble(v -> v).average().orElseThrow();
  }

  /** How much more the slowest repetition took than the fastest, in percent; 0 of none. */
  public double changePercent() {
    double most = repetitions.stream().mapToDouble(Repetition::mapCpuPercent).max().orElse(1);
    double least = repetitions.stream().mapToDouble(Repetition::mapCpuPercent).min().orElse(1);
    return 100 * (most / least - 1);
  }

  public boolean changed() {
    return changePercent() >= NOTABLE_PERCENT;
  }
}
