package io.corebound.analysis.report;

import io.corebound.analysis.model.Comparison;
import io.corebound.analysis.report.cell.MeasuredJob;
import io.corebound.analysis.report.cell.SideBySide;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.Arrays;
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
          "cell",
          "storage",
          "network",
          "variant",
          "data_bytes",
          "state",
          "reason",
          "interval",
          "predicted_core_s",
          "measured_core_s",
          "core_error_percent",
          "predicted_s",
          "measured_s",
          "time_error_percent");

  private ReportCsv() {}

  /** Lays a run's jobs out; empty where it has none. */
  public static Optional<String> of(RunContents contents) {
    List<List<?>> rows = new ArrayList<>();
    for (RunContents.Cell cell : contents.cells()) {
      if (cell.prediction().isPresent() || cell.result().isPresent()) {
        add(cell, rows);
      }
    }
    return rows.isEmpty() ? Optional.empty() : Optional.of(CsvFiles.toText(COLUMNS, rows));
  }

  private static void add(RunContents.Cell cell, List<List<?>> rows) {
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
    lines.forEach(line -> rows.add(row(cell.name(), result, line)));
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

  private static List<?> row(String cell, CellResult result, Comparison.Row line) {
    CellResult.Tier tier = result == null ? null : result.tier();
    return Arrays.asList(
        cell,
        tier == null ? null : tier.storage(),
        tier == null ? null : tier.network(),
        tier == null ? null : tier.variant(),
        result == null ? null : result.data().bytes(),
        result == null ? null : result.state(),
        result == null ? null : result.reason(),
        line.interval(),
        line.predictedCoreS(),
        line.measuredCoreS(),
        line.coreErrorPercent(),
        line.predictedS(),
        line.measuredS(),
        line.timeErrorPercent());
  }
}
