package io.corebound.analysis.report;

import io.corebound.analysis.report.Block.Cell;
import io.corebound.analysis.report.Block.Column;
import io.corebound.analysis.report.Block.Row;
import io.corebound.records.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prediction beside measurement, with the error whatever it is. */
final class PredictionSection {
  private PredictionSection() {}

  static List<Block> blocks(RunContents contents, CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    if (cell.prediction().isEmpty()) {
      blocks.add(Block.Notice.missing("No prediction was written: " + ReportModel.why(contents)));
    } else {
      Frozen frozen = Frozen.of(contents, cell);
      blocks.add(
          frozen.alarm().isPresent()
              ? Block.Notice.alarm(frozen.sentence())
              : new Block.Notice("good", frozen.sentence(), List.of()));
    }
    if (cell.verdicts().isEmpty()) {
      blocks.add(
          Block.Notice.missing(
              "Nothing stands beside the prediction, because the job was not measured to its end: "
                  + cell.whyUnmeasured()));
    }
    if (!cell.comparison().intervals().isEmpty()) {
      blocks.add(cores(cell.comparison(), suffix));
      blocks.add(times(cell.comparison(), suffix));
      if (cell.prediction().isPresent() && !cell.verdicts().isEmpty()) {
        blocks.add(chart(cell.comparison(), suffix));
      }
    }
    blocks.addAll(residual(cell, suffix));
    cell.prediction().ifPresent(p -> blocks.addAll(behind(p)));
    return blocks;
  }

  private static Block cores(SideBySide comparison, String suffix) {
    return new Block.Table(
        "cores" + suffix,
        "Core-seconds",
        "Predicted from the cost of the basic operations alone; measured as the time in which the"
            + " whole machine's cores worked, daemons and kernel included. Error is what the"
            + " prediction is above (+) or below (−) the measurement.",
        List.of(
            Column.text("Interval"),
            Column.number("Predicted", "core-s"),
            Column.number("90 % interval", "core-s"),
            Column.number("Measured", "core-s"),
            Column.number("Error", "")),
        rows(
            comparison,
            line ->
                List.of(
                    Cell.text(Words.capital(line.name())),
                    Cell.number(line.coreS().predicted()),
                    Cell.text(Figures.range(line.coreLowS(), line.coreHighS())),
                    Cell.number(line.coreS().measured()),
                    Cell.text(Figures.difference(line.coreS().error())))));
  }

  private static Block times(SideBySide comparison, String suffix) {
    return new Block.Table(
        "times" + suffix,
        "Elapsed time",
        "Measured by the job's own history, from submission to finish. Full overlap is the time when"
            + " CPU, disk and network never wait for each other; no overlap is the time when each"
            + " waits for the others; the prediction lies between, with start-up and heartbeats"
            + " added.",
        List.of(
            Column.text("Interval"),
            Column.number("Predicted", "s"),
            Column.number("90 % interval", "s"),
            Column.number("Measured", "s"),
            Column.number("Error", ""),
            Column.number("Full overlap", "s"),
            Column.number("No overlap", "s")),
        rows(
            comparison,
            line ->
                List.of(
                    Cell.text(Words.capital(line.name())),
                    Cell.number(line.timeS().predicted()),
                    Cell.text(Figures.range(line.timeLowS(), line.timeHighS())),
                    Cell.number(line.timeS().measured()),
                    Cell.text(Figures.difference(line.timeS().error())),
                    Cell.number(line.fullOverlapS()),
                    Cell.number(line.noOverlapS()))));
  }

  private static List<Row> rows(
      SideBySide comparison, java.util.function.Function<SideBySide.Line, List<Cell>> cells) {
    List<Row> rows = new ArrayList<>();
    comparison.intervals().forEach(line -> rows.add(new Row(cells.apply(line), false)));
    rows.add(new Row(cells.apply(comparison.total()), true));
    return rows;
  }

  private static Chart chart(SideBySide comparison, String suffix) {
    List<SideBySide.Line> lines = new ArrayList<>(comparison.intervals());
    return Chart.bars(
        "comparison" + suffix,
        "Elapsed time by interval",
        "Bars of equal length mean a good prediction. The figures are those of the table above.",
        "s",
        lines.stream().map(l -> Words.capital(l.name())).toList(),
        List.of(
            series("predicted", lines.stream().map(l -> l.timeS().predicted()).toList()),
            series("measured", lines.stream().map(l -> l.timeS().measured()).toList())));
  }

  private static Chart.Series series(String name, List<Double> values) {
    return new Chart.Series(
        name, name, "", false, List.of(), values.stream().map(Charts::orNull).toList());
  }

  /** What the sum of operations leaves unexplained, as far as this run can tell. */
  private static List<Block> residual(CellSummary cell, String suffix) {
    if (cell.prediction().isEmpty() || cell.verdicts().isEmpty()) {
      return List.of();
    }
    if (cell.comparison().residuals().isEmpty()) {
      return List.of(
          Block.Notice.missing(
              "The additivity residual is not known: the job's history has no CPU time of its"
                  + " tasks."));
    }
    return List.of(
        new Block.Table(
            "residual" + suffix,
            "Additivity residual",
            "What the basic operations do not add up to inside the tasks' own processes: Hadoop's"
                + " counter CPU_MILLISECONDS less the sum of the operations. Above zero an operation"
                + " is missing or dearer in the task than alone. A whole task was not measured on its"
                + " own, so the residual holds the effect of running together as well.",
            List.of(
                Column.text("Tasks"),
                Column.number("Sum of operations", "core-s"),
                Column.number("By counter", "core-s"),
                Column.number("Residual", "core-s"),
                Column.number("of the counter", "")),
            cell.comparison().residuals().stream()
                .map(
                    r ->
                        Row.of(
                            Cell.text(Words.capital(r.tasks())),
                            Cell.number(r.operationsCoreS()),
                            Cell.number(r.countersCoreS()),
                            Cell.number(r.residualCoreS()),
                            Cell.text(
                                r.residualPercent() == null
                                    ? Figures.NONE
                                    : Figures.difference(r.residualPercent() / 100))))
                .toList()));
  }

  private static List<Block> behind(Prediction prediction) {
    List<Block> blocks = new ArrayList<>();
    if (!prediction.notModelled().isEmpty()) {
      blocks.add(
          new Block.Notice(
              "warning", "What this prediction leaves out:", prediction.notModelled()));
    }
    List<Block.Fact> facts = new ArrayList<>();
    facts.add(new Block.Fact("Costs from", prediction.machine()));
    if (prediction.nodes() != null && prediction.coresPerNode() != null) {
      facts.add(
          new Block.Fact(
              "Workers",
              Words.count(prediction.nodes(), "node")
                  + " of "
                  + Words.count(prediction.coresPerNode(), "core")));
    }
    facts.add(
        new Block.Fact(
            "Contention",
            "an operation costs "
                + Figures.number(prediction.contentionFactor())
                + " times as much when every core is busy"));
    facts.add(
        new Block.Fact(
            "Map to reduce",
            Figures.number(prediction.combinedMbPerSPerCore()) + " MB/s of payload and core"));
    for (Map.Entry<String, Double> figure : new TreeMap<>(prediction.derived()).entrySet()) {
      facts.add(new Block.Fact(figure.getKey(), Figures.number(figure.getValue())));
    }
    blocks.add(
        new Block.Details(
            "What the prediction was computed with", List.of(new Block.Facts(facts))));
    return blocks;
  }
}
