package io.corebound.analysis.pages.report.micro;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;

/** Figures of an operation, each in the unit that the report shows. Costs are core-time. */
enum Quantity {
  RATE(Metric.RATE, "MB/s"),
  RECORDS_RATE("records_rate", "records/s"),
  COST(Metric.COST, "ns/B"),
  LEAST_COST(Metric.COST_MIN, "ns/B"),
  COST_PER_RECORD(Metric.COST_PER_RECORD, "ns/record"),
  COLD_COST(Metric.COLD_COST, "core-s"),
  ALLOCATION("allocation", "B/B"),
  COMPRESSION("ratio", "ratio");

  private final String metric;
  private final String unit;

  Quantity(String metric, String unit) {
    this.metric = metric;
    this.unit = unit;
  }

  boolean isOf(Measurement m) {
    return m.metric().equals(metric) && m.unit().equals(unit);
  }
}
