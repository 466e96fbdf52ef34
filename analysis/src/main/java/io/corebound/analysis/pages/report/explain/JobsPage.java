package io.corebound.analysis.pages.report.explain;

import static io.corebound.analysis.pages.report.explain.ExplainWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Page;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.study.explain.JobTable;
import java.util.ArrayList;
import java.util.List;

/** The page of many jobs side by side. */
public final class JobsPage {
  /** More are in CSV and JSON; a page of thousands would open slowly. */
  private static final int MOST_JOBS = 100;

  private static final int MOST_FILES = 20;

  private JobsPage() {}

  /** The page; {@code version} and {@code commit} are those of this corebound. */
  public static Page of(String name, JobTable table, String version, String commit) {
    double total = table.activities().stream().mapToDouble(JobTable.Part::coreS).sum();
    List<Page.Section> sections = new ArrayList<>();
    sections.add(
        new Page.Section(
            "activities",
            "Core-seconds",
            List.of(SAY.tableOf("activities", "activities", table.activities()))));
    sections.add(new Page.Section("jobs", "Jobs", List.of(jobs(table))));
    if (!table.refused().isEmpty()) {
      sections.add(
          new Page.Section(
              "refused", "Not explained", List.of(notice("refused", "ofFile", table.refused()))));
    }
    if (!table.copies().isEmpty()) {
      sections.add(
          new Page.Section(
              "copies", "Counted once", List.of(notice("copies", "ofCopy", table.copies()))));
    }
    return new Page(
        name,
        "",
        "",
        version,
        commit,
        SAY.say("jobsHeadline: jobs, total, activities", table.jobs(), total, table.activities()),
        SAY.say("jobsLead", table),
        List.of(),
        List.of(),
        sections);
  }

  private static Block jobs(JobTable table) {
    List<JobTable.Row> jobs = table.jobs().stream().limit(MOST_JOBS).toList();
    return SAY.tableOf("jobs", "jobs", jobs, "left", table.jobs().size() - jobs.size());
  }

  /** What is said of the first files, and how many more there are. */
  private static Block notice(String title, String sentence, List<? extends Record> files) {
    List<String> lines = new ArrayList<>();
    files.stream().limit(MOST_FILES).forEach(f -> lines.add(SAY.say(sentence, f)));
    int left = files.size() - MOST_FILES;
    if (left > 0) {
      lines.add(Words.count(left, "more file"));
    }
    return new Block.Notice("warning", SAY.say(title), lines);
  }
}
