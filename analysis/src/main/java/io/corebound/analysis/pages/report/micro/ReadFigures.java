package io.corebound.analysis.pages.report.micro;

import static io.corebound.analysis.pages.report.micro.MicroSections.SENTENCES;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Cell;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.report.micro.MeasuredOperation.Share;
import io.corebound.analysis.pages.report.micro.PaperFigure.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What stands beside Figure 9: reading by buffer, and Figure 10, the CPU that reading takes. */
final class ReadFigures {
  static final int NUMBER = 9;
  private static final String BUFFER = "buffer";
  private static final List<String> CORES = List.of("cores");
  private static final double DEVICE_MB_PER_S = 2000;

  private ReadFigures() {}

  static void add(
      List<Block> blocks, PaperFigure figure, MeasuredOperations operations, List<Item> items) {
    buffers(figure, operations, items).ifPresent(blocks::add);
    List<Item> withCost = items.stream().filter(i -> operation(i).has(Quantity.COST)).toList();
    if (!withCost.isEmpty()) {
      blocks.add(cpuChart(withCost));
      blocks.add(cpuTable(withCost));
    }
    withCost.stream()
        .filter(i -> !i.stated(CORES).isEmpty() && operation(i).id().equals("read.hdfs"))
        .filter(i -> !Double.isNaN(operation(i).coresBusy()))
        .findFirst()
        .ifPresent(i -> blocks.add(0, hdfs(i.label(), operation(i))));
  }

  private static MeasuredOperation operation(Item item) {
    return item.shown().get(0).orElseThrow();
  }

  private static Optional<Block> buffers(
      PaperFigure figure, MeasuredOperations operations, List<Item> items) {
    TreeSet<String> sizes =
        new TreeSet<>(Comparator.comparingInt(String::length).thenComparing(s -> s));
    List<Row> rows = new ArrayList<>();
    List<List<MeasuredOperation>> several =
        items.stream().map(i -> figure.variants(operations, operation(i).id(), i.place())).toList();
    several.forEach(v -> v.forEach(o -> sizes.add(o.variant().parameter(BUFFER))));
    sizes.remove("");
    for (int i = 0; i < items.size(); i++) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.text(items.get(i).label())));
      for (String size : sizes) {
        cells.add(
            several.get(i).stream()
                .filter(o -> o.variant().parameter(BUFFER).equals(size))
                .max(Comparator.comparingDouble(MeasuredOperation::batch))
                .map(o -> o.cell(Quantity.RATE))
                .orElse(Cell.number(Double.NaN)));
      }
      rows.add(new Row(cells, false));
    }
    return sizes.size() < 2
        ? Optional.empty()
        : Optional.of(
            SENTENCES.table(
                "buffers",
                "figure-9-buffers",
                rows,
                "sizes",
                sizes.stream().map(ReadFigures::size).toList()));
  }

  /** {@code 64 KiB}; the text as it is where that is not a whole number of KiB. */
  private static String size(String bytes) {
    if (!bytes.matches("[0-9]{4,18}") || Long.parseLong(bytes) % 1024 != 0) {
      return bytes;
    }
    long kib = Long.parseLong(bytes) / 1024;
    return kib % 1024 == 0 ? kib / 1024 + " MiB" : kib + " KiB";
  }

  private static Block cpuChart(List<Item> items) {
    return Charts.orMissing(
        SENTENCES.bars(
            "reading_cpu",
            "figure-10",
            items.stream().map(Item::label).toList(),
            CostSection.byProcess(items.stream().map(ReadFigures::operation).toList())),
        "no process was measured apart.");
  }

  private static Block cpuTable(List<Item> items) {
    List<Row> rows = new ArrayList<>();
    for (Item item : items) {
      MeasuredOperation o = operation(item);
      rows.add(
          Row.of(
              item.label(),
              o.cell(Quantity.COST),
              o.sum(s -> true, Share::userNs),
              o.sum(s -> true, Share::systemNs),
              o.sharesInWords(),
              o.coresBusy(),
              item.inThePaper(CORES)));
    }
    return SENTENCES.table("reading_cpu_table", "figure-10-table", rows);
  }

  /** What reading HDFS takes, and what it would take at the speed of a device. */
  private static Block hdfs(String label, MeasuredOperation o) {
    double gbPerS = o.value(Quantity.RATE) / 1e3;
    Map<String, Object> facts =
        Map.of(
            "label", label.replaceFirst(", (.*)", " ($1)"),
            "gbPerS", gbPerS,
            "cores", o.coresBusy(),
            "shares",
                o.shares().stream()
                    .map(s -> s.process() + " " + Figures.number(s.ns() * gbPerS))
                    .toList(),
            "coresForDevice", o.coresFor(DEVICE_MB_PER_S));
    return new Block.Paragraph(SENTENCES.say("reading_hdfs", facts));
  }
}
