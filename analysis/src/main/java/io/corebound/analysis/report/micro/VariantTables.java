package io.corebound.analysis.report.micro;

import static io.corebound.analysis.report.micro.MicroSections.SENTENCES;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables to look things up in: every variant, its parts, every other row. */
final class VariantTables {
  private static final Set<String> PARTS = Set.of(Metric.PART_COST, Metric.PART_WALL);
  private static final Set<Quantity> IN_VARIANTS =
      EnumSet.complementOf(EnumSet.of(Quantity.COST_PER_RECORD, Quantity.ALLOCATION));

  private VariantTables() {}

  private static Cell cell(List<Measurement> rows, String metric) {
    return MeasuredOperation.cell(find(rows, metric), 1);
  }

  private static double value(List<Measurement> rows, String metric) {
    return find(rows, metric).map(Measurement::value).orElse(Double.NaN);
  }

  private static Optional<Measurement> find(List<Measurement> rows, String metric) {
    return rows.stream().filter(m -> m.metric().equals(metric)).findFirst();
  }

  /** Each table is closed until it is opened. */
  static List<Block> blocks(MeasuredOperations operations) {
    List<Row> variants =
        operations.all().stream()
            .filter(VariantTables::hasBytes)
            .sorted(Comparator.comparing(MeasuredOperation::isProbe))
            .map(VariantTables::variant)
            .toList();
    List<Row> others =
        operations.all().stream()
            .flatMap(o -> o.rows().stream().filter(m -> !isShown(o, m)).map(m -> other(o, m)))
            .toList();
    return Stream.of(
            SENTENCES.table("variants", "operations-table", variants),
            SENTENCES.table(
                "parts",
                "parts-table",
                operations.all().stream().flatMap(VariantTables::parts).toList()),
            SENTENCES.table("others", "other-table", others))
        .filter(table -> !table.rows().isEmpty())
        .map(VariantTables::closed)
        .toList();
  }

  private static Block closed(Block.Table table) {
    String summary = "%s (%s)".formatted(table.title(), Words.count(table.rows().size(), "row"));
    return new Block.Details(summary, List.of(table));
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

  private static Row variant(MeasuredOperation o) {
    Measurement any = o.find(Quantity.COST).or(() -> o.find(Quantity.RATE)).orElseThrow();
    return Row.of(
        o.name(o.variant().inWords()),
        any.byteBase(),
        o.cell(Quantity.RATE),
        o.value(Quantity.RECORDS_RATE) / 1e6,
        o.cell(Quantity.COST),
        o.sharesInWords(),
        o.value(Quantity.LEAST_COST),
        o.value(Quantity.COLD_COST),
        any.n(),
        o.reliable(),
        raw(any));
  }

  private static Stream<Row> parts(MeasuredOperation o) {
    Map<String, List<Measurement>> byPart =
        o.rows().stream()
            .filter(m -> PARTS.contains(m.metric()))
            .collect(
                Collectors.groupingBy(
                    Measurement::process, LinkedHashMap::new, Collectors.toList()));
    return byPart.entrySet().stream()
        .map(
            part ->
                Row.of(
                    Cell.code(o.id()).withNote(o.difference()),
                    part.getKey().replace('-', ' '),
                    cell(part.getValue(), Metric.PART_COST),
                    Figures.percent(
                        value(part.getValue(), Metric.PART_COST) / o.value(Quantity.COST)),
                    cell(part.getValue(), Metric.PART_WALL)));
  }

  private static Row other(MeasuredOperation o, Measurement m) {
    return Row.of(
        Cell.code(m.operation()),
        o.variant().inWords(),
        m.process(),
        m.metric().replace('_', ' '),
        m.value(),
        m.unit(),
        m.byteBase(),
        Figures.interval(m, 1),
        m.n(),
        raw(m));
  }

  private static Cell raw(Measurement m) {
    return m.rawFile().isBlank() ? Cell.text("") : Cell.file("raw", m.rawFile());
  }
}
