package io.corebound.analysis.report.plan;

import io.corebound.analysis.plan.Plan;
import io.corebound.records.format.CsvFiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

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

  private final List<List<?>> rows = new ArrayList<>();

  private PlanCsv() {}

  /** The table. */
  public static String of(Plan plan) {
    PlanCsv csv = new PlanCsv();
    csv.add(plan);
    return CsvFiles.toText(COLUMNS, csv.rows);
  }

  private void add(Plan plan) {
    Plan.Cluster own = plan.cluster();
    row(
        "own",
        cells(
            "nodes", own.nodes(),
            "cores_per_node", own.cores(),
            "containers_per_node", own.containers(),
            "storage", own.storage(),
            "network", own.network(),
            "total_s", plan.prediction().totalS(),
            "total_low_s", plan.prediction().totalLowS(),
            "total_high_s", plan.prediction().totalHighS(),
            "own", true,
            "extrapolated", own.extrapolated()));
    for (Plan.Threshold t : plan.thresholds()) {
      row(
          "threshold",
          cells(
              "name", t.interval(),
              "device", t.device(),
              "cores_per_node", t.cores(),
              "extrapolated", t.extrapolated()));
    }
    plan.changes().forEach(c -> change("change", c));
    change("best_pair", plan.bestPair());
    for (Plan.Codec c : plan.codecs()) {
      row(
          "codec",
          cells(
              "name", c.codec(),
              "total_s", c.totalS(),
              "saved_s", c.savedS(),
              "bottleneck", c.bottleneck(),
              "extrapolated", c.extrapolated()));
    }
    if (plan.deadline() != null) {
      plan.deadline().found().forEach(this::smallest);
    }
    curves(plan);
  }

  private void change(String section, Plan.Change c) {
    row(
        section,
        cells(
            "name", c.change(),
            "cores_per_node", c.cores(),
            "containers_per_node", c.containers(),
            "total_s", c.totalS(),
            "saved_s", c.savedS(),
            "bottleneck", c.bottleneck(),
            "extrapolated", c.extrapolated()));
  }

  private void smallest(Plan.Smallest s) {
    row(
        "deadline",
        cells(
            "nodes", s.nodes(),
            "storage", s.storage(),
            "network", s.network(),
            "total_s", s.totalS(),
            "bottleneck", s.bottleneck(),
            "price", s.price(),
            "extrapolated", s.extrapolated()));
  }

  private void curves(Plan plan) {
    for (Plan.CorePoint p : plan.overCores()) {
      row(
          "over_cores",
          cells(
              "cores_per_node", p.cores(),
              "containers_per_node", p.containers(),
              "total_s", p.totalS(),
              "bottleneck", p.bottleneck(),
              "own", p.own(),
              "extrapolated", p.extrapolated()));
    }
    for (Plan.DiskPoint p : plan.overDisk()) {
      row(
          "over_disk",
          cells(
              "read_mb_per_s", p.readMbPerS(),
              "write_mb_per_s", p.writeMbPerS(),
              "total_s", p.totalS(),
              "bottleneck", p.bottleneck(),
              "own", p.own(),
              "extrapolated", p.extrapolated()));
    }
  }

  private void row(String section, Map<String, Object> cells) {
    List<Object> row = new ArrayList<>(Collections.nCopies(COLUMNS.size(), null));
    row.set(0, section);
    cells.forEach((column, value) -> row.set(COLUMNS.indexOf(column), value));
    rows.add(row);
  }

  /** Column and value in turn. */
  private static Map<String, Object> cells(Object... columnsAndValues) {
    Map<String, Object> cells = new java.util.LinkedHashMap<>();
    for (int i = 0; i < columnsAndValues.length; i += 2) {
      cells.put((String) columnsAndValues[i], columnsAndValues[i + 1]);
    }
    return cells;
  }
}
