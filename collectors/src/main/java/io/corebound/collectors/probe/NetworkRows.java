package io.corebound.collectors.probe;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.MeanInterval;
import java.util.Map;

/** The rows of {@code measurements.csv} that network probes give. */
final class NetworkRows {
  private NetworkRows() {}

  /** Wall-clock rate of the payload of one stream. */
  static Measurement rate(MeanInterval rate, Map<String, String> parameters, String raw) {
    return row(
        "network.stream",
        "wall",
        Measurement.Metric.RATE,
        "MB/s",
        "payload",
        rate,
        parameters,
        raw);
  }

  /** Core time of both ends together for a byte of payload. */
  static Measurement cost(MeanInterval cost, Map<String, String> parameters, String raw) {
    return row(
        "network.stream", "all", Measurement.Metric.COST, "ns/B", "payload", cost, parameters, raw);
  }

  /** How often a second a byte goes to the other end and back, one after the other. */
  static Measurement transactions(
      MeanInterval transactions, Map<String, String> parameters, String raw) {
    return row(
        "network.request-response",
        "wall",
        Netperf.TRANSACTIONS,
        "1/s",
        "",
        transactions,
        parameters,
        raw);
  }

  private static Measurement row(
      String operation,
      String process,
      String metric,
      String unit,
      String byteBase,
      MeanInterval value,
      Map<String, String> parameters,
      String raw) {
    return new Measurement(
        Probe.SUITE,
        operation,
        parameters,
        process,
        1,
        metric,
        unit,
        byteBase,
        value.mean(),
        value.low(),
        value.high(),
        MeanInterval.CONFIDENCE,
        value.n(),
        "",
        raw);
  }
}
