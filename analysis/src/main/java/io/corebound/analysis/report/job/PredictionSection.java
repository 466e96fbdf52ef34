package io.corebound.analysis.report.job;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.Frozen;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.analysis.report.cell.SideBySide;
import io.corebound.analysis.report.plan.PredictionPage;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prediction beside measurement, with the error whatever it is. */
public final class PredictionSection {
  private PredictionSection() {}

  public static List<Block> blocks(RunContents contents, CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    if (cell.prediction().isEmpty()) {
      blocks.add(Block.Notice.missing("No prediction was written: " + contents.why()));
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
    cell.prediction().ifPresent(p -> blocks.addAll(additivity(p, suffix)));
    blocks.addAll(residual(cell, suffix));
    cell.prediction().ifPresent(p -> blocks.addAll(behind(p)));
    return blocks;
  }

  private static Block cores(SideBySide comparison, String suffix) {
    return new Block.Table(
        "cores" + suffix,
        "Core-seconds",
        "Predicted from the micro suites alone; measured as the time in which the"
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
        "Measured by the job's own history, from submission to finish. Full overlap is the time"
            + " when CPU, disk and network never wait for each other; no overlap is the time when"
            + " each waits for the others; both by the closed form, without the waits of start-up"
            + " and heartbeats that the prediction has. What the client takes before it submits the"
            + " job (its JVM, splits, sampling, staging) is not in the whole.",
        List.of(
            Column.text("Interval"),
            Column.number("Predicted", "s"),
            Column.number("90 % interval", "s"),
            Column.number("Measured", "s"),
            Column.number("Error", ""),
            Column.number("Full overlap", "s"),
            Column.number("No overlap", "s")),
        timeRows(comparison));
  }

  private static List<Row> timeRows(SideBySide comparison) {
    List<Row> rows =
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
                    Cell.number(line.noOverlapS())));
    comparison
        .client()
        .ifPresent(
            client ->
                rows.add(
                    Row.of(
                        Cell.text("Client, before it"),
                        Cell.number(client.predicted()),
                        Cell.text(Figures.NONE),
                        Cell.number(client.measured()),
                        Cell.text(Figures.difference(client.error())),
                        Cell.text(Figures.NONE),
                        Cell.text(Figures.NONE))));
    return rows;
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

  /** The sum of operations beside the task as measured whole, alone. */
  private static List<Block> additivity(Prediction prediction, String suffix) {
    List<Row> rows = new ArrayList<>();
    for (String tasks : List.of("map", "reduce")) {
      Double whole = prediction.derived().get(tasks + "_task_core_s");
      Double operations = prediction.derived().get(tasks + "_task_sum_of_operations_core_s");
      if (whole != null && operations != null) {
        rows.add(
            Row.of(
                Cell.text(Words.capital(tasks)),
                Cell.number(operations),
                Cell.number(whole),
                Cell.number(whole - operations),
                Cell.text(
                    whole > 0 ? Figures.difference((whole - operations) / whole) : Figures.NONE)));
      }
    }
    if (rows.isEmpty()) {
      return List.of(
          Block.Notice.missing(
              "The additivity residual is not known: no whole task was measured alone, and the"
                  + " prediction is the sum of its operations."
                  + PredictionPage.paperRule(prediction)));
    }
    return List.of(
        new Block.Table(
            "additivity" + suffix,
            "Additivity residual",
            "A mean task by the sum of its operations, cold starts included, and as measured whole"
                + " in a JVM of its own, without its container's start and with no other core busy."
                + " The totals above come from the whole task; below zero the operations count"
                + " something twice, such as classes that each loads in its own cold start."
                + byOperations(prediction)
                + PredictionPage.paperRule(prediction),
            List.of(
                Column.text("Task"),
                Column.number("Sum of operations", "core-s"),
                Column.number("Whole task", "core-s"),
                Column.number("Residual", "core-s"),
                Column.number("of the whole task", "")),
            rows));
  }

  private static String byOperations(Prediction prediction) {
    if (prediction.sumOfOperationsS() == null) {
      return "";
    }
    return " By the sum of operations alone the job would take "
        + Figures.number(PredictionPage.sumOfOperations(prediction))
        + " core-s and "
        + Figures.number(prediction.sumOfOperationsS())
        + " s.";
  }

  /** What the prediction leaves unexplained in the tasks' processes. */
  private static List<Block> residual(CellSummary cell, String suffix) {
    if (cell.prediction().isEmpty() || cell.verdicts().isEmpty()) {
      return List.of();
    }
    if (cell.comparison().residuals().isEmpty()) {
      return List.of(
          Block.Notice.missing(
              "What the tasks' processes took is not known: the job's history has no CPU time of"
                  + " its tasks."));
    }
    return List.of(
        new Block.Table(
            "residual" + suffix,
            "The tasks' own processes",
            "Hadoop's counter CPU_MILLISECONDS, which begins when a task's JVM has started, beside"
                + " what was predicted for that: the operations in the task's process, and the"
                + " empty task where it was measured. Daemons and the JVM's start are in neither."
                + " Above zero something is missing or dearer in the job than alone.",
            List.of(
                Column.text("Tasks"),
                Column.number("Predicted", "core-s"),
                Column.number("By counter", "core-s"),
                Column.number("Residual", "core-s"),
                Column.number("of the counter", "")),
            cell.comparison().residuals().stream()
                .map(
                    r ->
                        Row.of(
                            Cell.text(Words.capital(r.tasks())),
                            Cell.number(r.predictedCoreS()),
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
    if (prediction.base() != null) {
      facts.add(
          new Block.Fact(
              "Disk and network from",
              prediction.base().file() + " (" + prediction.base().source() + ")"));
    }
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
                + PredictionPage.contention(prediction)
                + " times as much when every core is busy"));
    PredictionPage.sharing(prediction)
        .ifPresent(
            tasks ->
                facts.add(
                    new Block.Fact(
                        "Two tasks on one core",
                        "each costs " + tasks + " times what it costs alone on it")));
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
