package io.corebound.analysis.report;

import io.corebound.analysis.report.Block.Cell;
import io.corebound.analysis.report.Block.Column;
import io.corebound.analysis.report.Block.Row;
import io.corebound.records.Prediction;
import java.util.ArrayList;
import java.util.List;

/** What bounds each interval of the measured job, how sure that is, and what would help. */
final class VerdictSection {
  private VerdictSection() {}

  static List<Block> blocks(RunContents contents, CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    if (cell.verdicts().isEmpty()) {
      blocks.add(
          Block.Notice.missing(
              "The job was not measured to its end, so what bounds it is not known: "
                  + cell.whyUnmeasured()));
    } else {
      blocks.add(new Block.Verdicts(cell.verdicts()));
      blocks.add(new Block.Paragraph(IntervalVerdict.RULE));
    }
    cell.prediction().ifPresent(p -> blocks.add(levers(p, cell.levers(), suffix)));
    blocks.add(EnvironmentSection.doubts(contents));
    return blocks;
  }

  private static Block levers(Prediction prediction, List<Lever> levers, String suffix) {
    double totalS = prediction.totalS() == null ? Double.NaN : prediction.totalS();
    List<Row> rows =
        levers.stream()
            .map(
                l ->
                    Row.of(
                        Cell.text(Words.capital(l.change())).withNote(l.note()),
                        Cell.number(l.savedS()),
                        Cell.text(Figures.percent(l.savedS() / totalS))))
            .toList();
    return new Block.Table(
        "help" + suffix,
        "What would help",
        "By the model, with everything else alike. In each interval the fullest of CPU, disk and"
            + " network sets the time, so a change saves nothing beyond the point where the next one"
            + " is full. At most: start-up and heartbeats stay as they are.",
        List.of(
            Column.text("Change"),
            Column.number("Saves at most", "s"),
            Column.number("of the predicted time", "")),
        rows);
  }
}
