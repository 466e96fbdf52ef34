package io.corebound.analysis.pages.report.history;

import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.analysis.study.history.MachineHistory;
import io.corebound.analysis.study.history.RunHistory;
import io.corebound.analysis.study.history.Series;
import io.corebound.records.format.CsvFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs over time as CSV: a row a run, a column a figure, as programs read it that look for changes
 * themselves (Apache Otava: {@code time_column: time}). Columns of software and of tags come first.
 */
public final class HistoryCsv {
  private static final List<String> SOFTWARE = List.of("corebound", "jdk", "hadoop", "kernel");

  private HistoryCsv() {}

  /** The whole table. */
  public static String of(RunHistory history) {
    Set<String> tags = new TreeSet<>();
    Set<FigureKey> keys = new TreeSet<>();
    for (MachineHistory machine : history.machines()) {
      machine.runs().forEach(r -> tags.addAll(r.tags().keySet()));
      machine.series().forEach(s -> keys.add(s.key()));
    }
    List<String> columns = new ArrayList<>(List.of("time", "machine", "run"));
    columns.addAll(SOFTWARE);
    tags.forEach(tag -> columns.add("tag." + tag));
    // two keys of one name cannot be told apart by a reader either
    Set<String> names = new LinkedHashSet<>();
    keys.forEach(k -> names.add(name(k)));
    columns.addAll(names);
    List<List<?>> rows = new ArrayList<>();
    for (MachineHistory machine : history.machines()) {
      Map<Integer, Map<String, Double>> values = values(machine);
      for (MachineHistory.Entry run : machine.runs()) {
        List<Object> row = new ArrayList<>(List.of(run.at(), machine.host(), run.id()));
        SOFTWARE.forEach(name -> row.add(run.software().get(name)));
        tags.forEach(tag -> row.add(run.tags().get(tag)));
        names.forEach(name -> row.add(values.get(run.number()).get(name)));
        rows.add(row);
      }
    }
    return CsvFiles.toText(columns, rows);
  }

  /** Of each run by its number: its figures by their names. */
  private static Map<Integer, Map<String, Double>> values(MachineHistory machine) {
    Map<Integer, Map<String, Double>> values = new HashMap<>();
    machine.runs().forEach(run -> values.put(run.number(), new HashMap<>()));
    for (Series series : machine.series()) {
      String name = name(series.key());
      series.points().forEach(p -> values.get(p.run()).put(name, p.value()));
    }
    return values;
  }

  /** {@code sort.quicksort records=1000 cost [core-ns/B]}. */
  private static String name(FigureKey key) {
    return "%s %s [%s]"
        .formatted((key.name() + " " + key.variant()).strip(), key.figure(), key.unit());
  }
}
