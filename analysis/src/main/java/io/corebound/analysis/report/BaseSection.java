package io.corebound.analysis.report;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import java.util.ArrayList;
import java.util.List;

/** The report's chapter on base performance: Figure 3 as a chart and in figures. */
final class BaseSection {
  private BaseSection() {}

  static List<Block> blocks(BasePerformance base) {
    List<Block> blocks = new ArrayList<>();
    List<BasePerformance.Line> rates =
        base.lines().stream().filter(l -> l.unit().equals("MB/s")).toList();
    List<Chart.Series> series = new ArrayList<>();
    series.add(
        Chart.Series.bars(
            "measured", "", rates.stream().map(l -> Charts.orNull(l.measured())).toList()));
    if (rates.stream().anyMatch(l -> l.nominal() != null)) {
      series.add(
          Chart.Series.bars(
              "nominal", "", rates.stream().map(BasePerformance.Line::nominal).toList()));
    }
    blocks.add(
        Charts.orMissing(
            Chart.bars(
                "figure-3",
                "Figure 3: base performance of disk and network",
                "What the probes got, all streams together, beside what is stated for it.",
                "MB/s",
                rates.stream().map(l -> l.what() + " ×" + l.streams()).toList(),
                series),
            "nothing was probed."));
    blocks.add(table(base));
    base.notes().forEach(note -> blocks.add(new Block.Paragraph(note)));
    return blocks;
  }

  private static Block table(BasePerformance base) {
    return new Block.Table(
        "figure-3-table",
        "Figure 3 in figures",
        "Means over runs with their 95 % interval; MB is 10⁶ bytes.",
        List.of(
            Column.text("What"),
            Column.number("Streams", ""),
            Column.number("Nominal", ""),
            Column.number("Measured", ""),
            Column.text("Unit"),
            Column.number("of nominal", ""),
            Column.text("How")),
        base.lines().stream()
            .map(
                l ->
                    Row.of(
                        Cell.text(l.what()),
                        Cell.text(String.valueOf(l.streams())),
                        Cell.number(l.nominal()),
                        Cell.number(l.measured()).withNote(l.interval()),
                        Cell.text(l.unit()),
                        Cell.text(
                            l.measuredOfNominal() == null
                                ? Figures.NONE
                                : Figures.percent(l.measuredOfNominal())),
                        Cell.text(l.how())))
            .toList());
  }
}
