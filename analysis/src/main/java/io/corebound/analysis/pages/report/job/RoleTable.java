package io.corebound.analysis.pages.report.job;

import static io.corebound.analysis.pages.report.job.VerdictSection.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.report.cell.RoleCores;
import io.corebound.analysis.study.bound.Span;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measured core-seconds by role: a row a role, a column an interval, and what the roles lack to all
 * that the machine used.
 *
 * @param roles one a host; their figures are added up
 * @param intervals the intervals' names with the stretches of time that they are, in order; the
 *     last is the whole
 */
record RoleTable(
    List<RoleCores> roles, Map<String, List<Span>> intervals, Map<String, String> notes) {
  /** Roles below this share of the machine are left out. */
  private static final double SMALL = 0.0005;

  /** From this share of the machine on, the gap is more than the kernel's way to count ticks. */
  private static final double LARGE_GAP = 0.1;

  /** Core-seconds of a role in each interval. */
  public List<Double> coreS(String role) {
    return intervals.values().stream()
        .map(spans -> roles.stream().mapToDouble(r -> r.coreS(role, spans)).sum())
        .toList();
  }

  /** Whether the samples cover the whole. */
  boolean known() {
    return !roles.isEmpty() && !Double.isNaN(whole(RoleCores.MACHINE));
  }

  private double whole(String role) {
    List<Double> coreS = coreS(role);
    return coreS.get(coreS.size() - 1);
  }

  /** Core-seconds of the whole by role, the most first; without roles that used next to none. */
  Map<String, Double> byRole() {
    double least = SMALL * whole(RoleCores.MACHINE);
    Map<String, Double> sums = new HashMap<>();
    roles.stream()
        .flatMap(r -> r.roles().stream())
        .forEach(n -> sums.computeIfAbsent(n, this::whole));
    Map<String, Double> byRole = new LinkedHashMap<>();
    sums.entrySet().stream()
        .filter(e -> e.getValue() > least)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(e -> byRole.put(e.getKey(), e.getValue()));
    return byRole;
  }

  /**
   * The table.
   *
   * @param block its title, and what is to be said beside how it is measured
   * @param predicted predicted core-seconds by role, and of {@link RoleCores#MACHINE}; where there
   *     are none it has no such column
   */
  Block table(String block, String id, String on, Map<String, Double> predicted) {
    List<String> texts = SAY.parts(block + ": on, predicted", on, predicted);
    return SAY.tableOf(
        "roleTable: table, predicted, title, caption, large",
        id,
        byRole().keySet(),
        this,
        predicted,
        texts.get(0),
        texts.get(1),
        share(RoleCores.GAP) > LARGE_GAP);
  }

  /** Of all that the machine used. */
  public double share(String role) {
    return whole(role) / whole(RoleCores.MACHINE);
  }
}
