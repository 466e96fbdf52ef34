package io.corebound.analysis.pages.report.micro;

import static io.corebound.analysis.pages.report.micro.MicroSections.SENTENCES;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Words;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tables to look things up in: every variant, its parts, every other row. */
final class VariantTables {
  private static final Set<String> PARTS = Set.of(Metric.PART_COST, Metric.PART_WALL);
  private static final Set<Quantity> IN_VARIANTS =
      EnumSet.complementOf(EnumSet.of(Quantity.COST_PER_RECORD, Quantity.ALLOCATION));

  private VariantTables() {}

  /** A thread or a phase of an operation. */
  private record Part(
      MeasuredOperation of, String name, Optional<Measurement> cost, Optional<Measurement> wall) {}

  /** A row of the file that no other table shows. */
  private record Other(MeasuredOperation of, Measurement row) {}

  /** Each table is closed until it is opened. */
  static List<Block> blocks(MeasuredOperations operations) {
    List<MeasuredOperation> all = operations.all();
    return Stream.of(
            closed(
                "variants",
                "operations-table",
                all.stream()
                    .filter(VariantTables::hasBytes)
                    .sorted(Comparator.comparing(MeasuredOperation::isProbe))
                    .toList()),
            closed("parts", "parts-table", all.stream().flatMap(VariantTables::parts).toList()),
            closed(
                "others",
                "other-table",
                all.stream()
                    .flatMap(
                        o ->
                            o.rows().stream().filter(m -> !isShown(o, m)).map(m -> new Other(o, m)))
                    .toList()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Block> closed(String block, String id, List<?> things) {
    String rows = Words.count(things.size(), "row");
    String summary = "%s (%s)".formatted(SENTENCES.parts(block).get(0), rows);
    return things.isEmpty()
        ? Optional.empty()
        : Optional.of(new Block.Details(summary, List.of(SENTENCES.tableOf(block, id, things))));
  }

  private static boolean hasBytes(MeasuredOperation o) {
    return o.has(Quantity.RATE) || o.has(Quantity.COST);
  }

  /** Whether a row stands in the table of variants or of parts. */
  private static boolean isShown(MeasuredOperation o, Measurement m) {
    return PARTS.contains(m.metric())
        || (hasBytes(o)
            && (MeasuredOperation.isShare(m)
                || (MeasuredOperation.WHOLE.contains(m.process())
                    && IN_VARIANTS.stream().anyMatch(q -> q.isOf(m)))));
  }

  private static Stream<Part> parts(MeasuredOperation o) {
    return o.rows().stream()
        .filter(m -> PARTS.contains(m.metric()))
        .map(Measurement::process)
        .distinct()
        .map(
            name ->
                new Part(
                    o, name, find(o, name, Metric.PART_COST), find(o, name, Metric.PART_WALL)));
  }

  private static Optional<Measurement> find(MeasuredOperation o, String process, String metric) {
    return o.rows().stream()
        .filter(m -> m.process().equals(process) && m.metric().equals(metric))
        .findFirst();
  }
}
