package io.corebound.analysis.report.plan;

import io.corebound.analysis.plan.Plan;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * A plan as one table of CSV: a row a figure, told apart by {@code section} ({@code own}, {@code
 * threshold}, {@code change}, {@code best_pair}, {@code codec}, {@code deadline}, {@code
 * over_cores}, {@code over_disk}). Cells that do not go with a row are empty.
 */
public final class PlanCsv {
  private static final List<String> COLUMNS =
      List.of(
          "section",
          "name",
          "device",
          "nodes",
          "cores_per_node",
          "containers_per_node",
          "storage",
          "network",
          "read_mb_per_s",
          "write_mb_per_s",
          "total_s",
          "total_low_s",
          "total_high_s",
          "saved_s",
          "bottleneck",
          "price",
          "own",
          "extrapolated");

  /** What a column is called in the records, where that is another name. */
  private static final Map<String, List<String>> IN_RECORDS =
      Map.of(
          "name", List.of("interval", "change", "codec"),
          "cores_per_node", List.of("cores"),
          "containers_per_node", List.of("containers"));

  private PlanCsv() {}

  /** The table. */
  public static String of(Plan plan) {
    List<List<?>> rows = new ArrayList<>();
    rows.add(row("own", plan.cluster(), plan.prediction(), Map.of("own", true)));
    plan.thresholds().forEach(t -> rows.add(row("threshold", t)));
    plan.changes().forEach(c -> rows.add(row("change", c)));
    rows.add(row("best_pair", plan.bestPair()));
    plan.codecs().forEach(c -> rows.add(row("codec", c)));
    if (plan.deadline() != null) {
      plan.deadline().found().forEach(s -> rows.add(row("deadline", s)));
    }
    plan.overCores().forEach(c -> rows.add(row("over_cores", c)));
    plan.overDisk().forEach(d -> rows.add(row("over_disk", d)));
    return CsvFiles.toText(COLUMNS, rows);
  }

  private static List<Object> row(String section, Object... parts) {
    List<JsonNode> trees = Arrays.stream(parts).map(StructuredFiles::toTree).toList();
    List<Object> row = new ArrayList<>();
    for (String column : COLUMNS) {
      row.add(
          IN_RECORDS.getOrDefault(column, List.of(column)).stream()
              .flatMap(name -> trees.stream().map(t -> t.get(name)))
              .filter(Objects::nonNull)
              .filter(n -> !n.isNull())
              .findFirst()
              .<Object>map(n -> n.isNumber() ? n.numberValue() : n.asString())
              .orElse(null));
    }
    row.set(0, section);
    return row;
  }
}
