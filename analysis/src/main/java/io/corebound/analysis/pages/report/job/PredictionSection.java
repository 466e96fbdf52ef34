package io.corebound.analysis.pages.report.job;

import static io.corebound.analysis.pages.report.job.VerdictSection.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.Frozen;
import io.corebound.analysis.pages.report.cell.SideBySide;
import io.corebound.analysis.pages.report.plan.PredictionPage;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
      blocks.add(SAY.tableOf("cores", "cores" + suffix, comparison.intervals(), comparison));
      blocks.add(SAY.tableOf("times", "times" + suffix, comparison.intervals(), comparison));
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
      blocks.add(SAY.tableOf("residual", "residual" + suffix, comparison.residuals()));
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

  /** The sum of operations beside the task as measured whole, alone. */
  private static Block additivity(Prediction prediction, String suffix) {
    Double timeS = prediction.sumOfOperationsS();
    return SAY.tableOf(
        "additivity: timeS, coreS, paperRule, tasks",
        "additivity" + suffix,
        List.of(),
        timeS,
        timeS == null ? null : PredictionPage.sumOfOperations(prediction),
        PredictionPage.paperRule(prediction),
        prediction.derived().wholeTasks());
  }

  private static List<Block> behind(Prediction prediction) {
    List<Block> blocks = new ArrayList<>();
    if (!prediction.notModelled().isEmpty()) {
      String text = SAY.say("leavesOut");
      blocks.add(new Block.Notice("warning", text, prediction.notModelled()));
    }
    Block facts =
        SAY.facts(
            "computedWith: p, contention, sharing",
            prediction,
            PredictionPage.contention(prediction),
            PredictionPage.sharing(prediction));
    blocks.add(new Block.Details("What the prediction was computed with", List.of(facts)));
    return blocks;
  }
}
