package io.corebound.analysis.pages.report.compare;

import io.corebound.analysis.study.compare.FigureRow;
import io.corebound.analysis.study.compare.RunComparison;
import io.corebound.records.format.StructuredFiles;
import java.util.List;
import java.util.Locale;

/**
 * The figures of side B as the GitHub action github-action-benchmark reads them, with its tool
 * {@code customSmallerIsBetter}: costs and times; a rate is told by its operation's cost.
 */
public final class BenchmarkAction {
  private BenchmarkAction() {}

  /** A figure, by the action's own names. */
  private record Entry(String name, String unit, double value, String extra) {}

  /** A JSON list, an entry a figure. */
  public static String of(RunComparison comparison) {
    FigureNames names = new FigureNames(comparison.rows().stream().map(FigureRow::key).toList());
    List<Entry> entries =
        comparison.rows().stream()
            .filter(row -> !row.key().moreIsBetter())
            .map(row -> new Entry(names.full(row.key()), row.key().unit(), row.b(), verdict(row)))
            .toList();
    return StructuredFiles.toJson(entries) + "\n";
  }

  private static String verdict(FigureRow row) {
    return String.format(Locale.ROOT, "B/A %.3f: %s", row.ratio(), row.verdict().words());
  }
}
