package io.corebound.analysis.report.explain;

import static io.corebound.analysis.report.explain.ExplainWords.SAY;

import io.corebound.analysis.explain.JobTable;
import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Page;
import io.corebound.analysis.page.Words;
import io.corebound.records.history.Ending;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
    sections.add(new Page.Section("activities", "Core-seconds", List.of(activities(table))));
    sections.add(new Page.Section("jobs", "Jobs", List.of(jobs(table))));
    if (!table.refused().isEmpty()) {
      sections.add(new Page.Section("refused", "Not explained", List.of(refused(table))));
    }
    if (!table.copies().isEmpty()) {
      sections.add(new Page.Section("copies", "Counted once", List.of(copies(table))));
    }
    JobTable.Part most = table.activities().isEmpty() ? null : table.activities().get(0);
    Map<String, Object> facts = new HashMap<>();
    facts.put("jobs", table.jobs().size());
    facts.put("total", Amounts.coreSeconds(total));
    facts.put("most", most == null ? null : ExplainWords.activity(most.activity()));
    facts.put("share", most == null ? 0 : most.share());
    return new Page(
        name,
        "",
        "",
        version,
        commit,
        SAY.say("jobsHeadline", facts),
        SAY.say(
            "jobsLead: machine, refused, copies",
            table.machine(),
            table.refused().size(),
            table.copies().size()),
        List.of(),
        List.of(),
        sections);
  }

  private static Block activities(JobTable table) {
    List<Row> rows =
        table.activities().stream()
            .map(
                a ->
                    Row.of(
                        Words.capital(ExplainWords.activity(a.activity())),
                        Amounts.coreSeconds(a.coreS()),
                        Figures.percent(a.share())))
            .toList();
    return SAY.table("activities", "activities", rows);
  }

  private static Block jobs(JobTable table) {
    List<Row> rows =
        table.jobs().stream()
            .limit(MOST_JOBS)
            .map(
                j ->
                    Row.of(
                        Cell.code(j.id()),
                        name(j),
                        Amounts.time(j.elapsedS()),
                        Amounts.coreSeconds(j.coreS()),
                        ExplainWords.brief(j.most()),
                        j.change() == null ? "" : ExplainWords.brief(j.change()),
                        j.change() == null ? "" : Amounts.time(j.change().gainS())))
            .toList();
    return SAY.table("jobs", "jobs", rows, "left", Math.max(0, table.jobs().size() - MOST_JOBS));
  }

  /** A job that did not get to its end, or whose history did not, is not shown as a whole one. */
  private static String name(JobTable.Row job) {
    return job.ending() == Ending.SUCCEEDED
        ? ExplainWords.brief(job.name())
        : SAY.say(
            "ended: ending, name",
            job.ending().name().toLowerCase(Locale.ROOT),
            ExplainWords.brief(job.name()));
  }

  private static Block refused(JobTable table) {
    return notice("refused", "ofFile", table.refused());
  }

  private static Block copies(JobTable table) {
    return notice("copies", "ofCopy", table.copies());
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
