package io.corebound.analysis.report.job;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.BaseRates;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.Lever;
import io.corebound.analysis.report.cell.MeasuredJob;
import io.corebound.analysis.report.cell.RoleCores;
import io.corebound.analysis.report.cell.SideBySide;
import io.corebound.analysis.report.cell.Span;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Predicted core-seconds by operation, measured core-seconds by process role. */
public final class BreakdownSection {
  private static final String STACK = "core-seconds";

  private BreakdownSection() {}

  public static List<Block> blocks(CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    if (cell.prediction().isPresent()) {
      blocks.add(operationsChart(cell.prediction().get(), cell.comparison(), suffix));
      blocks.add(operationsTable(cell.prediction().get(), suffix));
    } else {
      blocks.add(
          Block.Notice.missing(
              "There is no breakdown by operation, because no prediction was written."));
    }
    Optional<RoleTable> sampled =
        cell.job().filter(MeasuredJob::whole).map(j -> roles(j, cell)).filter(RoleTable::known);
    Map<String, Double> counted = cell.result().map(CellResult::coreSByRole).orElse(Map.of());
    if (sampled.isPresent()) {
      blocks.add(rolesChart(List.copyOf(sampled.get().byRole().entrySet()), suffix));
      blocks.add(sampledTable(sampled.get(), cell, suffix));
    } else if (counted.isEmpty()) {
      blocks.add(
          Block.Notice.missing(
              "There are no measured core-seconds by process: "
                  + (cell.whyUnmeasured().isEmpty()
                      ? "the collector of CPU by role delivered none."
                      : cell.whyUnmeasured())));
    } else {
      List<Map.Entry<String, Double>> byRole =
          counted.entrySet().stream()
              .filter(role -> !role.getKey().equals(RoleCores.MACHINE))
              .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
              .toList();
      blocks.add(rolesChart(byRole, suffix));
      blocks.add(rolesTable(byRole, counted.getOrDefault(RoleCores.MACHINE, Double.NaN), suffix));
    }
    return blocks;
  }

  private static RoleTable roles(MeasuredJob job, CellSummary cell) {
    Map<String, List<Span>> intervals = new LinkedHashMap<>();
    job.result().intervals().forEach(i -> intervals.put(Words.interval(i.name()), job.spans(i)));
    intervals.put("whole job", List.of(job.span()));
    return new RoleTable(
        RoleCores.of(cell.base().ofWorkers(cell.samples())), intervals, emulation(cell));
  }

  /** What of the kernel's own threads a real disk would not need. */
  private static Map<String, String> emulation(CellSummary cell) {
    return cell.tier().filter(t -> BaseRates.limited(t).isPresent()).isPresent()
        ? Map.of("kernel", "emulation: the loop devices' workers are in it, and writeback to them")
        : Map.of();
  }

  /** Predicted are the tasks' own processes, and the machine as a whole. */
  private static Block sampledTable(RoleTable measured, CellSummary cell, String suffix) {
    Map<String, Double> predicted = new TreeMap<>();
    cell.comparison().residuals().forEach(r -> predicted.put(r.tasks(), r.predictedCoreS()));
    if (!predicted.isEmpty()) {
      predicted.put(RoleCores.MACHINE, cell.comparison().total().coreS().predicted());
    }
    return measured.table(
        "roles" + suffix,
        "Measured core-seconds by role, in figures",
        predicted,
        predicted.isEmpty()
            ? ""
            : "Predicted are the tasks' own processes, without the start of their JVMs, and the"
                + " whole machine.");
  }

  private static List<Map.Entry<String, Double>> operations(Prediction prediction) {
    return Lever.operations(prediction).entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .toList();
  }

  /**
   * The paper's Figures 17 and 18, map and reduce in one: operations as predicted, and below each
   * interval what it took. Of that no part by operation is known, for a running task does not say
   * which it is at.
   */
  private static Block operationsChart(
      Prediction prediction, SideBySide comparison, String suffix) {
    Map<String, Double> measured = new LinkedHashMap<>();
    comparison.intervals().forEach(i -> measured.put(i.name(), i.coreS().measured()));
    measured.values().removeIf(coreS -> coreS.isNaN());
    List<String> bars = new ArrayList<>();
    List<Prediction.Interval> predicted = new ArrayList<>();
    List<Double> took = new ArrayList<>();
    for (Prediction.Interval interval : prediction.intervals()) {
      String name = Words.interval(interval.name());
      bars.add(Words.capital(name) + (measured.isEmpty() ? "" : ", predicted"));
      predicted.add(interval);
      took.add(null);
      if (measured.containsKey(name)) {
        bars.add(Words.capital(name) + ", measured");
        predicted.add(null);
        took.add(Charts.orNull(measured.get(name)));
      }
    }
    List<Chart.Series> series = new ArrayList<>();
    for (Map.Entry<String, Double> operation : operations(prediction)) {
      List<Double> values = new ArrayList<>();
      predicted.forEach(
          i -> values.add(i == null ? null : Charts.orNull(coreS(i, operation.getKey()))));
      series.add(Chart.Series.bars(operation.getKey(), STACK, values));
    }
    if (!series.isEmpty() && !measured.isEmpty()) {
      series.add(new Chart.Series("measured", "soft", STACK, false, List.of(), took));
    }
    return Charts.orMissing(
        Chart.bars(
            "operations-chart" + suffix,
            measured.isEmpty()
                ? "Predicted core-seconds by operation"
                : "Figures 17 and 18: core-seconds predicted by operation, beside those measured",
            "Each predicted bar is an interval of the job; each colour is what one basic operation"
                + " costs in it. The longest piece is where a faster implementation would pay most."
                + (measured.isEmpty() ? "" : " The measured bar below it is the whole machine's."),
            "core-s",
            bars,
            series),
        "The prediction names no operation.");
  }

