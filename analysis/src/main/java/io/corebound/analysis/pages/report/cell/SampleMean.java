package io.corebound.analysis.pages.report.cell;

import io.corebound.records.run.DeviceRows;
import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Mean of a sampled figure over stretches of time. A sample counts with the time that its own
 * interval (from the sample before to itself) shares with them.
 *
 * @param value the mean; NaN where no sample covers any of the time
 */
public record SampleMean(double value, int samples) {
  /** A gap longer than this many usual intervals is lost samples, not one long sample. */
  private static final double LOST = 3;

  public static SampleMean of(
      Samples samples, String device, List<Span> spans, ToDoubleFunction<Row> figure) {
    DeviceRows rows = samples.rowsOf(device);
    double usualS = usualIntervalS(rows);
    double weight = 0;
    double sum = 0;
    int count = 0;
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      double gapS = i == 0 ? usualS : row.timeS() - rows.get(i - 1).timeS();
      double fromS = row.timeS() - (gapS > LOST * usualS ? usualS : gapS);
      double sharedS = spans.stream().mapToDouble(s -> s.overlapS(fromS, row.timeS())).sum();
      double value = figure.applyAsDouble(row);
      if (sharedS > 0 && !Double.isNaN(value)) {
        weight += sharedS;
        sum += sharedS * value;
        count++;
      }
    }
    return new SampleMean(weight > 0 ? sum / weight : Double.NaN, count);
  }

  /** The median distance of two samples; a second where there is only one. */
  private static double usualIntervalS(List<Row> rows) {
    double[] gaps = new double[Math.max(0, rows.size() - 1)];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = rows.get(i + 1).timeS() - rows.get(i).timeS();
    }
    java.util.Arrays.sort(gaps);
    return gaps.length == 0 ? 1 : gaps[gaps.length / 2];
  }

  /** The sum of a row's metrics that the source has; NaN where it has none of them. */
  public static ToDoubleFunction<Row> sumOf(Samples samples, String... metrics) {
    int[] columns =
        java.util.Arrays.stream(metrics)
            .mapToInt(samples::indexOf)
            .filter(column -> column >= 0)
            .toArray();
    return row -> {
      double sum = columns.length == 0 ? Double.NaN : 0;
      for (int column : columns) {
        sum += row.values().get(column);
      }
      return sum;
    };
  }
}
