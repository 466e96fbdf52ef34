package io.corebound.analysis.report.micro;

import static io.corebound.analysis.report.micro.MicroSections.SENTENCES;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.report.micro.MeasuredOperation.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What the operations cost, the highest cost first. */
final class CostSection {
  /** Devices whose rate, in MB/s, is shown in cores that an operation needs. */
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

  private CostSection() {}

  /**
   * Chart and tables.
   *
   * @param note what to know before costs are compared; may be empty
   */
  static List<Block> blocks(List<MeasuredOperation> costliest, String note) {
    if (costliest.isEmpty()) {
      return List.of(Block.Notice.missing("No operation has a cost a byte in this run."));
    }
    List<MeasuredOperation> data = costliest.stream().filter(o -> !o.isSingleValue()).toList();
    List<MeasuredOperation> values = costliest.stream().filter(o -> o.isSingleValue()).toList();
    List<MeasuredOperation> shown = data.isEmpty() ? values : data;
    List<Block> blocks =
        new ArrayList<>(List.of(new Block.Paragraph(SENTENCES.say("costs")), chart(shown)));
    if (!note.isEmpty()) {
      blocks.add(new Block.Paragraph(note));
    }
    blocks.add(table("costliest-table", "Costliest first", shown));
    if (!data.isEmpty() && !values.isEmpty()) {
      blocks.add(
          new Block.Details(
              SENTENCES.say("single_values", "rows", values.size()),
              List.of(table("values-table", "Single values, costliest first", values))));
    }
    return blocks;
  }

  private static Block chart(List<MeasuredOperation> costliest) {
    List<MeasuredOperation> drawn = costliest.stream().limit(BARS).toList();
    return SENTENCES.bars(
        "costs_chart: more, bars",
        "costs-chart",
        drawn.stream().map(MeasuredOperation::id).toList(),
        byProcess(drawn),
        costliest.size() > BARS,
        BARS);
  }

  private static Block table(String id, String title, List<MeasuredOperation> costliest) {
    List<Device> devices = List.of(Device.values());
    List<Row> rows = new ArrayList<>();
    for (MeasuredOperation o : costliest) {
      String bytes = o.find(Quantity.COST).orElseThrow().byteBase() + " bytes";
      List<Cell> cells =
          new ArrayList<>(
              List.of(
                  o.name(bytes, o.isWholeTask() ? "whole task" : o.difference()),
                  o.cell(Quantity.COST),
                  o.cell(Quantity.COST_PER_RECORD),
                  o.reliable(),
                  Cell.number(o.value(Quantity.ALLOCATION)),
                  Cell.number(o.oneCoreMbPerS())));
      devices.forEach(d -> cells.add(Cell.number(o.coresFor(d.mbPerS))));
      rows.add(new Row(cells, false));
    }
    List<String> rates = devices.stream().map(d -> d.words + " at " + d.rate).toList();
    List<String> words = devices.stream().map(d -> d.words).toList();
    return SENTENCES.table("costs_table: title, devices, rates", id, rows, title, words, rates);
  }

  /**
   * Costs as stacked bars in core-nanoseconds a byte, which is core-seconds a GB: user and system
   * time of each process.
   */
  static List<Chart.Series> byProcess(List<MeasuredOperation> operations) {
    List<Chart.Series> series = new ArrayList<>();
    operations.stream()
        .flatMap(o -> o.shares().stream())
        .map(Share::process)
        .distinct()
        .forEach(
            p -> {
              Predicate<Share> its = s -> s.process().equals(p);
              series.add(bars(p + ", user", operations, o -> o.sum(its, Share::userNs)));
              series.add(bars(p + ", system", operations, o -> o.sum(its, Share::systemNs)));
            });
    series.add(
        bars(
            "processes not measured apart",
            operations,
            o -> o.shares().isEmpty() ? o.value(Quantity.COST) : Double.NaN));
    series.removeIf(s -> s.values().stream().allMatch(Objects::isNull));
    return series;
  }

  private static Chart.Series bars(
      String name, List<MeasuredOperation> operations, ToDoubleFunction<MeasuredOperation> value) {
    return Chart.Series.bars(
        name, "cost", operations.stream().map(o -> Charts.orNull(value.applyAsDouble(o))).toList());
  }
}
