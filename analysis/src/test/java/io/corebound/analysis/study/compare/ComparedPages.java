package io.corebound.analysis.study.compare;

import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.report.compare.ComparisonPage;
import java.nio.file.Path;
import java.util.List;

/** The pages of comparisons, for those who look at pages of every kind. */
public final class ComparedPages {
  private static final Limits LIMITS = new Limits(5, 5);

  private ComparedPages() {}

  /** Of two runs that differ in their costs, their jobs and their JDKs, in a folder of its own. */
  public static Page comparison(Path folder) {
    ComparedRun before =
        new ComparedRuns(folder.resolve("before"))
            .operation("sort", 10, 10.1, 9.9, 10.05, 9.95)
            .operation("merge", 3, 3.2, 3.1, 3, 3.1)
            .operation("parse.lines", 3, 4)
            .read();
    ComparedRun after =
        new ComparedRuns(folder.resolve("after"))
            .jdk("Eclipse Adoptium 21.0.9")
            .operation("sort", 12, 12.1, 11.9, 12.05, 11.95)
            .operation("merge", 2, 2.2, 2.1, 2, 2.1)
            .read();
    return ComparisonPage.of(
        RunComparison.of(List.of(before), List.of(after), LIMITS), "1.0", "abc");
  }
}
