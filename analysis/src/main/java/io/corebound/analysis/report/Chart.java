package io.corebound.analysis.report;

import java.util.List;

/**
 * A chart as data; the page's script draws it with the colours of the reader's theme.
 *
 * @param id name in the page and in {@code window.coreboundCharts}
 * @param title what it shows
 * @param caption what one sees
 * @param shape {@code time}: seconds from the job's submission to the right; {@code bars}: a bar a
 *     category; {@code curve}: both axes logarithmic
 * @param unit unit of the values
 * @param maximum upper end of the value axis; null to fit the data
 * @param across what the horizontal axis of a {@code curve} shows; empty for the others
 * @param categories names of the bars; empty for {@code time} and {@code curve}
 * @param series the data
 * @param spans stretches of time to mark
 * @param moments points in time to mark
 * @param limits values to mark with a line
 */
record Chart(
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
    List<Limit> limits)
    implements Block {

  /**
   * A line, an area or the bars of one colour.
   *
   * @param name its name in the legend
   * @param colour name of a colour of the page; empty for the next of the palette
   * @param stack series of one stack stand upon each other; empty for none
   * @param dashed whether its line is dashed
   * @param marker whether it is single marks beside the data of the others: figures from elsewhere
   * @param points pairs of seconds and value ({@code time}), of place on the axis and value ({@code
   *     curve}), of value and number of the category (markers among bars); empty for bars
   * @param values a value a category ({@code bars}); null where there is none
   */
  record Series(
      String name,
      String colour,
      String stack,
      boolean dashed,
      boolean marker,
      List<List<Double>> points,
      List<Double> values) {

    Series(
        String name,
        String colour,
        String stack,
        boolean dashed,
        List<List<Double>> points,
        List<Double> values) {
      this(name, colour, stack, dashed, false, points, values);
    }

    /** Bars: a value a category, null where there is none. */
    static Series bars(String name, String stack, List<Double> values) {
      return new Series(name, "", stack, false, List.of(), values);
    }

    /** Figures that were not measured here, as single marks. */
    static Series markers(String name, List<List<Double>> points) {
      return new Series(name, "ink", "", false, true, points, List.of());
    }
  }

  /** A stretch of time, or with equal ends a moment, in seconds from the job's submission. */
  record Mark(String name, double startS, double endS) {}

  /** A value that the data can be held against. */
  record Limit(String name, double value, String colour) {}

  /** Bars that stand upon each other, or a single bar a category. */
  static Chart bars(
      String id,
      String title,
      String caption,
      String unit,
      List<String> categories,
      List<Series> series) {
    return new Chart(
        id,
        title,
        caption,
        "bars",
        unit,
        null,
        "",
        categories,
        series,
        List.of(),
        List.of(),
        List.of());
  }

  /**
   * Lines over an amount, both axes logarithmic.
   *
   * @param across the amount, with its unit
   */
  static Chart curve(
      String id, String title, String caption, String unit, String across, List<Series> series) {
    return new Chart(
        id, title, caption, "curve", unit, null, across, List.of(), series, List.of(), List.of(),
        List.of());
  }
}
