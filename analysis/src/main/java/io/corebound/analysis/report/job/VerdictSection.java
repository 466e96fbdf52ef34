package io.corebound.analysis.report.job;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Sentences;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.IntervalVerdict;
import io.corebound.analysis.report.cell.ResourceUse;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What bounds each interval of the measured job, how sure that is, and what would help. */
public final class VerdictSection {
  /** The sentences of this package. */
  static final Sentences SAY = Sentences.of(VerdictSection.class, "job");

  private VerdictSection() {}

  public static List<Block> blocks(RunContents contents, CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    if (cell.verdicts().isEmpty()) {
      blocks.add(SAY.missing("notMeasured", "why", cell.whyUnmeasured()));
    } else {
      blocks.add(new Block.Verdicts(cell.verdicts().stream().map(IntervalVerdict::card).toList()));
      if (cell.verdicts().stream().anyMatch(v -> v.workers().size() > 1)) {
        blocks.add(workers(cell, suffix));
      }
      blocks.add(IntervalVerdict.rule());
    }
    cell.prediction().ifPresent(p -> blocks.add(levers(p, cell, suffix)));
    blocks.add(EnvironmentSection.doubts(contents));
    return blocks;
  }

  /** A row a worker, a column an interval. */
  private static Block workers(CellSummary cell, String suffix) {
    List<IntervalVerdict> intervals =
        cell.verdicts().stream().filter(v -> v.elapsedS() > 0).toList();
    List<Row> rows = new ArrayList<>();
    for (String host : cell.base().workers()) {
      List<Object> cells = new ArrayList<>(List.of(host));
      intervals.stream()
          .flatMap(v -> v.workers().stream())
          .filter(w -> w.host().equals(host))
          .forEach(w -> cells.add(worker(w)));
      rows.add(Row.of(cells.toArray()));
    }
    return SAY.table("workers", "workers" + suffix, rows, "intervals", intervals);
  }

  private static Cell worker(IntervalVerdict.Worker worker) {
    ResourceUse use = worker.use();
    Map<String, Double> shares = new LinkedHashMap<>();
    shares.put("CPU", use.busy());
    shares.put("I/O wait", use.ioWait());
    shares.put("disk", use.diskShare());
    shares.put("network", use.networkShare());
    List<String> figures = new ArrayList<>();
    shares.values().removeIf(share -> share.isNaN());
    shares.forEach((name, share) -> figures.add(name + " " + Figures.percent(share)));
    return Cell.toned(worker.bound().word(), worker.bound().word())
        .withNote(String.join(", ", figures));
  }

  private static Block levers(Prediction prediction, CellSummary cell, String suffix) {
    double totalS = prediction.totalS() == null ? Double.NaN : prediction.totalS();
    List<Row> rows =
        cell.levers().stream()
            .map(
                l ->
                    Row.of(
                        Cell.text(Words.capital(l.change())).withNote(l.note()),
                        l.savedS(),
                        Figures.percent(l.savedS() / totalS)))
            .toList();
    return SAY.table("help", "help" + suffix, rows);
  }
}
