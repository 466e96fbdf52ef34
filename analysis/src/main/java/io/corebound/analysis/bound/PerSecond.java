package io.corebound.analysis.bound;

import io.corebound.records.Samples;
import io.corebound.records.Samples.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

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
  private final Map<String, Map<String, List<Row>>> rows = new LinkedHashMap<>();

  /**
   * Lays samples on seconds.
   *
   * @param samples of one host
   * @param first the first second, since the Unix epoch
   * @param count how many seconds
   */
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

  /**
   * A figure of a device: the sum of its metrics, second by second; NaN in all when the source, the
   * device or one of the metrics is not there.
   */
  double[] sum(String source, String device, String... metrics) {
    Optional<Samples> from = find(source);
    int[] columns =
        from.map(s -> Arrays.stream(metrics).mapToInt(s::indexOf).toArray()).orElse(new int[0]);
    if (columns.length == 0 || Arrays.stream(columns).anyMatch(c -> c < 0)) {
      return none();
    }
    return mean(
        byDevice(source).getOrDefault(device, List.of()),
        row -> Arrays.stream(columns).mapToDouble(c -> row.values().get(c)).sum());
  }

  double[] none() {
    double[] none = new double[count];
    Arrays.fill(none, Double.NaN);
    return none;
  }

  private Optional<Samples> find(String source) {
    return samples.stream().filter(s -> s.source().equals(source)).findFirst();
  }

  private Map<String, List<Row>> byDevice(String source) {
    return rows.computeIfAbsent(
        source,
        s -> {
          Map<String, List<Row>> devices = new LinkedHashMap<>();
          find(s).map(Samples::rows).orElse(List.of()).stream()
              .sorted(java.util.Comparator.comparingDouble(Row::timeS))
              .forEach(r -> devices.computeIfAbsent(r.device(), d -> new ArrayList<>()).add(r));
          return devices;
        });
  }

  private double[] mean(List<Row> ordered, ToDoubleFunction<Row> figure) {
    double[] sums = new double[count];
    double[] weights = new double[count];
    double usualS = usualIntervalS(ordered);
    for (int i = 0; i < ordered.size(); i++) {
      double toS = ordered.get(i).timeS();
      double gapS = i == 0 ? usualS : toS - ordered.get(i - 1).timeS();
      double fromS = toS - (gapS > LOST * usualS ? usualS : gapS);
      double value = figure.applyAsDouble(ordered.get(i));
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
  private static double usualIntervalS(List<Row> ordered) {
    double[] gaps = new double[Math.max(0, ordered.size() - 1)];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = ordered.get(i + 1).timeS() - ordered.get(i).timeS();
    }
    Arrays.sort(gaps);
    return gaps.length == 0 ? 1 : gaps[gaps.length / 2];
  }
}
