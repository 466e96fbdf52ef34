package io.corebound.analysis.report.micro;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.analysis.report.micro.MeasuredOperation.Stability;
import io.corebound.records.run.Measurement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the operations cost, the dearest first, and how far that can be relied on. */
final class CostliestSection {
  /** Devices that cores can be held against, in MB/s. */
  private enum Device {
    SATA_SSD("SATA SSD", "500 MB/s", 500),
    PCIE_SSD("PCIe SSD", "2 GB/s", 2000),
    NVME("NVMe", "7 GB/s", 7000);

    private final String words;
    private final String rate;
    private final double mbPerS;

    Device(String words, String rate, double mbPerS) {
      this.words = words;
      this.rate = rate;
      this.mbPerS = mbPerS;
    }
  }

  private static final int BARS = 25;
  private static final int MOST_NAMED = 12;

  /** Published figures come from so many; fewer tell little of how forks differ. */
  private static final int FORKS = 5;

  private CostliestSection() {}

  static List<Block> blocks(MeasuredOperations operations, RunContents contents) {
    List<MeasuredOperation> costliest = operations.costliest();
    List<Block> blocks = new ArrayList<>();
    if (costliest.isEmpty()) {
      blocks.add(Block.Notice.missing("No operation has a cost a byte in this run."));
    } else {
      blocks.add(
          new Block.Paragraph(
              "An operation's cost is the core-time that it takes for each byte, summed over every"
                  + " process that it makes work; what one core can do is its reciprocal. A device"
                  + " is only worth its money while there are cores to keep it busy: the last"
                  + " columns tell how many this operation alone would need."));
      blocks.addAll(ranked(costliest, notes(operations, contents)));
    }
    blocks.addAll(notices(operations, contents.skippedOperations()));
    return blocks;
  }

