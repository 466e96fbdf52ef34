package io.corebound.analysis.study.bound;

import io.corebound.records.run.DeviceRows;
import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A sampled figure of a device. A sample is of the time from the sample before to itself, and
 * counts in a mean with the part of that time that the mean is over.
 */
public final class SampledFigure {
  /** A gap longer than this many usual intervals is lost samples, not one long sample. */
  private static final double LOST = 3;

  private final double[] endsS;
  private final double[] values;
  private final double usualS;

  /**
   * A mean.
   *
   * @param value NaN where no sample covers any of the time
   */
  public record Mean(double value, int samples) {}

  SampledFigure(DeviceRows rows, IntToDoubleFunction value) {
    int[] order = order(rows);
    endsS = Arrays.stream(order).mapToDouble(rows::timeS).toArray();
    values = Arrays.stream(order).mapToDouble(value).toArray();
    double[] gaps =
        IntStream.range(1, endsS.length)
            .mapToDouble(i -> endsS[i] - endsS[i - 1])
            .sorted()
            .toArray();
    usualS = gaps.length == 0 ? 1 : gaps[gaps.length / 2];
  }

  /** Of a device's rows. */
  public static SampledFigure of(Samples samples, String device, ToDoubleFunction<Row> figure) {
    DeviceRows rows = samples.rowsOf(device);
    return new SampledFigure(rows, i -> figure.applyAsDouble(rows.get(i)));
  }

  /** Numbers of the rows by time; a file that has them in another order is not impossible. */
  private static int[] order(DeviceRows rows) {
    IntStream all = IntStream.range(0, rows.size());
    return IntStream.range(1, rows.size()).allMatch(i -> rows.timeS(i) >= rows.timeS(i - 1))
        ? all.toArray()
        : all.boxed().sorted(Comparator.comparingDouble(rows::timeS)).mapToInt(i -> i).toArray();
  }

  private double startS(int i) {
    double gapS = i == 0 ? usualS : endsS[i] - endsS[i - 1];
    return endsS[i] - (gapS > LOST * usualS ? usualS : gapS);
  }

  /** The mean over stretches of time. */
  public Mean over(List<Span> spans) {
    double weight = 0;
    double sum = 0;
    int count = 0;
    for (int i = 0; i < endsS.length; i++) {
      double fromS = startS(i);
      double toS = endsS[i];
      double sharedS = spans.stream().mapToDouble(s -> s.overlapS(fromS, toS)).sum();
      if (sharedS > 0 && !Double.isNaN(values[i])) {
        weight += sharedS;
        sum += sharedS * values[i];
        count++;
      }
    }
    return new Mean(weight > 0 ? sum / weight : Double.NaN, count);
  }

  /** The mean of each second from {@code first} on; NaN where no sample covers any of it. */
  double[] bySecond(long first, int count) {
    double[] sums = new double[count];
    double[] weights = new double[count];
    for (int i = 0; i < endsS.length; i++) {
      double fromS = startS(i);
      int last = (int) Math.min(count - 1.0, Math.ceil(endsS[i]) - 1 - first);
      for (int second = (int) Math.max(0, Math.floor(fromS) - first);
          second <= last && !Double.isNaN(values[i]);
          second++) {
        double fromFirstS = (double) first + second;
        double sharedS = new Span(fromFirstS, fromFirstS + 1).overlapS(fromS, endsS[i]);
        sums[second] += sharedS * values[i];
        weights[second] += sharedS;
      }
    }
    Arrays.setAll(sums, i -> weights[i] > 0 ? sums[i] / weights[i] : Double.NaN);
    return sums;
  }

  /** The sum of a row's metrics that the source has; NaN where it has none of them. */
  public static ToDoubleFunction<Row> sumOf(Samples samples, String... metrics) {
    int[] columns = Arrays.stream(metrics).mapToInt(samples::indexOf).filter(c -> c >= 0).toArray();
    return row -> {
      double sum = columns.length == 0 ? Double.NaN : 0;
      for (int column : columns) {
        sum += row.values().get(column);
      }
      return sum;
    };
  }
}
