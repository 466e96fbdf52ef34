package io.corebound.analysis.page;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A chart as data; the page's script draws it with the colours of the reader's theme.
 *
 * @param id name in the page and in {@code window.coreboundCharts}
 * @param shape {@code time}: seconds from the job's submission, or the command's start, to the
 *     right; {@code bars}: a bar a category; {@code curve}: both axes logarithmic; {@code scatter}:
 *     likewise, with one scale for both
 * @param maximum upper end of the value axis; null to fit the data
 * @param across what the horizontal axis shows, with its unit; empty for {@code bars}
 * @param frame where it is one of several small charts; null for a chart of its own
 */
public record Chart(
    String id,
    String title,
    String caption,
    String shape,
    String unit,
    Double maximum,
    String across,
    List<String> categories,
    List<Series> series,
    List<Mark> spans,
    List<Mark> moments,
    List<Limit> limits,
    Frame frame)
    implements Block {

  /** A chart of its own. */
  public Chart(
      String id,
      String title,
      String caption,
      String shape,
      String unit,
      Double maximum,
      String across,
      List<String> categories,
      List<Series> series,
      List<Mark> spans,
      List<Mark> moments,
      List<Limit> limits) {
    this(
        id,
        title,
        caption,
        shape,
        unit,
        maximum,
        across,
        categories,
        series,
        spans,
        moments,
        limits,
        null);
  }

  /** Ends of the time axis of a small chart, in seconds from the job's submission. */
  public record Frame(double startS, double endS) {}

  /**
   * A line, an area or the bars of one colour.
   *
   * @param colour name of a colour of the page; empty for the next of the palette
   * @param stack series of one stack stand upon each other; empty for none
   * @param dashed whether its line is dashed
   * @param marker whether it is single marks beside the data of the others: figures from elsewhere
   * @param points pairs of seconds and value ({@code time}), of place on the axis and value ({@code
   *     curve}), of value and number of the category (markers among bars); empty for bars
   * @param values a value a category ({@code bars}); null where there is none
   */
  public record Series(
      String name,
      String colour,
      String stack,
      boolean dashed,
      boolean marker,
      List<List<Double>> points,
      List<Double> values) {

    public Series(
        String name,
        String colour,
        String stack,
        boolean dashed,
        List<List<Double>> points,
        List<Double> values) {
      this(name, colour, stack, dashed, false, points, values);
    }

    /** Bars: a value a category, null where there is none. */
    public static Series bars(String name, String stack, List<Double> values) {
      return new Series(name, "", stack, false, List.of(), values);
    }

    /** Bars of the colour that has their name. */
    public static <T> Series named(String name, List<T> of, ToDoubleFunction<T> figure) {
      List<Double> values = of.stream().map(t -> Charts.orNull(figure.applyAsDouble(t))).toList();
      return new Series(name, name, "", false, List.of(), values);
    }

    public static Series line(
        String name, String colour, boolean dashed, List<List<Double>> points) {
      return new Series(name, colour, "", dashed, points, List.of());
    }

    /** A layer of the use of CPUs, of the colour that has its name. */
    public static Series layer(String name, List<List<Double>> points) {
      return new Series(name, name.replace("I/O ", "io-"), "cpu", false, points, List.of());
    }

    /** Figures that were not measured here, as single marks. */
    public static Series markers(String name, List<List<Double>> points) {
      return new Series(name, "ink", "", false, true, points, List.of());
    }
  }

  /** A stretch of time, or with equal ends a moment, in seconds from the job's submission. */
  public record Mark(String name, double startS, double endS) {}

  /** A value that the data can be held against. */
  public record Limit(String name, double value, String colour) {}

  /** Bars that stand upon each other, or a single bar a category. */
  public static Chart bars(
      String id,
      String title,
      String caption,
      String unit,
      List<String> categories,
      List<Series> series) {
    return of(id, title, caption, "bars", unit, "", categories, series);
  }

  /**
   * Lines over an amount, both axes logarithmic.
   *
   * @param across the amount, with its unit
   */
  public static Chart curve(
      String id, String title, String caption, String unit, String across, List<Series> series) {
    return of(id, title, caption, "curve", unit, across, List.of(), series);
  }

  /**
   * Points of two amounts of one kind, both axes logarithmic and of one scale.
   *
   * @param across the amount to the right, with its unit
   */
  public static Chart scatter(
      String id, String title, String caption, String unit, String across, List<Series> series) {
    return of(id, title, caption, "scatter", unit, across, List.of(), series);
  }

  private static Chart of(
      String id,
      String title,
      String caption,
      String shape,
      String unit,
      String across,
      List<String> categories,
      List<Series> series) {
    List<Mark> none = List.of();
    return new Chart(
        id, title, caption, shape, unit, null, across, categories, series, none, none, List.of());
  }
}
