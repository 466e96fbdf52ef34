package io.corebound.analysis.compare;

import io.corebound.records.format.CsvFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Comparisons and trends as CSV: a row a figure, every parameter, every digit. */
public final class ComparisonCsv {
  private static final List<String> KEY =
      List.of("kind", "name", "parameters", "threads", "figure", "unit", "byte_base");
  private static final List<String> CHANGE =
      List.of(
          "a",
          "b",
          "sample_size_a",
          "sample_size_b",
          "ratio",
          "ratio_low",
          "ratio_high",
          "adjusted_p",
          "verdict",
          "reason",
          "regression");

  private ComparisonCsv() {}

  /** A row a figure that both sides have. */
  public static String of(RunComparison comparison) {
    List<List<?>> rows = new ArrayList<>();
    for (FigureRow row : comparison.rows()) {
      List<Object> cells = key(row.key());
      cells.addAll(change(row));
      rows.add(cells);
    }
    List<String> columns = new ArrayList<>(KEY);
    columns.addAll(CHANGE);
    return CsvFiles.toText(columns, rows);
  }

  /** A row a figure; a column a run, by its id, then the change from the first to the last. */
  public static String of(Trend trend) {
    List<List<?>> rows = new ArrayList<>();
    for (Trend.Line line : trend.lines()) {
      List<Object> cells = key(line.key());
      cells.addAll(line.values());
      cells.addAll(
          line.change() == null ? Arrays.asList(new Object[CHANGE.size()]) : change(line.change()));
      rows.add(cells);
    }
    List<String> columns = new ArrayList<>(KEY);
    trend.runs().forEach(r -> columns.add(r.run()));
    columns.addAll(CHANGE);
    return CsvFiles.toText(columns, rows);
  }

  private static List<Object> key(FigureKey key) {
    return new ArrayList<>(
        List.of(
            key.kind().name().toLowerCase(Locale.ROOT),
            key.name(),
            key.parameters().entrySet().stream()
                .map(p -> p.getKey() + "=" + p.getValue())
                .collect(Collectors.joining(";")),
            key.threads(),
            key.figure(),
            key.unit(),
            key.byteBase()));
  }

  private static List<Object> change(FigureRow row) {
    return Arrays.asList(
        row.a(),
        row.b(),
        row.sampleSizeA(),
        row.sampleSizeB(),
        row.ratio(),
        row.ratioLow(),
        row.ratioHigh(),
        row.adjustedP(),
        row.verdict().name().toLowerCase(Locale.ROOT),
        row.reason(),
        row.regression());
  }
}
