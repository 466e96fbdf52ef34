package io.corebound.analysis.pages.page;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A chart as data; the page's script draws it with the colours of the reader's theme.
 *
 * @param id name in the page and in {@code window.coreboundCharts}
 * @param shape {@code time}: seconds from the job's submission, or the command's start, or runs, to
 *     the right; {@code bars}: a bar a category; {@code curve}: both axes logarithmic; {@code
 *     scatter}: likewise, with one scale for both
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

  /** Ends of the time axis of a small chart, in seconds from the job's submission. */
  public record Frame(double startS, double endS) {}

  /**
   * A line, an area or the bars of one colour.
   *
   * @param colour name of a colour of the page; empty for the next of the palette
   * @param stack series of one stack are drawn on top of each other; empty for none
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

    /** Bars: a value a category, null where there is none. */
    public static Series bars(String name, String stack, List<Double> values) {
      return new Series(name, "", stack, false, false, List.of(), values);
    }

    /** Bars of the colour that has their name. */
    public static <T> Series named(String name, List<T> of, ToDoubleFunction<T> figure) {
      List<Double> values = of.stream().map(t -> Charts.orNull(figure.applyAsDouble(t))).toList();
      return new Series(name, name, "", false, false, List.of(), values);
    }

    public static Series line(
        String name, String colour, boolean dashed, List<List<Double>> points) {
      return new Series(name, colour, "", dashed, false, points, List.of());
    }

    /** A layer of the use of CPUs, of the colour that has its name. */
    public static Series layer(String name, List<List<Double>> points) {
      return new Series(name, name.replace("I/O ", "io-"), "cpu", false, false, points, List.of());
    }

    /** Figures that were not measured here, as single marks. */
    public static Series markers(String name, List<List<Double>> points) {
      return new Series(name, "ink", "", false, true, points, List.of());
    }
  }

  /** A stretch of time, or with equal ends a moment, in seconds from the job's submission. */
  public record Mark(String name, double startS, double endS) {}

  /** A value to compare the data with. */
  public record Limit(String name, double value, String colour) {}

  /**
   * A chart without an axis of time.
   *
   * @param across what the horizontal axis shows, with its unit; empty for {@code bars}
   * @param categories empty but for {@code bars}
   */
  public static Chart of(
      String shape,
      String id,
      String title,
      String caption,
      String unit,
      String across,
      List<String> categories,
      List<Series> series) {
    List<Mark> none = List.of();
    return new Chart(
        id,
        title,
        caption,
        shape,
        unit,
        null,
        across,
        categories,
        series,
        none,
        none,
        List.of(),
        null);
  }
}
