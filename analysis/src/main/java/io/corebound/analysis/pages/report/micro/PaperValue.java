package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Figures;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A figure of the paper's text: of another machine, never mixed with this run's.
 *
 * @param when which of the subject's items it is of, by parameter; null for all
 * @param series which of several bars; null where it is of all
 * @param unit {@code MB/s}, {@code M/s} (million elements or keys a second) or {@code cores}
 * @param low the figure, or the lower end of its range; null where the text has words only
 * @param says the words, where there is no number; null otherwise
 */
record PaperValue(
    Map<String, String> when,
    String series,
    String unit,
    Double low,
    Double high,
    String says,
    String section) {
  PaperValue {
    when = when == null ? Map.of() : when;
    if ((low == null) != (high == null) || (low == null) == (says == null)) {
      throw new IllegalArgumentException("needs either low and high or words (says)");
    }
    if (low != null && low > high) {
      throw new IllegalArgumentException("low %s is above high %s".formatted(low, high));
    }
  }

  /** {@code 1.00 to 1.50 GB/s}, or the words. */
  String display() {
    String range = numbers().stream().map(Figures::plain).collect(Collectors.joining(" to "));
    return says != null ? says : range + " " + (range.equals("1") ? "core" : unit);
  }

  /** One number, the two ends of a range, or none. */
  List<Double> numbers() {
    return Stream.of(low, high).filter(Objects::nonNull).distinct().toList();
  }
}
