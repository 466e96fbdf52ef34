package io.corebound.analysis.report.job;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Column;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.RoleCores;
import io.corebound.analysis.report.cell.Span;
import java.util.ArrayList;
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
 * @param notes what is to be said of a role, by its name
 */
record RoleTable(
    List<RoleCores> roles, Map<String, List<Span>> intervals, Map<String, String> notes) {
  /** Roles below this share of the machine are left out. */
  private static final double SMALL = 0.0005;

  private static final String METHOD =
      "User and system together, by role of the process, sampled from /proc once a second;"
          + " short-lived processes are in what their parents waited for. The gap is what the roles"
          + " lack to /proc/stat, its share that of the whole machine's.";

  /** From this share of the machine on, the gap is more than the kernel's way to count ticks. */
  private static final double LARGE_GAP = 0.1;

  private static final String HIDDEN =
      """
      The gap holds %s of all: processes that ended unseen, or that /proc does not show. It hides \
      other users' where it is mounted with hidepid and corebound's user is not root (start it as \
      root, or: mount -o remount,hidepid=0 /proc), and in a container those outside.\
      """;

  /** Core-seconds of a role in each interval. */
  List<Double> coreS(String role) {
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
   * @param id its name in the page
   * @param title what it shows
   * @param predicted predicted core-seconds by role, and of {@link RoleCores#MACHINE}; where there
   *     are none it has no such column
   * @param caption what is to be said beside how it is measured; may be empty
   */
  Block table(String id, String title, Map<String, Double> predicted, String caption) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("Role")));
    intervals.keySet().forEach(name -> columns.add(Column.number(Words.capital(name), "core-s")));
    columns.add(Column.number("Share", ""));
    if (!predicted.isEmpty()) {
      columns.add(Column.number("Predicted", "core-s"));
    }
    List<Row> rows = new ArrayList<>();
    byRole()
        .keySet()
        .forEach(
            role ->
                rows.add(
                    row(
                        Cell.code(role).withNote(notes.getOrDefault(role, "")),
                        role,
                        predicted,
                        false)));
    rows.add(row(Cell.text("gap to /proc/stat"), RoleCores.GAP, predicted, false));
    String whole = roles.size() > 1 ? "All workers" : "Whole machine";
    rows.add(row(Cell.text(whole), RoleCores.MACHINE, predicted, true));
    double gap = whole(RoleCores.GAP) / whole(RoleCores.MACHINE);
    List<String> captions = new ArrayList<>(List.of(METHOD));
    if (gap > LARGE_GAP) {
      captions.add(HIDDEN.formatted(Figures.percent(gap)));
    }
    if (!caption.isEmpty()) {
      captions.add(caption);
    }
    return new Block.Table(id, title, String.join(" ", captions), columns, rows);
  }

  private Row row(Cell name, String role, Map<String, Double> predicted, boolean total) {
    List<Cell> cells = new ArrayList<>(List.of(name));
    coreS(role).forEach(coreS -> cells.add(Cell.number(coreS)));
    cells.add(Cell.text(Figures.percent(whole(role) / whole(RoleCores.MACHINE))));
    if (!predicted.isEmpty()) {
      cells.add(Cell.number(predicted.get(role)));
    }
    return new Row(cells, total);
  }
}
