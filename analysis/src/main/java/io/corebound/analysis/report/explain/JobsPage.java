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

  private static final int MOST_REFUSED = 20;

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
        SAY.say("jobsLead: machine, refused", table.machine(), table.refused().size()),
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
    List<String> lines = new ArrayList<>();
    table.refused().stream().limit(MOST_REFUSED).forEach(r -> lines.add(SAY.say("ofFile", r)));
    int left = table.refused().size() - MOST_REFUSED;
    if (left > 0) {
      lines.add(Words.count(left, "more file"));
    }
    return new Block.Notice("warning", SAY.say("refused"), lines);
  }
}
