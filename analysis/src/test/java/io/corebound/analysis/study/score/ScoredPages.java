package io.corebound.analysis.study.score;

import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.report.score.ScorePage;
import java.nio.file.Path;

/** The page of a score, for those who look at pages of every kind. */
public final class ScoredPages {
  private ScoredPages() {}

  /** Of a run of three cells, one with a repetition too few to count, in a folder of its own. */
  public static Page score(Path folder) {
    ScoredRuns runs =
        new ScoredRuns(folder)
            .cell("hdd", "1GB", 90, 100, 100, 100)
            .cell("ssd-sata", "1GB", 102, 100, 101, 100)
            .cell("ssd-pcie", "1GB", 150, 100, 100);
    return ScorePage.of(runs.score(), ScoredRuns.SOURCES);
  }
}