  /** What is to be known before costs are held beside each other, a sentence or two each. */
  static List<String> notes(MeasuredOperations operations, RunContents contents) {
    return Stream.of(
            indicative(operations.costs()),
            JvmFlags.difference(operations, contents.manifest().commandLine()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> indicative(List<Measurement> costs) {
    long few = costs.stream().filter(cost -> cost.n() < FORKS).count();
    return few == 0
        ? Optional.empty()
        : Optional.of(
            "Figures from fewer than five forks are indicative: here "
                + few
                + " of "
                + Words.count(costs.size(), "cost")
                + " a byte, every variant counted. --profile full takes five forks of each, and so"
                + " does corebound micro … -- -f 5.");
  }

  /** Operations on a job's data; apart from them the single values, which have few bytes. */
  private static List<Block> ranked(List<MeasuredOperation> costliest, List<String> notes) {
    List<MeasuredOperation> data = costliest.stream().filter(o -> !o.isSingleValue()).toList();
    List<MeasuredOperation> values = costliest.stream().filter(o -> o.isSingleValue()).toList();
    List<MeasuredOperation> shown = data.isEmpty() ? values : data;
    List<Block> blocks = new ArrayList<>();
    blocks.add(chart(shown));
    if (!notes.isEmpty()) {
      blocks.add(new Block.Paragraph(String.join(" ", notes)));
    }
    blocks.add(table("costliest-table", "Costliest first", shown));
    if (!data.isEmpty() && !values.isEmpty()) {
      blocks.add(
          new Block.Details(
              "Single values of basic types: dear for each byte as they have few ("
                  + Words.count(values.size(), "row")
                  + ")",
              List.of(table("values-table", "Single values, costliest first", values))));
    }
    return blocks;
  }

  private static Block chart(List<MeasuredOperation> costliest) {
    List<MeasuredOperation> drawn = costliest.stream().limit(BARS).toList();
    return Chart.bars(
        "costs-chart",
        "Costliest first, by process",
        "Core-nanoseconds a byte, warm; the first variant of each operation"
            + (costliest.size() > BARS ? ", the " + BARS + " dearest" : "")
            + ". The bytes are those that the operation itself handles.",
        "core-ns/B",
        drawn.stream().map(MeasuredOperation::id).toList(),
        ProcessCosts.series(drawn));
  }

  private static Block table(String id, String title, List<MeasuredOperation> costliest) {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.text("Operation"),
                Column.number("Cost", "core-ns/B"),
                Column.number("Cost", "core-ns/record"),
                Column.text("Reliable"),
                Column.number("Allocation", "B/B"),
                Column.number("One core", "MB/s")));
    for (Device device : Device.values()) {
      columns.add(Column.number(device.words, "cores"));
    }
    return new Block.Table(
        id,
        title,
        "The first variant of each operation; the others are in the table of every variant. Below a"
            + " cost stands its interval over n forks (95 %). \"Whole task\" holds many of the"
            + " other operations, sort-merge holds sort and merge. Cores = rate of the device x"
            + " cost, if the device's bytes are those that the operation counts: "
            + Words.list(
                Arrays.stream(Device.values()).map(d -> d.words + " at " + d.rate).toList())
            + ".",
        columns,
        costliest.stream().map(CostliestSection::row).toList());
  }

  private static Row row(MeasuredOperation o) {
    Measurement cost = o.cost().orElseThrow();
    List<Cell> cells =
        new ArrayList<>(
            List.of(
                Cell.code(o.id()).withNote(note(o)),
                Cell.number(cost.value()).withNote(MeasuredOperation.interval(o.cost())),
                Cell.number(MeasuredOperation.value(o.costPerRecord()))
                    .withNote(MeasuredOperation.interval(o.costPerRecord())),
                reliable(o),
                Cell.number(MeasuredOperation.value(o.allocation())),
                Cell.number(o.oneCoreMbPerS())));
    for (Device device : Device.values()) {
      cells.add(Cell.number(o.coresFor(device.mbPerS)));
    }
    return new Row(cells, false);
  }

  /** Which bytes are counted, which variant it is, and what a codec makes of them. */
  private static String note(MeasuredOperation o) {
    String variant = o.isWholeTask() ? "whole task" : o.variant().amongst(o.variants()).inWords();
    return Stream.of(o.cost().orElseThrow().byteBase() + " bytes", variant, o.ratioInWords())
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** {@code stable}, or by how much the cost is uncertain. */
  static Cell reliable(MeasuredOperation o) {
    Stability stability = o.stability();
    String n = o.judged().map(m -> "n = " + m.n()).orElse("");
    return switch (stability) {
      case STABLE -> Cell.toned(stability.words(), "good").withNote(n);
      case UNSTABLE ->
          Cell.toned(stability.words(), "bad")
              .withNote("± " + Figures.percent(o.halfWidth()) + ", " + n);
      case UNKNOWN -> Cell.text("not judged").withNote(n);
    };
  }

  /** Operations whose cost the run could not settle, the least settled first. */
  static List<MeasuredOperation> unstable(MeasuredOperations operations) {
    return operations.all().stream()
        .filter(o -> o.judged().isPresent() && o.stability() == Stability.UNSTABLE)
        .sorted(Comparator.comparingDouble((MeasuredOperation o) -> -o.halfWidth()))
        .toList();
  }

  /** Operations whose cost has no interval, but smaller tasks beside one that has more. */
  static List<MeasuredOperation> unjudged(MeasuredOperations operations) {
    return operations.all().stream()
        .filter(o -> o.judged().isPresent() && o.stability() == Stability.UNKNOWN)
        .filter(o -> !o.isWholeTask() || operations.named(o.id()).stream().noneMatch(known()))
        .toList();
  }

  private static Predicate<MeasuredOperation> known() {
    return o -> o.judged().isPresent() && o.stability() != Stability.UNKNOWN;
  }

  /** Their ids, each with how many of its variants. */
  static List<String> unjudgedInWords(MeasuredOperations operations) {
    Map<String, Long> byId =
        unjudged(operations).stream()
            .collect(
                Collectors.groupingBy(MeasuredOperation::id, TreeMap::new, Collectors.counting()));
    return byId.entrySet().stream()
        .map(e -> e.getValue() == 1 ? e.getKey() : e.getKey() + " x " + e.getValue())
        .toList();
  }

  private static List<Block> notices(MeasuredOperations operations, List<String> skipped) {
    List<Block> blocks = new ArrayList<>();
    List<MeasuredOperation> unstable = unstable(operations);
    if (!unstable.isEmpty()) {
      blocks.add(
          new Block.Notice(
              "warning",
              Words.count(unstable.size(), "cost")
                  + " of "
                  + operations.all().stream().filter(o -> o.judged().isPresent()).count()
                  + (unstable.size() == 1 ? " is" : " are")
                  + " unstable: the forks differ so much that the 95 % interval reaches more than"
                  + " 5 % to either side of the mean. Read such a figure as a range; more forks or"
                  + " a quieter machine narrow it.",
              unstableInWords(unstable)));
    }
    List<MeasuredOperation> unjudged = unjudged(operations);
    if (!unjudged.isEmpty()) {
      blocks.add(
          new Block.Notice(
              "warning",
              Words.count(unjudged.size(), "cost")
                  + " cannot be judged: fewer than three forks give no interval.",
              List.of(String.join(", ", unjudgedInWords(operations)))));
    }
    if (!skipped.isEmpty()) {
      blocks.add(new Block.Notice("warning", "What was not measured here, and why:", skipped));
    }
    return blocks;
  }

  private static List<String> unstableInWords(List<MeasuredOperation> unstable) {
    List<String> lines =
        new ArrayList<>(
            unstable.stream().limit(MOST_NAMED).map(CostliestSection::unstableInWords).toList());
    if (unstable.size() > MOST_NAMED) {
      lines.add(
          (unstable.size() - MOST_NAMED)
              + " more, each below these: "
              + unstable.stream()
                  .skip(MOST_NAMED)
                  .map(o -> o.label() + " ± " + Figures.percent(o.halfWidth()))
                  .collect(Collectors.joining(", ")));
    }
    return lines;
  }

  /** {@code sort: 12.3 core-ns/B ± 8.2 %, n = 3}. */
  static String unstableInWords(MeasuredOperation o) {
    Measurement cost = o.judged().orElseThrow();
    return o.label()
        + ": "
        + Figures.number(cost.value())
        + " "
        + (cost.unit().startsWith("ns/") ? "core-" : "")
        + cost.unit()
        + " ± "
        + Figures.percent(o.halfWidth())
        + ", n = "
        + cost.n();
  }
}
