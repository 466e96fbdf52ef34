package io.corebound.analysis.pages.report.explain;

import io.corebound.analysis.pages.report.plan.CsvRows;
import io.corebound.analysis.study.explain.Change;
import io.corebound.analysis.study.explain.Explanation;
import io.corebound.analysis.study.explain.JobTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Explanations as one table of CSV: a row a figure, told apart by {@code section}. Of a job: {@code
 * job}, {@code account}, {@code own}, {@code interval}, {@code change}, {@code sign}, {@code skew},
 * {@code loss}, {@code doubt}; of many jobs: {@code job}, {@code activity}, {@code refused}, {@code
 * copy}. Cells that do not go with a row are empty.
 */
public final class ExplanationCsv {
  private static final List<String> COLUMNS =
      List.of(
          """
          section file id name ending elapsed_s nodes kind type interval activity operation bytes
          core_s low_core_s high_core_s share length_s tasks cpu_s disk_s network_s bound
          from to gain_s low_s high_s saved_core_s figure task_s job_s median_s slowest_s tail_s
          cause words attempts count example reason machine most caveats\
          """
              .split("\\s+"));

  private ExplanationCsv() {}

  /** The table of a job. */
  public static String of(Explanation explanation) {
    CsvRows rows = new CsvRows(COLUMNS, Map.of("core_s", List.of("total_core_s")));
    rows.add(section("job"), explanation.job(), explanation.account());
    explanation.account().lines().forEach(l -> rows.add(section("account"), l));
    if (explanation.account().own() != null) {
      rows.add(section("own"), explanation.account().own());
    }
    explanation.intervals().forEach(i -> rows.add(section("interval"), i));
    explanation.changes().forEach(c -> rows.add(change(c), c));
    explanation.signs().forEach(s -> rows.add(section("sign"), s));
    explanation.tasks().skews().forEach(s -> rows.add(section("skew"), s));
    explanation.tasks().losses().forEach(l -> rows.add(section("loss"), l));
    explanation.doubts().forEach(d -> rows.add(section("doubt"), d));
    return rows.text();
  }

  /** The table of many jobs; a job's row has its best change. */
  public static String of(JobTable table) {
    CsvRows rows =
        new CsvRows(COLUMNS, Map.of("count", List.of("doubts"), "reason", List.of("counted")));
    table.jobs().forEach(j -> rows.add(section("job"), j, j.change()));
    table.activities().forEach(a -> rows.add(section("activity"), a));
    table.refused().forEach(r -> rows.add(section("refused"), r));
    table.copies().forEach(c -> rows.add(section("copy"), c));
    return rows.text();
  }

  private static Map<String, String> change(Change change) {
    String caveats =
        change.caveats().stream().map(Enum::name).sorted().collect(Collectors.joining(" "));
    return Map.of("section", "change", "caveats", caveats);
  }

  private static Map<String, String> section(String name) {
    return Map.of("section", name);
  }
}
