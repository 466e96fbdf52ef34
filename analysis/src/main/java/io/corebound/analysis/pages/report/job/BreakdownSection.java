package io.corebound.analysis.pages.report.job;

import static io.corebound.analysis.pages.report.job.VerdictSection.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.BaseRates;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.MeasuredJob;
import io.corebound.analysis.pages.report.cell.RoleCores;
import io.corebound.analysis.pages.report.plan.OperationStack;
import io.corebound.analysis.pages.report.plan.PredictionPage;
import io.corebound.analysis.study.bound.Span;
import io.corebound.records.run.CellResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Predicted core-seconds by operation, measured core-seconds by process role. */
public final class BreakdownSection {
  private BreakdownSection() {}

  public static List<Block> blocks(CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    if (cell.prediction().isPresent()) {
      blocks.add(
          OperationStack.chart(
              cell.prediction().get(), cell.comparison().intervals(), "operations-chart" + suffix));
      blocks.add(
          SAY.tableOf(
              "breakdown: jobCoreS",
              "breakdown-table" + suffix,
              PredictionPage.parts(cell.prediction().get()),
              cell.prediction().get().coreS()));
    } else {
      blocks.add(SAY.missing("noBreakdown"));
    }
    Optional<RoleTable> sampled =
        cell.job().filter(MeasuredJob::whole).map(j -> roles(j, cell)).filter(RoleTable::known);
    Map<String, Double> counted =
        new TreeMap<>(cell.result().map(CellResult::coreSByRole).orElse(Map.of()));
    if (sampled.isPresent()) {
      blocks.add(rolesChart(List.copyOf(sampled.get().byRole().entrySet()), suffix));
      blocks.add(sampledTable(sampled.get(), cell, suffix));
    } else if (counted.isEmpty()) {
      blocks.add(SAY.missing("noRoles", "why", cell.whyUnmeasured()));
    } else {
      Double machine = counted.remove(RoleCores.MACHINE);
      List<Map.Entry<String, Double>> byRole = mostFirst(counted);
      blocks.add(rolesChart(byRole, suffix));
      blocks.add(rolesTable(byRole, machine, suffix));
    }
    return blocks;
  }

  private static List<Map.Entry<String, Double>> mostFirst(Map<String, Double> coreS) {
    return coreS.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .toList();
  }

  private static RoleTable roles(MeasuredJob job, CellSummary cell) {
    Map<String, List<Span>> intervals = new LinkedHashMap<>();
    job.result().intervals().forEach(i -> intervals.put(Words.interval(i.name()), job.spans(i)));
    intervals.put("whole job", List.of(job.span()));
    // what of the kernel's own threads a real disk would not need
    Map<String, String> notes =
        cell.tier().flatMap(BaseRates::limited).isPresent()
            ? Map.of("kernel", SAY.say("emulation"))
            : Map.of();
    return new RoleTable(RoleCores.of(cell.base().ofWorkers(cell.samples())), intervals, notes);
  }

  /** Predicted are the tasks' own processes, and the machine as a whole. */
  private static Block sampledTable(RoleTable measured, CellSummary cell, String suffix) {
    Map<String, Double> predicted = new TreeMap<>();
    cell.comparison().residuals().forEach(r -> predicted.put(r.tasks(), r.predictedCoreS()));
    if (!predicted.isEmpty()) {
      predicted.put(RoleCores.MACHINE, cell.comparison().total().coreS().predicted());
    }
    return measured.table("roles", "roles" + suffix, "", predicted);
  }

  private static Block rolesChart(List<Map.Entry<String, Double>> byRole, String suffix) {
    return SAY.bars(
        "rolesBars",
        "roles-chart" + suffix,
        byRole.stream().map(Map.Entry::getKey).toList(),
        List.of(Chart.Series.named("measured", byRole, Map.Entry::getValue)));
  }

  /**
   * Of runs that have no samples of roles: two readings of each process.
   *
   * @param machine core-seconds of the whole machine; null where they are not known
   */
  private static Block rolesTable(
      List<Map.Entry<String, Double>> byRole, Double machine, String suffix) {
    double sum = byRole.stream().mapToDouble(Map.Entry::getValue).sum();
    return SAY.tableOf(
        "processes: sum, machine, whole",
        "roles" + suffix,
        byRole,
        sum,
        machine,
        machine == null ? sum : machine);
  }
}
