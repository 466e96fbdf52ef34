package io.corebound.analysis.pages.report.micro;

import static io.corebound.analysis.pages.report.micro.MicroSections.SENTENCES;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.report.micro.MeasuredOperation.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What the operations cost, the highest cost first. */
final class CostSection {
  /** Devices whose rate, in MB/s, is shown in cores that an operation needs. */
  private record Device(String words, String rate, double mbPerS) {}

  private static final List<Device> DEVICES =
      List.of(
          new Device("SATA SSD", "500 MB/s", 500),
          new Device("PCIe SSD", "2 GB/s", 2000),
          new Device("NVMe", "7 GB/s", 7000));

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
    List<String> rates = DEVICES.stream().map(d -> d.words() + " at " + d.rate()).toList();
    return SENTENCES.tableOf(
        "costs_table: title, devices, rates", id, costliest, title, DEVICES, rates);
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
