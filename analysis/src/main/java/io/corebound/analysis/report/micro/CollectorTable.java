package io.corebound.analysis.report.micro;

import static io.corebound.analysis.report.micro.MicroSections.SENTENCES;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.records.config.MapOutputCollector;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What was measured with Hadoop's collector of map output and with another, side by side. */
final class CollectorTable {
  private static final String PARAMETER = "collector";

  private CollectorTable() {}

  /** The table; empty where the run has no operation with both. */
  static Optional<Block> of(MeasuredOperations operations) {
    List<Row> rows = new ArrayList<>();
    for (MeasuredOperation other : operations.all()) {
      if (!isHadoops(other.variant()) && other.has(Quantity.COST)) {
        operations.all().stream()
            .filter(o -> isHadoops(o.variant()) && isSame(o.variant(), other.variant()))
            .findFirst()
            .ifPresent(hadoops -> rows.add(row(hadoops, other)));
      }
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(SENTENCES.table("collectors", "collectors-table", rows));
  }

  /** Those without the parameter have no map output, or are older than it. */
  private static boolean isHadoops(Variant variant) {
    return List.of("", MapOutputCollector.hadoop.name()).contains(variant.parameter(PARAMETER));
  }

  private static boolean isSame(Variant one, Variant other) {
    return withoutCollector(one).equals(withoutCollector(other));
  }

  private static Variant withoutCollector(Variant variant) {
    Map<String, String> parameters = new TreeMap<>(variant.parameters());
    parameters.remove(PARAMETER);
    return new Variant(
        variant.suite(), variant.operation(), parameters, variant.threads(), variant.flags());
  }

  private static Row row(MeasuredOperation hadoops, MeasuredOperation other) {
    Optional<Measurement> firstOfHadoop = first(hadoops);
    Optional<Measurement> first = first(other);
    return Row.of(
        Cell.code(other.id()).withNote(other.difference()),
        hadoops.cell(Quantity.COST),
        other.cell(Quantity.COST),
        hadoops.value(Quantity.COST) / other.value(Quantity.COST),
        MeasuredOperation.cell(firstOfHadoop, 1),
        MeasuredOperation.cell(first, 1),
        value(firstOfHadoop) / value(first));
  }

  private static Optional<Measurement> first(MeasuredOperation operation) {
    return operation.rows().stream().filter(m -> m.metric().equals(Metric.FIRST_COST)).findFirst();
  }

  private static double value(Optional<Measurement> measurement) {
    return measurement.map(Measurement::value).orElse(Double.NaN);
  }
}
