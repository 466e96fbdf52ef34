package io.corebound.analysis.study.history;

import io.corebound.analysis.study.compare.FigureKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A figure over the runs that have it.
 *
 * @param points at least one, in the order of the runs
 * @param changes where it became another, in that order
 * @param usual what the newest run of the machine is judged by; null where that run lacks the
 *     figure, or too few before it have it
 */
public record Series(FigureKey key, List<Point> points, List<Change> changes, Usual usual) {
  /** Earlier runs with the figure that a verdict on the newest needs. */
  public static final int FEWEST = 4;

  /** The probability of a usual range. */
  public static final double RANGE = 0.95;

  /**
   * A value of the figure.
   *
   * @param run number of the run in {@link MachineHistory#runs}, from 0 on
   */
  public record Point(int run, double value) {}

  /**
   * A place where the figure became another.
   *
   * @param run number of the first run after it
   * @param before the geometric mean of the runs from the change before this one on
   * @param after that of the runs up to the next change
   * @param p the chance of such a difference without a change, corrected for all places and figures
   */
  public record Change(int run, double before, double after, int runsAfter, double p) {
    /** As a share of what it was before. */
    public double difference() {
      return after / before - 1;
    }
  }

  /**
   * Where a run more would lie if nothing changed.
   *
   * @param runs how many runs since the last change it comes from
   * @param low lower end of the interval that has one more run with a probability of {@link #RANGE}
   * @param p the chance that a run is as far off as the newest, not corrected
   */
  public record Usual(int runs, double middle, double low, double high, double p) {}

  /**
   * A series with what its own runs say.
   *
   * @param newest number of the machine's newest run
   * @param level of a single test
   * @param tests how many tests there are, over all figures
   */
  static Series of(FigureKey key, List<Point> points, int newest, double level, int tests) {
    double[] logs = points.stream().mapToDouble(p -> Math.log(p.value())).toArray();
    List<Change> changes = new ArrayList<>();
    if (logs.length >= FEWEST) {
      Segments segments = Segments.of(logs, level);
      for (int i = 0; i < segments.cuts().size(); i++) {
        changes.add(
            new Change(
                points.get(segments.cuts().get(i)).run(),
                Math.exp(segments.mean(i)),
                Math.exp(segments.mean(i + 1)),
                segments.size(i + 1),
                Math.min(1, segments.p(i) * tests)));
      }
    }
    return new Series(key, List.copyOf(points), List.copyOf(changes), usual(points, newest, level));
  }

  private static Usual usual(List<Point> points, int newest, double level) {
    int earlier = points.size() - 1;
    Point last = points.get(earlier);
    if (last.run() != newest || earlier < FEWEST) {
      return null;
    }
    double[] logs =
        points.subList(0, earlier).stream().mapToDouble(p -> Math.log(p.value())).toArray();
    Segments before = Segments.of(logs, level);
    double middle = before.mean(before.last());
    double half = before.halfOfNext(RANGE);
    return new Usual(
        before.size(before.last()),
        Math.exp(middle),
        Math.exp(middle - half),
        Math.exp(middle + half),
        before.pOfNext(Math.log(last.value())));
  }

  /** The newest value. */
  public double newest() {
    return points.get(points.size() - 1).value();
  }

  /** The last change; empty where the figure is one over all runs. */
  public Optional<Change> last() {
    return changes.stream().reduce((earlier, later) -> later);
  }

  /** How much more the figure takes of {@code after}: above zero is worse, of a rate too. */
  public double worseBy(double before, double after) {
    return (key.moreIsBetter() ? before / after : after / before) - 1;
  }

  /** How much worse a change made it; below zero where it is better. */
  public double worseBy(Change change) {
    return worseBy(change.before(), change.after());
  }
}
