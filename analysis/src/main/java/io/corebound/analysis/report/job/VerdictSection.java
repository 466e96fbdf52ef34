package io.corebound.analysis.report.job;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.IntervalVerdict;
import io.corebound.analysis.report.cell.Lever;
import io.corebound.analysis.report.cell.ResourceUse;
import io.corebound.analysis.report.cell.RunContents;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.List;

/** What bounds each interval of the measured job, how sure that is, and what would help. */
public final class VerdictSection {
  private VerdictSection() {}

  public static List<Block> blocks(RunContents contents, CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    if (cell.verdicts().isEmpty()) {
      blocks.add(
          Block.Notice.missing(
              "The job was not measured to its end, so what bounds it is not known: "
                  + cell.whyUnmeasured()));
    } else {
      blocks.add(new Block.Verdicts(cell.verdicts().stream().map(IntervalVerdict::card).toList()));
      if (cell.verdicts().stream().anyMatch(v -> v.workers().size() > 1)) {
        blocks.add(workers(cell, suffix));
      }
      blocks.add(new Block.Paragraph(IntervalVerdict.RULE));
    }
    cell.prediction().ifPresent(p -> blocks.add(levers(p, cell.levers(), suffix)));
    blocks.add(EnvironmentSection.doubts(contents));
    return blocks;
  }

  /** A row a worker, a column an interval. */
  private static Block workers(CellSummary cell, String suffix) {
    List<IntervalVerdict> verdicts =
        cell.verdicts().stream().filter(v -> v.elapsedS() > 0).toList();
    List<Column> columns = new ArrayList<>(List.of(Column.text("Worker")));
    verdicts.forEach(v -> columns.add(Column.text(Words.capital(v.name()))));
    List<Row> rows = new ArrayList<>();
    for (String host : cell.base().workers()) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.text(host)));
      verdicts.forEach(
          v ->
              v.workers().stream()
                  .filter(w -> w.host().equals(host))
                  .forEach(w -> cells.add(worker(w))));
      rows.add(new Row(cells, false));
    }
    return new Block.Table(
        "workers" + suffix,
        "What bounds each worker",
        "By the same rule, from the samples of each worker's own CPUs, disks and link. What bounds"
            + " an interval above is by the mean over the CPUs of all workers, and by the fullest"
            + " of their disks and links.",
        columns,
        rows);
  }

  private static Cell worker(IntervalVerdict.Worker worker) {
    ResourceUse use = worker.use();
    List<String> figures = new ArrayList<>();
    add(figures, "CPU", use.busy());
    add(figures, "I/O wait", use.ioWait());
    add(figures, "disk", use.diskShare());
    add(figures, "network", use.networkShare());
    return Cell.toned(worker.bound().word(), worker.bound().word())
        .withNote(String.join(", ", figures));
  }

  private static void add(List<String> figures, String name, double share) {
    if (!Double.isNaN(share)) {
      figures.add(name + " " + Figures.percent(share));
    }
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
            + " network sets the time, so a change saves nothing beyond the point where the next"
            + " one is full. At most: start-up and heartbeats stay as they are.",
        List.of(
            Column.text("Change"),
            Column.number("Saves at most", "s"),
            Column.number("of the predicted time", "")),
        rows);
  }
}
