package io.corebound.analysis.validate;

import io.corebound.records.format.CsvFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A score as CSV: a row a cell and interval, every digit. */
public final class ScoreCsv {
  private static final List<String> COLUMNS =
      List.of(
          "cell",
          "data",
          "repetitions",
          "counts",
          "why_not",
          "interval",
          "predicted_core_s",
          "predicted_core_low_s",
          "predicted_core_high_s",
          "measured_core_s",
          "core_error_percent",
          "predicted_s",
          "predicted_low_s",
          "predicted_high_s",
          "measured_s",
          "time_error_percent",
          "core_spread_percent",
          "time_spread_percent",
          "fixed_s",
          "fixed_percent",
          "all_starts_s",
          "all_starts_percent");

  private ScoreCsv() {}

  /** Lays a score out. */
  public static String of(Score score) {
    List<List<?>> rows = new ArrayList<>();
    for (CellScore cell : score.cells()) {
      for (IntervalScore i : cell.intervals()) {
        boolean total = i.interval().equals(IntervalScore.TOTAL);
        rows.add(
            Arrays.asList(
                cell.cell(),
                cell.data(),
                cell.repetitions(),
                cell.counts(),
                cell.whyNot(),
                i.interval(),
                i.predictedCoreS(),
                i.predictedCoreLowS(),
                i.predictedCoreHighS(),
                i.measuredCoreS(),
                i.coreErrorPercent(),
                i.predictedS(),
                i.predictedLowS(),
                i.predictedHighS(),
                i.measuredS(),
                i.timeErrorPercent(),
                total ? cell.coreSpreadPercent() : null,
                total ? cell.timeSpreadPercent() : null,
                total ? cell.fixedS() : null,
                total ? cell.fixedPercent() : null,
                total ? cell.allStartsS() : null,
                total ? cell.allStartsPercent() : null));
      }
    }
    return CsvFiles.toText(COLUMNS, rows);
  }
}
