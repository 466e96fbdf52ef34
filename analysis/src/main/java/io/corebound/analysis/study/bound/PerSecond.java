package io.corebound.analysis.study.bound;

import io.corebound.records.run.DeviceRows;
import io.corebound.records.run.Samples;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Samples of one host laid on whole seconds: second {@code i} is the time from {@code first + i} to
 * {@code first + i + 1}; a second that no sample covers is NaN.
 */
final class PerSecond {
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
    return of == null
        ? none()
        : new SampledFigure(of, row -> sum(of, row, columns)).bySecond(first, count);
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

  private static double sum(DeviceRows rows, int row, int[] columns) {
    double sum = 0;
    for (int column : columns) {
      sum += rows.value(row, column);
    }
    return sum;
  }
}
