package io.corebound.analysis.report.job;

import static io.corebound.analysis.report.job.VerdictSection.SAY;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Fact;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.Frozen;
import io.corebound.analysis.report.cell.Residual;
import io.corebound.analysis.report.cell.SideBySide;
import io.corebound.analysis.report.plan.PredictionPage;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Prediction beside measurement, with the error. */
public final class PredictionSection {
  private PredictionSection() {}

  public static List<Block> blocks(RunContents contents, CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    SideBySide comparison = cell.comparison();
    if (cell.prediction().isEmpty()) {
      blocks.add(noPrediction(contents, cell));
    } else {
      Frozen frozen = Frozen.of(contents, cell);
      String level = frozen.alarm().isPresent() ? "alarm" : "good";
      blocks.add(new Block.Notice(level, frozen.sentence(), List.of()));
    }
    if (cell.verdicts().isEmpty()) {
      blocks.add(SAY.missing("nothingBeside", "why", cell.whyUnmeasured()));
    }
    if (!comparison.intervals().isEmpty()) {
      blocks.add(SAY.table("cores", "cores" + suffix, rows(comparison, PredictionSection::cores)));
      List<Row> times = rows(comparison, PredictionSection::times);
      comparison.client().ifPresent(client -> times.add(client(client)));
      blocks.add(SAY.table("times", "times" + suffix, times));
      if (cell.prediction().isPresent() && !cell.verdicts().isEmpty()) {
        List<SideBySide.Line> lines = comparison.intervals();
        blocks.add(
            SAY.bars(
                "comparison",
                "comparison" + suffix,
                lines.stream().map(l -> Words.capital(l.name())).toList(),
                List.of(
                    Chart.Series.named("predicted", lines, l -> l.timeS().predicted()),
                    Chart.Series.named("measured", lines, l -> l.timeS().measured()))));
      }
    }
    cell.prediction().ifPresent(p -> blocks.addAll(PredictionPage.uncertainty(p, suffix)));
    cell.prediction().ifPresent(p -> blocks.add(additivity(p, suffix)));
    if (cell.prediction().isPresent() && !cell.verdicts().isEmpty()) {
      blocks.add(residual(comparison, suffix));
    }
    cell.prediction().ifPresent(p -> blocks.addAll(behind(p)));
    return blocks;
  }

  private static Block noPrediction(RunContents contents, CellSummary cell) {
    Optional<CellResult.OfEngine> engine = cell.result().map(CellResult::engine);
    boolean other = cell.result().filter(CellResult::onOtherEngine).isPresent();
    return engine.isPresent()
        ? SAY.missing("notPredicted: engine, other", engine.get().name(), other)
        : SAY.missing("noPrediction", "why", contents.why());
  }

  private static List<Row> rows(SideBySide comparison, Function<SideBySide.Line, Object[]> cells) {
    List<Row> rows = new ArrayList<>();
    comparison.intervals().forEach(line -> rows.add(Row.of(cells.apply(line))));
    rows.add(Row.total(cells.apply(comparison.total())));
    return rows;
  }

  private static Object[] cores(SideBySide.Line line) {
    return new Object[] {
      Words.capital(line.name()),
      line.coreS().predicted(),
      Figures.range(line.coreLowS(), line.coreHighS()),
      line.coreS().measured(),
      Figures.difference(line.coreS().error())
    };
  }

  private static Object[] times(SideBySide.Line line) {
    return new Object[] {
      Words.capital(line.name()),
      line.timeS().predicted(),
      Figures.range(line.timeLowS(), line.timeHighS()),
      line.timeS().measured(),
      Figures.difference(line.timeS().error()),
      line.fullOverlapS(),
      line.noOverlapS()
    };
  }

  private static Row client(SideBySide.Pair client) {
    String error = Figures.difference(client.error());
    return Row.of(
        "Client, before it", client.predicted(), null, client.measured(), error, null, null);
  }

  /** The sum of operations beside the task as measured whole, alone. */
  private static Block additivity(Prediction prediction, String suffix) {
    List<Row> rows = new ArrayList<>();
    DerivedFigures.WholeTasks tasks = prediction.derived().wholeTasks();
    additivity("Map", tasks.mapTaskCoreS(), tasks.mapTaskSumOfOperationsCoreS(), rows);
    additivity("Reduce", tasks.reduceTaskCoreS(), tasks.reduceTaskSumOfOperationsCoreS(), rows);
    String paperRule = PredictionPage.paperRule(prediction);
    return rows.isEmpty()
        ? SAY.missing("noAdditivity", "paperRule", paperRule)
        : SAY.table(
            "additivity: timeS, coreS, paperRule",
            "additivity" + suffix,
            rows,
            prediction.sumOfOperationsS(),
            prediction.sumOfOperationsS() == null
                ? null
                : PredictionPage.sumOfOperations(prediction),
            paperRule);
  }

  private static void additivity(
      String tasks, Double wholeCoreS, Double operationsCoreS, List<Row> rows) {
    if (wholeCoreS != null && operationsCoreS != null) {
      double residual = wholeCoreS - operationsCoreS;
      String share = wholeCoreS > 0 ? Figures.difference(residual / wholeCoreS) : Figures.NONE;
      rows.add(Row.of(tasks, operationsCoreS, wholeCoreS, residual, share));
    }
  }

  /** What the prediction leaves unexplained in the tasks' processes. */
  private static Block residual(SideBySide comparison, String suffix) {
    List<Row> rows = new ArrayList<>();
    for (Residual r : comparison.residuals()) {
      String share = Figures.difference(r.residualPercent() / 100);
      String tasks = Words.capital(r.tasks());
      rows.add(Row.of(tasks, r.predictedCoreS(), r.countersCoreS(), r.residualCoreS(), share));
    }
    return rows.isEmpty()
        ? SAY.missing("noResidual")
        : SAY.table("residual", "residual" + suffix, rows);
  }

  private static List<Block> behind(Prediction prediction) {
    List<Block> blocks = new ArrayList<>();
    if (!prediction.notModelled().isEmpty()) {
      blocks.add(
          new Block.Notice(
              "warning", "What this prediction leaves out:", prediction.notModelled()));
    }
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Costs from", prediction.machine()));
    if (prediction.base() != null) {
      String from = "%s (%s)".formatted(prediction.base().file(), prediction.base().source());
      facts.add(new Fact("Disk and network from", from));
    }
    if (prediction.nodes() != null && prediction.coresPerNode() != null) {
      String nodes = Words.count(prediction.nodes(), "node");
      String cores = Words.count(prediction.coresPerNode(), "core");
      facts.add(new Fact("Workers", nodes + " of " + cores));
    }
    String contention = SAY.say("contention", "factor", PredictionPage.contention(prediction));
    facts.add(new Fact("Contention", contention));
    String sharing = PredictionPage.sharing(prediction);
    if (!sharing.isEmpty()) {
      facts.add(new Fact("Two tasks on one core", SAY.say("sharing", "tasks", sharing)));
    }
    String together = Figures.number(prediction.combinedMbPerSPerCore());
    facts.add(new Fact("Map to reduce", together + " MB/s of payload and core"));
    prediction
        .derived()
        .byKey()
        .forEach((name, value) -> facts.add(new Fact(name, Figures.number(value))));
    List<Block> all = List.of(new Block.Facts(facts));
    blocks.add(new Block.Details("What the prediction was computed with", all));
    return blocks;
  }
}