  private static double coreS(Prediction.Interval interval, String operation) {
    return interval.operations().stream()
        .filter(o -> o.operation().equals(operation))
        .mapToDouble(Prediction.OperationCost::coreS)
        .sum();
  }

  private static Block operationsTable(Prediction prediction, String suffix) {
    double jobCoreS = prediction.coreS() == null ? Double.NaN : prediction.coreS();
    List<Row> rows = new ArrayList<>();
    for (Prediction.Interval interval : prediction.intervals()) {
      interval.operations().stream()
          .sorted(Comparator.comparingDouble(Prediction.OperationCost::coreS).reversed())
          .forEach(
              o ->
                  rows.add(
                      Row.of(
                          Cell.text(Words.capital(Words.interval(interval.name()))),
                          Cell.code(o.operation()),
                          Cell.number(
                              o.volume().bytes() == 0 ? Double.NaN : o.volume().megabytes()),
                          Cell.text(o.byteBase()),
                          Cell.number(o.coreS()),
                          Cell.number(o.coldCoreS()),
                          Cell.text(Figures.percent(o.coreS() / jobCoreS)))));
    }
    rows.add(
        Row.total(
            Cell.text("Whole job"),
            Cell.text(""),
            Cell.text(""),
            Cell.text(""),
            Cell.number(jobCoreS),
            Cell.text(""),
            Cell.text("100 %")));
    return new Block.Table(
        "breakdown-table" + suffix,
        "Predicted core-seconds by operation, in figures",
        "Volume is what the operation works on, in its own bytes. Of the core-seconds, the cold"
            + " part is what a fresh JVM takes more until its code is compiled.",
        List.of(
            Column.text("Interval"),
            Column.text("Operation"),
            Column.number("Volume", "MB"),
            Column.text("of bytes"),
            Column.number("Cost", "core-s"),
            Column.number("of it cold", "core-s"),
            Column.number("of the job", "")),
        rows);
  }

  private static Block rolesChart(List<Map.Entry<String, Double>> byRole, String suffix) {
    return Chart.bars(
        "roles-chart" + suffix,
        "Measured core-seconds by role",
        "Which processes the cores worked for while the job ran.",
        "core-s",
        byRole.stream().map(Map.Entry::getKey).toList(),
        List.of(
            new Chart.Series(
                "measured",
                "measured",
                "",
                false,
                List.of(),
                byRole.stream().map(e -> Charts.orNull(e.getValue())).toList())));
  }

  /** Of runs that have no samples of roles: two readings of each process. */
  private static Block rolesTable(
      List<Map.Entry<String, Double>> byRole, double wholeMachine, String suffix) {
    double sum = byRole.stream().mapToDouble(Map.Entry::getValue).sum();
    double whole = Double.isNaN(wholeMachine) ? sum : wholeMachine;
    List<Row> rows = new ArrayList<>();
    byRole.forEach(e -> rows.add(role(Cell.code(e.getKey()), e.getValue(), whole)));
    if (!Double.isNaN(wholeMachine)) {
      rows.add(
          role(Cell.text("no process (kernel, others, measuring)"), wholeMachine - sum, whole));
      rows.add(
          Row.total(Cell.text("Whole machine"), Cell.number(wholeMachine), Cell.text("100 %")));
    }
    return new Block.Table(
        "roles" + suffix,
        "Measured core-seconds by process, in figures",
        "By role of the process, user and system together, from the start of the job's client to"
            + " the end of its last container: longer than submission to finish.",
        List.of(
            Column.text("Role"), Column.number("Measured", "core-s"), Column.number("Share", "")),
        rows);
  }

  private static Row role(Cell name, double coreS, double whole) {
    return Row.of(name, Cell.number(coreS), Cell.text(Figures.percent(coreS / whole)));
  }
}
