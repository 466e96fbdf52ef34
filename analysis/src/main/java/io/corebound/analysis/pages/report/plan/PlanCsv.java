package io.corebound.analysis.pages.report.plan;

import io.corebound.analysis.study.plan.Plan;
import java.util.List;
import java.util.Map;

/**
 * A plan as one table of CSV: a row a figure, told apart by {@code section} ({@code own}, {@code
 * threshold}, {@code change}, {@code best_pair}, {@code codec}, {@code lever}, {@code deadline},
 * {@code over_cores}, {@code over_disk}). Cells that do not go with a row are empty.
 */
public final class PlanCsv {
  private static final List<String> COLUMNS =
      List.of(
          """
          section name device nodes cores_per_node containers_per_node storage network
          read_mb_per_s write_mb_per_s total_s total_low_s total_high_s probability sure_nodes
          saved_s bottleneck price own extrapolated map_core_s\
          """
              .split("\\s+"));

  /** What a column is called in the records, where that is another name. */
  private static final Map<String, List<String>> IN_RECORDS =
      Map.of(
          "name", List.of("interval"),
          "cores_per_node", List.of("cores"),
          "containers_per_node", List.of("containers"));

  private PlanCsv() {}

  /** The table. */
  public static String of(Plan plan) {
    CsvRows rows = new CsvRows(COLUMNS, IN_RECORDS);
    rows.add(Map.of("section", "own", "own", true), plan.cluster(), plan.prediction());
    plan.thresholds().forEach(t -> rows.add(section("threshold"), t));
    plan.changes().forEach(c -> rows.add(section("change"), c));
    rows.add(section("best_pair"), plan.bestPair());
    plan.codecs().forEach(c -> rows.add(section("codec"), c));
    plan.levers().forEach(l -> rows.add(section("lever"), l));
    if (plan.deadline() != null) {
      plan.deadline().found().forEach(s -> rows.add(section("deadline"), s));
    }
    plan.overCores().forEach(c -> rows.add(section("over_cores"), c));
    plan.overDisk().forEach(d -> rows.add(section("over_disk"), d));
    return rows.text();
  }

  private static Map<String, String> section(String name) {
    return Map.of("section", name);
  }
}
