package io.corebound.analysis.pages.report.job;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.IntervalVerdict;
import io.corebound.records.run.RunContents;
import java.util.ArrayList;
import java.util.List;

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
    cell.prediction()
        .ifPresent(p -> blocks.add(SAY.tableOf("help", "help" + suffix, p.changes(), p)));
    blocks.add(EnvironmentSection.doubts(contents));
    return blocks;
  }

  /** A row a worker, a column an interval. */
  private static Block workers(CellSummary cell, String suffix) {
    List<IntervalVerdict> intervals =
        cell.verdicts().stream().filter(v -> v.elapsedS() > 0).toList();
    return SAY.tableOf(
        "workers", "workers" + suffix, cell.base().workers(), "intervals", intervals);
  }
}
