package io.corebound.collectors.probe;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.MeanInterval;
import java.util.Map;

/** One figure of a probe, as the rows of {@code measurements.csv} name it ({@link Measurement}). */
record ProbeFigure(String operation, String process, String metric, String unit, String byteBase) {

  /** A rate in MB/s on the wall clock. */
  static ProbeFigure rate(String operation, String byteBase) {
    return new ProbeFigure(operation, "wall", Measurement.Metric.RATE, "MB/s", byteBase);
  }

  /** Core-nanoseconds a byte. */
  static ProbeFigure cost(String operation, String process, String byteBase) {
    return new ProbeFigure(operation, process, Measurement.Metric.COST, "ns/B", byteBase);
  }

  Measurement row(int threads, MeanInterval value, Map<String, String> parameters, String raw) {
    return new Measurement(
        Probe.SUITE,
        operation,
        parameters,
        process,
        threads,
        metric,
        unit,
        byteBase,
        value,
        "",
        raw);
  }
}
