package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables for those who look something up: every variant, parts of operations, every other row. */
final class EveryVariant {
  private static final Set<String> PARTS = Set.of(Metric.PART_COST, Metric.PART_WALL);

  private EveryVariant() {}

  static List<Block> blocks(MeasuredOperations operations) {
    List<Block> blocks = new ArrayList<>();
    List<MeasuredOperation> shown =
        operations.all().stream()
            .filter(EveryVariant::isShown)
            .sorted(Comparator.comparing(MeasuredOperation::isProbe))
            .toList();
    if (!shown.isEmpty()) {
      blocks.add(
          new Block.Details(
              "Every variant that was measured (" + Words.count(shown.size(), "row") + ")",
              List.of(variants(shown))));
    }
    parts(operations).ifPresent(blocks::add);
    List<Row> others =
        operations.all().stream()
            .flatMap(
                o ->
                    o.rows().stream()
                        .filter(m -> isShown(o) ? !shownAbove(m) : !PARTS.contains(m.metric()))
                        .map(m -> other(o.variant(), m)))
            .toList();
    if (!others.isEmpty()) {
      blocks.add(others(others));
    }
    return blocks;
  }

  /** Whether it is in the table of variants: what has no bytes is not. */
  private static boolean isShown(MeasuredOperation o) {
    return o.rate().isPresent() || o.cost().isPresent();
  }

  private static boolean shownAbove(Measurement m) {
    return switch (m.metric()) {
      case Metric.RATE -> m.unit().equals("MB/s");
      case Metric.COST, "cost_user", "cost_system" ->
          m.unit().equals("ns/B") && !m.process().equals("machine");
      case Metric.COST_MIN, "records_rate", MeasuredOperation.RATIO -> true;
      case Metric.COLD_COST -> m.unit().equals("core-s") && m.process().equals("all");
      default -> PARTS.contains(m.metric());
    };
  }

  private static Block variants(List<MeasuredOperation> operations) {
    return new Block.Table(
        "operations-table",
        "Every variant",
        "Below each figure stands its confidence interval over n forks or tool runs (95 % unless"
            + " measurements.csv says otherwise). Rates are on the wall clock. Least is the cost of"
            + " the cheapest batch: that on a core which nobody shares. Cold is what the"
            + " first batch in a fresh JVM takes beyond the warm cost. Processes below 1 % of a"
            + " cost are not named.",
        List.of(
            Column.text("Operation"),
            Column.text("of bytes"),
            Column.number("Rate", "MB/s"),
            Column.number("Records", "10⁶/s"),
            Column.number("Cost", "core-ns/B"),
            Column.text("by process"),
            Column.number("Least", "core-ns/B"),
            Column.number("Cold", "core-s"),
            Column.number("n", ""),
            Column.text("Reliable"),
            Column.text("Raw")),
        operations.stream().map(EveryVariant::variant).toList());
  }

  private static Row variant(MeasuredOperation o) {
    Measurement any = o.cost().or(o::rate).orElseThrow();
    return Row.of(
        Cell.code(o.id()).withNote(note(o)),
        Cell.text(any.byteBase()),
        figure(o.rate()),
        Cell.number(MeasuredOperation.value(o.recordsRate()) / 1e6),
        figure(o.cost()),
        Cell.text(
            o.shares().stream()
                .map(s -> s.process() + " " + Figures.number(s.ns()))
                .collect(Collectors.joining(", "))),
        Cell.number(MeasuredOperation.value(o.leastCost())),
        Cell.number(MeasuredOperation.value(o.coldCost())),
        Cell.text(String.valueOf(any.n())),
        o.judged().isPresent() ? CostliestSection.reliable(o) : Cell.text(""),
        raw(any));
  }

  private static String note(MeasuredOperation o) {
    return Stream.of(o.variant().inWords(), o.ratioInWords())
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static Cell figure(Optional<Measurement> measurement) {
    return Cell.number(MeasuredOperation.value(measurement))
        .withNote(MeasuredOperation.interval(measurement));
  }

  /** Threads and phases within an operation. */
  private static Optional<Block> parts(MeasuredOperations operations) {
    List<Row> rows = new ArrayList<>();
    for (MeasuredOperation o : operations.all()) {
      Map<String, List<Measurement>> byPart =
          o.rows().stream()
              .filter(m -> PARTS.contains(m.metric()))
              .collect(
                  Collectors.groupingBy(
                      Measurement::process, LinkedHashMap::new, Collectors.toList()));
      byPart.forEach(
          (part, figures) ->
              rows.add(
                  Row.of(
                      Cell.code(o.id()).withNote(o.variant().amongst(o.variants()).inWords()),
                      Cell.text(part.replace('-', ' ')),
                      figure(part(figures, Metric.PART_COST)),
                      Cell.text(
                          Figures.percent(
                              MeasuredOperation.value(part(figures, Metric.PART_COST))
                                  / MeasuredOperation.value(o.cost()))),
                      figure(part(figures, Metric.PART_WALL)))));
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Block.Details(
                "Threads and phases within operations (" + Words.count(rows.size(), "row") + ")",
                List.of(
                    new Block.Table(
                        "parts-table",
                        "Threads and phases",
                        "They are within the cost of their operation already; phases of different"
                            + " threads overlap, so their wall time may add up to more than the"
                            + " operation's.",
                        List.of(
                            Column.text("Operation"),
                            Column.text("Part"),
                            Column.number("Cost", "core-ns/B"),
                            Column.number("of the operation", ""),
                            Column.number("Wall", "ns/B")),
                        rows))));
  }

  private static Optional<Measurement> part(List<Measurement> figures, String metric) {
    return figures.stream().filter(m -> m.metric().equals(metric)).findFirst();
  }

  private static Row other(Variant variant, Measurement m) {
    return Row.of(
        Cell.code(m.operation()),
        Cell.text(variant.inWords()),
        Cell.text(m.process()),
        Cell.text(m.metric().replace('_', ' ')),
        Cell.number(m.value()),
        Cell.text(m.unit()),
        Cell.text(m.byteBase()),
        Cell.text(Figures.interval(m, 1)),
        Cell.text(String.valueOf(m.n())),
        raw(m));
  }

  private static Block others(List<Row> rows) {
    return new Block.Details(
        "Every other figure: start-up, idle cluster, contention, other units ("
            + Words.count(rows.size(), "row")
            + ")",
        List.of(
            new Block.Table(
                "other-table",
                "Other figures",
                "As measurements.csv has them, rounded.",
                List.of(
                    Column.text("Operation"),
                    Column.text("Variant"),
                    Column.text("Process"),
                    Column.text("Metric"),
                    Column.number("Value", ""),
                    Column.text("Unit"),
                    Column.text("of bytes"),
                    Column.number("Interval", ""),
                    Column.number("n", ""),
                    Column.text("Raw")),
                rows)));
  }

  private static Cell raw(Measurement m) {
    return m.rawFile().isBlank() ? Cell.text("") : Cell.file("raw", m.rawFile());
  }
}
