package io.corebound.analysis.pages.page;

import io.corebound.records.run.Samples.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** What charts are made of: figures without NaN, time lines that are not too long. */
public final class Charts {
  /** A chart is about a thousand pixels wide; more points than twice that cannot be seen. */
  public static final int MOST_POINTS = 2000;

  /** What a page carries of a line over all hosts: it is to open at once. */
  private static final int MOST_POINTS_OF_ALL = 30_000;

  /** Fewer would not show the course of an hour. */
  private static final int FEWEST_POINTS = 200;

  private Charts() {}

  /** How many points a line has where there is a chart of the kind for each of so many hosts. */
  public static int mostPoints(int hosts) {
    return Math.max(FEWEST_POINTS, Math.min(MOST_POINTS, MOST_POINTS_OF_ALL / Math.max(1, hosts)));
  }

  /** A chart, or a sentence where it would have no data. */
  public static Block orMissing(Chart chart, String whyEmpty) {
    boolean data =
        chart.series().stream()
            .anyMatch(s -> !s.points().isEmpty() || s.values().stream().anyMatch(Objects::nonNull));
    return data ? chart : Block.Notice.missing(chart.title() + " is not shown: " + whyEmpty);
  }

  /** Null where there is no figure, as JSON has no NaN. Five digits are more than a chart shows. */
  public static Double orNull(double value) {
    return Double.isNaN(value) || Double.isInfinite(value)
        ? null
        : Double.valueOf(
            new java.math.BigDecimal(value).round(new java.math.MathContext(5)).doubleValue());
  }

  /** Pairs of seconds since the origin and value. */
  public static List<List<Double>> points(
      List<Row> rows, double originS, ToDoubleFunction<Row> figure) {
    return rows.stream()
        .filter(r -> !Double.isNaN(figure.applyAsDouble(r)))
        .map(
            r ->
                List.of(
                    Math.round((r.timeS() - originS) * 1e3) / 1e3, orNull(figure.applyAsDouble(r))))
        .toList();
  }

  /**
   * At most so many of the rows: of every stretch the one with the highest and the one with the
   * lowest figure, whole rows, so that no peak is lost and stacked series stay together.
   */
  public static <T> List<T> thinned(List<T> all, ToDoubleFunction<T> figure, int most) {
    List<T> rows = all.stream().filter(r -> !Double.isNaN(figure.applyAsDouble(r))).toList();
    if (rows.size() <= most) {
      return rows;
    }
    int stretches = most / 2;
    Comparator<T> byFigure = Comparator.comparingDouble(figure);
    List<T> kept = new ArrayList<>();
    for (int i = 0; i < stretches; i++) {
      int from = (int) ((long) rows.size() * i / stretches);
      int to = (int) ((long) rows.size() * (i + 1) / stretches);
      List<T> stretch = rows.subList(from, to);
      int highest = indexOf(stretch, byFigure.reversed());
      int lowest = indexOf(stretch, byFigure);
      kept.add(stretch.get(Math.min(highest, lowest)));
      if (highest != lowest) {
        kept.add(stretch.get(Math.max(highest, lowest)));
      }
    }
    return kept;
  }

  private static <T> int indexOf(List<T> stretch, Comparator<T> order) {
    int first = 0;
    for (int i = 1; i < stretch.size(); i++) {
      if (order.compare(stretch.get(i), stretch.get(first)) < 0) {
        first = i;
      }
    }
    return first;
  }
}
