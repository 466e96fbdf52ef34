package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Figures;
import io.corebound.records.format.StructuredFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the paper's text states for its figures: another machine, to be held beside this run and
 * never mixed with it.
 *
 * @param source the paper
 * @param machine its machine
 * @param values its figures
 */
record PaperValues(String source, String machine, List<Value> values) {
  private static final String RESOURCE = "paper-values.yaml";

  /** What its marks in the charts are called. */
  static final String NAME = "the paper's machine";

  /**
   * A figure of the text.
   *
   * @param figure number of the figure that it belongs to
   * @param item which bar or point of that figure
   * @param series which of several bars; null where the figure has one
   * @param unit {@code MB/s}, {@code M/s} (million elements or keys a second) or {@code cores}
   * @param low the figure, or the lower end of its range; null where the text has words only
   * @param high the figure, or the upper end of its range; null as above
   * @param says the words, where there is no number; null otherwise
   * @param where the section that states it
   */
  record Value(
      int figure,
      String item,
      String series,
      String unit,
      Double low,
      Double high,
      String says,
      String where) {
    Value {
      if ((low == null) != (high == null) || (low == null) == (says == null)) {
        throw new IllegalArgumentException(
            "figure " + figure + ", " + item + ": needs either low and high or words (says)");
      }
      if (low != null && low > high) {
        throw new IllegalArgumentException(
            "figure " + figure + ", " + item + ": low " + low + " is above high " + high);
      }
    }

    /** {@code 1.00 to 1.50 GB/s}, or the words. */
    String display() {
      if (says != null) {
        return says;
      }
      return (low.equals(high)
              ? Figures.plain(low)
              : Figures.plain(low) + " to " + Figures.plain(high))
          + " "
          + (unit.equals("cores") && high == 1 ? "core" : unit);
    }

    /** Its numbers: one, two ends of a range, or none. */
    List<Double> numbers() {
      return low == null ? List.of() : low.equals(high) ? List.of(low) : List.of(low, high);
    }
  }

  /** Those that the project keeps. */
  static PaperValues load() {
    try (InputStream in = PaperValues.class.getResourceAsStream(RESOURCE)) {
      return StructuredFiles.parseYaml(
          new String(in.readAllBytes(), StandardCharsets.UTF_8), RESOURCE, PaperValues.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the text states for a bar, in every unit. */
  List<Value> of(int figure, String item, String series) {
    return values.stream()
        .filter(v -> v.figure() == figure && v.item().equals(item))
        .filter(v -> v.series() == null || v.series().equals(series))
        .toList();
  }
}
