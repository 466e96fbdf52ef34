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
 */
public record Series(FigureKey key, List<Point> points, List<Change> changes) {
  /** Earlier runs with the figure that a verdict on the newest needs. */
  public static final int FEWEST = 4;

  /** The probability of a usual range. */
  public static final double RANGE = 0.95;

  /**
   * What changes are judged by.
   *
   * @param level of a single test
   * @param tests how many there are, over all figures
   * @param threshold as a share: smaller changes are not told
   */
  record Rule(double level, int tests, double threshold) {
    Segments cut(double[] logs) {
      return Segments.of(logs, level, Math.log1p(threshold));
    }
  }

  /**
   * A value of the figure.
   *
   * @param run number of the run, from 1 on
   */
  public record Point(int run, double value) {}

  /**
   * A place where the figure became another.
   *
   * @param run number of the first run after it
   * @param previous number of the last run with the figure before it
   * @param before the geometric mean of the runs from the change before this one on
   * @param after that of the runs up to the next change
   * @param p the chance of such a difference without a change, corrected for all places and figures
   */
  public record Change(int run, int previous, double before, double after, double p) {
    /** As a share of what it was before. */
    public double difference() {
      return after / before - 1;
    }
  }

  /** A series with the changes that its values show. */
  static Series of(FigureKey key, List<Point> points, Rule rule) {
    List<Change> changes = new ArrayList<>();
    Segments segments = rule.cut(logs(points));
    for (int i = 0; i < segments.cuts().size(); i++) {
      int at = segments.cuts().get(i);
      changes.add(
          new Change(
              points.get(at).run(),
              points.get(at - 1).run(),
              Math.exp(segments.mean(i)),
              Math.exp(segments.mean(i + 1)),
              Math.min(1, segments.pOfCut(i) * rule.tests())));
    }
    return new Series(key, List.copyOf(points), List.copyOf(changes));
  }

  static double[] logs(List<Point> points) {
    return points.stream().mapToDouble(p -> Math.log(p.value())).toArray();
  }

  /** The last value. */
  Point last() {
    return points.get(points.size() - 1);
  }

  /** All but the last value. */
  List<Point> earlier() {
    return points.subList(0, points.size() - 1);
  }

  /** The last change; empty where the figure is one over all runs. */
  Optional<Change> lastChange() {
    return changes.stream().reduce((earlier, later) -> later);
  }

  /** Whether a change made it worse. */
  public boolean isWorse(Change change) {
    return key.worseBy(change.after() / change.before()) > 0;
  }
}
