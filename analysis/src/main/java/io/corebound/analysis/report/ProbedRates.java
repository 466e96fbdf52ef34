package io.corebound.analysis.report;

import io.corebound.records.Measurement;
import java.util.List;

/**
 * What the probes got out of disk and network, in MB/s: the best over thread counts and block
 * sizes, because that is what a job could at most get. NaN where nothing was probed.
 */
record ProbedRates(double diskReadMbPerS, double diskWriteMbPerS, double networkMbPerS) {
  static ProbedRates of(List<Measurement> measurements) {
    return new ProbedRates(
        best(measurements, "disk.read"),
        best(measurements, "disk.write"),
        best(measurements, "network.stream"));
  }

  private static double best(List<Measurement> measurements, String operation) {
    return measurements.stream()
        .filter(m -> m.operation().equals(operation))
        .filter(m -> m.metric().equals(Measurement.Metric.RATE) && m.unit().equals("MB/s"))
        .mapToDouble(Measurement::value)
        .max()
        .orElse(Double.NaN);
  }
}
