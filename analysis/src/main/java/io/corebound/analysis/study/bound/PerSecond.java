package io.corebound.analysis.study.bound;

import io.corebound.records.run.DeviceRows;
import io.corebound.records.run.Samples;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Samples of one host laid on whole seconds: second {@code i} is the time from {@code first + i} to
 * {@code first + i + 1}. A sample counts with the time that its own interval (from the sample
 * before to itself) shares with a second; a second that no sample covers is NaN.
 */
final class PerSecond {
  /** A gap longer than this many usual intervals is lost samples, not one long sample. */
  private static final double LOST = 3;

  private final List<Samples> samples;
  private final long first;
  private final int count;
  private final Map<String, Map<String, DeviceRows>> rows = new HashMap<>();

  /** Samples of one host, on {@code count} seconds from {@code first} (Unix time) on. */
  PerSecond(List<Samples> samples, long first, int count) {
    this.samples = samples;
    this.first = first;
    this.count = count;
  }

  int count() {
    return count;
  }

  /** Names of a source's devices, in order of first appearance; empty when it is not there. */
  List<String> devices(String source) {
    return List.copyOf(byDevice(source).keySet());
  }

  /** The sum of a device's metrics by second; all NaN when one of them is missing. */
  double[] sum(String source, String device, String... metrics) {
    Optional<Samples> from = find(source);
    int[] columns =
        from.map(s -> Arrays.stream(metrics).mapToInt(s::indexOf).toArray()).orElse(new int[0]);
    if (columns.length == 0 || Arrays.stream(columns).anyMatch(c -> c < 0)) {
      return none();
    }
    DeviceRows of = byDevice(source).get(device);
    return of == null ? none() : mean(inOrderOfTime(of, columns));
  }

  double[] none() {
    double[] none = new double[count];
    Arrays.fill(none, Double.NaN);
    return none;
  }

  private Optional<Samples> find(String source) {
    return samples.stream().filter(s -> s.source().equals(source)).findFirst();
  }

  private Map<String, DeviceRows> byDevice(String source) {
    return rows.computeIfAbsent(source, s -> find(s).map(Samples::byDevice).orElse(Map.of()));
  }

  /** A figure at the ends of its samples' intervals. */
  private record Line(double[] timesS, double[] figures) {}

  private static Line inOrderOfTime(DeviceRows rows, int[] columns) {
    int[] order = order(rows);
    double[] timesS = new double[order.length];
    double[] figures = new double[order.length];
    for (int i = 0; i < order.length; i++) {
      timesS[i] = rows.timeS(order[i]);
      for (int column : columns) {
        figures[i] += rows.value(order[i], column);
      }
    }
    return new Line(timesS, figures);
  }

  /** Numbers of the rows by time; a file that has them in another order is not impossible. */
  private static int[] order(DeviceRows rows) {
    int[] order = IntStream.range(0, rows.size()).toArray();
    for (int i = 1; i < order.length; i++) {
      if (rows.timeS(i) < rows.timeS(i - 1)) {
        return Arrays.stream(order)
            .boxed()
            .sorted(Comparator.comparingDouble(rows::timeS))
            .mapToInt(Integer::intValue)
            .toArray();
      }
    }
    return order;
  }

  private double[] mean(Line line) {
    double[] sums = new double[count];
    double[] weights = new double[count];
    double usualS = usualIntervalS(line.timesS());
    for (int i = 0; i < line.timesS().length; i++) {
      double toS = line.timesS()[i];
      double gapS = i == 0 ? usualS : toS - line.timesS()[i - 1];
      double fromS = toS - (gapS > LOST * usualS ? usualS : gapS);
      double value = line.figures()[i];
      int last = (int) Math.min(count - 1.0, Math.ceil(toS) - 1 - first);
      for (int second = (int) Math.max(0, Math.floor(fromS) - first);
          second <= last && !Double.isNaN(value);
          second++) {
        double sharedS =
            Math.min(toS, first + second + 1.0) - Math.max(fromS, (double) first + second);
        if (sharedS > 0) {
          sums[second] += sharedS * value;
          weights[second] += sharedS;
        }
      }
    }
    for (int second = 0; second < count; second++) {
      sums[second] = weights[second] > 0 ? sums[second] / weights[second] : Double.NaN;
    }
    return sums;
  }

  /** The median distance of two samples; a second where there is only one. */
  private static double usualIntervalS(double[] timesS) {
    double[] gaps = new double[Math.max(0, timesS.length - 1)];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = timesS[i + 1] - timesS[i];
    }
    Arrays.sort(gaps);
    return gaps.length == 0 ? 1 : gaps[gaps.length / 2];
  }
}
