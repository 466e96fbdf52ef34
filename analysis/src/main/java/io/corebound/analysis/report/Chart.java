package io.corebound.analysis.report;

import java.util.List;

/**
 * A chart as data; the page's script draws it with the colours of the reader's theme.
 *
 * @param id name in the page and in {@code window.coreboundCharts}
 * @param title what it shows
 * @param caption what one sees
 * @param shape {@code time}: seconds from the job's submission to the right; {@code bars}: a bar a
 *     category
 * @param unit unit of the values
 * @param maximum upper end of the value axis; null to fit the data
 * @param categories names of the bars; empty for {@code time}
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
   * @param points pairs of seconds and value ({@code time}); empty for bars
   * @param values a value a category ({@code bars}); null where there is none
   */
  record Series(
      String name,
      String colour,
      String stack,
      boolean dashed,
      List<List<Double>> points,
      List<Double> values) {}

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
        categories,
        series,
        List.of(),
        List.of(),
        List.of());
  }
}
