package io.corebound.analysis.report;

import io.corebound.analysis.report.cell.Comparison;
import io.corebound.analysis.report.cell.MeasuredJob;
import io.corebound.analysis.report.cell.SideBySide;
import io.corebound.analysis.report.plan.CsvRows;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was predicted and measured, as CSV: a row a cell and interval, after its intervals the
 * {@code total}, then the {@code client} before it, every digit. What was not predicted, or not
 * measured, is empty. What operations cost is in {@code measurements.csv}.
 */
public final class ReportCsv {
  private static final List<String> COLUMNS =
      List.of(
          """
          cell storage network variant data_bytes state reason interval \
          predicted_core_s measured_core_s core_error_percent \
          predicted_s measured_s time_error_percent\
          """
              .split(" "));

  private ReportCsv() {}

  /** Lays a run's jobs out; empty where it has none. */
  public static Optional<String> of(RunContents contents) {
    CsvRows rows = new CsvRows(COLUMNS, Map.of());
    List<RunContents.Cell> cells =
        contents.cells().stream()
            .filter(c -> c.prediction().isPresent() || c.result().isPresent())
            .toList();
    cells.forEach(c -> add(c, rows));
    return cells.isEmpty() ? Optional.empty() : Optional.of(rows.text());
  }

  private static void add(RunContents.Cell cell, CsvRows rows) {
    CellResult result = cell.result().orElse(null);
    Map<String, Comparison.Row> measured = new TreeMap<>();
    if (result != null && cell.prediction().isPresent()) {
      Comparison.of(cell.prediction().get(), result)
          .rows()
          .forEach(row -> measured.put(row.interval(), row));
    }
    List<Comparison.Row> lines = new ArrayList<>();
    if (cell.prediction().isPresent()) {
      Prediction prediction = cell.prediction().get();
      for (Prediction.Interval i : prediction.intervals()) {
        lines.add(measured.getOrDefault(i.name(), predicted(i.name(), i.coreS(), i.timeS())));
      }
      lines.add(
          measured.getOrDefault(
              "total", predicted("total", prediction.coreS(), prediction.totalS())));
    } else {
      double coreS = 0;
      double elapsedS = 0;
      for (CellResult.Interval i : result.intervals()) {
        lines.add(measured(i.name(), i.coreS(), i.elapsedS()));
        coreS += i.coreS();
        elapsedS += i.elapsedS();
      }
      lines.add(measured("total", coreS, elapsedS));
    }
    client(cell).ifPresent(lines::add);
    Map<String, Object> known = new TreeMap<>(Map.of("cell", cell.name()));
    cell.result()
        .ifPresent(
            r -> {
              known.put("data_bytes", r.data().bytes());
              known.put("state", r.state());
              known.put("reason", r.reason());
            });
    CellResult.Tier tier = result == null ? null : result.tier();
    lines.forEach(line -> rows.add(known, line, tier));
  }

  /** What is in no interval, and not in the total. */
  private static Optional<Comparison.Row> client(RunContents.Cell cell) {
    return SideBySide.client(cell.prediction(), cell.result().flatMap(MeasuredJob::of))
        .map(
            c ->
                new Comparison.Row(
                    "client",
                    cell.prediction().map(p -> p.derived().client().coreS()).orElse(null),
                    null,
                    null,
                    orNull(c.predicted()),
                    orNull(c.measured()),
                    orNull(c.error() * 100)));
  }

  private static Double orNull(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static Comparison.Row predicted(String interval, Double coreS, Double timeS) {
    return new Comparison.Row(interval, coreS, null, null, timeS, null, null);
  }

  private static Comparison.Row measured(String interval, double coreS, double elapsedS) {
    return new Comparison.Row(interval, null, known(coreS), null, null, known(elapsedS), null);
  }

  /** A job that failed before its end has no intervals. */
  private static Double known(double value) {
    return value > 0 ? value : null;
  }
}
