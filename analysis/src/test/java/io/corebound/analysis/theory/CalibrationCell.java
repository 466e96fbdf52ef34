package io.corebound.analysis.theory;

import io.corebound.records.format.CsvFiles;
import io.corebound.records.run.Prediction;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * An interval of a scored cell, or its whole job.
 *
 * @param coreError logarithm of measured over predicted core-seconds
 * @param timeError the same of the elapsed time
 * @param coreDraws deviation of the drawn core-seconds' logarithm when they were predicted
 * @param share of the CPU in the predicted time
 */
record CalibrationCell(
    String run,
    String interval,
    double coreError,
    double timeError,
    double coreDraws,
    double timeDraws,
    double share) {
  static final List<ToDoubleFunction<CalibrationCell>> ERRORS =
      List.of(CalibrationCell::timeError, CalibrationCell::coreError);

  static boolean isTime(ToDoubleFunction<CalibrationCell> error) {
    return error == ERRORS.get(0);
  }

  boolean total() {
    return interval.equals(Prediction.TOTAL);
  }

  static List<CalibrationCell> read() {
    return CsvFiles.readRows(
            Path.of("../results/samples/scores.csv"), List.of("run", "interval", "predicted_s"))
        .stream()
        .map(CalibrationCell::of)
        .toList();
  }

  private static CalibrationCell of(Map<String, String> row) {
    double coreS = number(row, "predicted_core_s");
    double timeS = number(row, "predicted_s");
    return new CalibrationCell(
        row.get("run"),
        row.get("interval"),
        Math.log(number(row, "measured_core_s") / coreS),
        Math.log(number(row, "measured_s") / timeS),
        draws(row, "predicted_core_low_s", "predicted_core_high_s"),
        draws(row, "predicted_low_s", "predicted_high_s"),
        Math.min(1, coreS / number(row, "cores") / timeS));
  }

  /** Of the 90 % interval that was predicted; 0 where there was none. */
  private static double draws(Map<String, String> row, String low, String high) {
    return row.get(low).isEmpty()
        ? 0
        : Math.log(number(row, high) / number(row, low)) / 2 / Calibration.quantile(0.9);
  }

  private static double number(Map<String, String> row, String column) {
    return Double.parseDouble(row.get(column));
  }
}
