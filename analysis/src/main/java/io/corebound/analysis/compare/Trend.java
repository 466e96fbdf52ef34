package io.corebound.analysis.compare;

import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Figures over many runs, in the order of their dates, with the change from the first to the last.
 *
 * @param runs three or more, by date
 * @param firstToLast the first run beside the last
 * @param lines every figure that at least two runs have
 */
public record Trend(List<Point> runs, RunComparison firstToLast, List<Line> lines) {

  /** Copies the lists. */
  public Trend {
    runs = List.copyOf(runs);
    lines = List.copyOf(lines);
  }

  /**
   * A run.
   *
   * @param run its id
   * @param startedAt its start
   * @param state how it ended
   * @param changes what was different about machine, software and settings since the run before
   */
  public record Point(
      String run, Instant startedAt, State state, List<EnvironmentDifference> changes) {}

  /**
   * A figure.
   *
   * @param key what it is
   * @param values one a run; null where a run does not have it
   * @param change from the first run to the last; null where one of both does not have it
   */
  public record Line(FigureKey key, List<Double> values, FigureRow change) {}

  /**
   * The trend over runs.
   *
   * @param given three or more
   * @throws CoreboundException (invalid input) as {@link RunComparison#of}, of the first and the
   *     last
   */
  public static Trend of(List<ComparedRun> given, Limits limits) {
    List<ComparedRun> runs =
        given.stream().sorted(Comparator.comparing(r -> r.manifest().startedAt())).toList();
    if (runs.stream().map(ComparedRun::id).distinct().count() < runs.size()) {
      throw CoreboundException.invalidInput("a run is named twice; name each run once");
    }
    ComparedRun first = runs.get(0);
    ComparedRun last = runs.get(runs.size() - 1);
    RunComparison firstToLast = RunComparison.of(List.of(first), List.of(last), limits);
    return new Trend(points(runs), firstToLast, lines(runs, firstToLast));
  }

  private static List<Point> points(List<ComparedRun> runs) {
    return Stream.iterate(0, i -> i < runs.size(), i -> i + 1)
        .map(
            i ->
                new Point(
                    runs.get(i).id(),
                    runs.get(i).manifest().startedAt(),
                    runs.get(i).manifest().state(),
                    i == 0
                        ? List.of()
                        : EnvironmentDifference.between(
                            List.of(runs.get(i - 1)), List.of(runs.get(i)))))
        .toList();
  }

  private static List<Line> lines(List<ComparedRun> runs, RunComparison firstToLast) {
    List<Map<FigureKey, ComparedRun.Figure>> figures =
        runs.stream().map(ComparedRun::figures).toList();
    TreeSet<FigureKey> keys = new TreeSet<>();
    figures.forEach(f -> keys.addAll(f.keySet()));
    return keys.stream()
        .map(k -> line(k, figures, firstToLast))
        .filter(l -> l.values().stream().filter(Objects::nonNull).count() > 1)
        .toList();
  }

  private static Line line(
      FigureKey key, List<Map<FigureKey, ComparedRun.Figure>> figures, RunComparison firstToLast) {
    return new Line(
        key,
        figures.stream()
            .map(f -> Optional.ofNullable(f.get(key)).map(ComparedRun.Figure::value).orElse(null))
            .toList(),
        firstToLast.rows().stream().filter(r -> r.key().equals(key)).findFirst().orElse(null));
  }
}
