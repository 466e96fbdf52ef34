package io.corebound.analysis.pages.report.micro;

import static io.corebound.analysis.pages.report.micro.MicroSections.SENTENCES;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.theory.LeverRows;
import io.corebound.records.config.LeverFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What was measured without a lever and under one, side by side. */
final class LeverTable {
  private LeverTable() {}

  /** The table; empty where the run has no operation with both. */
  static Optional<Block> of(MeasuredOperations operations) {
    List<Row> rows = new ArrayList<>();
    for (MeasuredOperation other : operations.all()) {
      if (!isWithout(other.variant()) && other.has(Quantity.COST)) {
        operations.all().stream()
            .filter(o -> isWithout(o.variant()) && isSame(o.variant(), other.variant()))
            .findFirst()
            .ifPresent(without -> rows.add(row(without, other)));
      }
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(SENTENCES.table("levers", "levers-table", rows));
  }

  private static boolean isWithout(Variant variant) {
    return LeverRows.PARAMETERS.stream()
        .map(variant::parameter)
        .allMatch(lever -> lever.isEmpty() || lever.equals(LeverFile.NONE));
  }

  /** The flags of a lever are not those of other operations. */
  private static boolean isSame(Variant one, Variant other) {
    return withoutLever(one).equals(withoutLever(other));
  }

  private static Variant withoutLever(Variant variant) {
    Map<String, String> parameters = new TreeMap<>(variant.parameters());
    parameters.keySet().removeAll(LeverRows.PARAMETERS);
    return new Variant(variant.suite(), variant.operation(), parameters, variant.threads(), "");
  }

  private static Row row(MeasuredOperation without, MeasuredOperation other) {
    Optional<Measurement> firstWithout = first(without);
    Optional<Measurement> first = first(other);
    return Row.of(
        Cell.code(other.id()).withNote(other.difference()),
        without.cell(Quantity.COST),
        other.cell(Quantity.COST),
        without.value(Quantity.COST) / other.value(Quantity.COST),
        MeasuredOperation.cell(firstWithout, 1),
        MeasuredOperation.cell(first, 1),
        value(firstWithout) / value(first));
  }

  private static Optional<Measurement> first(MeasuredOperation operation) {
    return operation.rows().stream().filter(m -> m.metric().equals(Metric.FIRST_COST)).findFirst();
  }

  private static double value(Optional<Measurement> measurement) {
    return measurement.map(Measurement::value).orElse(Double.NaN);
  }
}
