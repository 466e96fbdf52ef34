package io.corebound.collectors;

import io.corebound.records.MeanInterval;
import io.corebound.records.Measurement;
import java.util.Map;

/** The rows of {@code measurements.csv} that network probes give. */
final class NetworkRows {
  private NetworkRows() {}

  /** Wall-clock rate of the payload of one stream. */
  static Measurement rate(MeanInterval rate, Map<String, String> parameters, String raw) {
    return row("wall", Measurement.Metric.RATE, "MB/s", rate, parameters, raw);
  }

  /** Core time of both ends together for a byte of payload. */
  static Measurement cost(MeanInterval cost, Map<String, String> parameters, String raw) {
    return row("all", Measurement.Metric.COST, "ns/B", cost, parameters, raw);
  }

  private static Measurement row(
      String process,
      String metric,
      String unit,
      MeanInterval value,
      Map<String, String> parameters,
      String raw) {
    return new Measurement(
        Probe.SUITE,
        "network.stream",
        parameters,
        process,
        1,
        metric,
        unit,
        "payload",
        value.mean(),
        value.low(),
        value.high(),
        MeanInterval.CONFIDENCE,
        value.n(),
        "",
        raw);
  }
}
