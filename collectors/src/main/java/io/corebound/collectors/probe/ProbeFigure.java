package io.corebound.collectors.probe;

import io.corebound.collectors.output.MalformedOutput;
import io.corebound.collectors.output.Possible;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.util.List;
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

  /** A rate that was measured, in MB/s; refuses one that nothing reaches. */
  static double possibleRate(double mbPerS) throws MalformedOutput {
    if (mbPerS > Possible.MB_PER_S) {
      throw new MalformedOutput("measured %s MB/s, which cannot be".formatted(Math.round(mbPerS)));
    }
    return mbPerS;
  }

  /** The mean of some runs. */
  Measurement row(int threads, List<Double> runs, Map<String, String> parameters, String raw) {
    return new Measurement(
        Probe.SUITE,
        operation,
        parameters,
        process,
        threads,
        metric,
        unit,
        byteBase,
        Mean.of(runs),
        "",
        raw);
  }
}
