package io.corebound.analysis.pages.report.sweep;

import static io.corebound.analysis.pages.report.sweep.SweepWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Block.Row;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.SweepSettings;
import io.corebound.records.run.CellResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Jobs of a sweep that differ in nothing but one setting: a lever, a codec or any other. */
public final class AxisSection {
  private AxisSection() {}

  /** A table of each setting that some jobs alone differ in, by the clusters of the variants. */
  public static List<Block> tables(Sweep sweep, JsonNode configuration) {
    Map<Combination, Map<String, String>> settings = new LinkedHashMap<>();
    Set<String> keys = new TreeSet<>();
    for (Combination c : sweep.measured()) {
      Map<String, String> own = new TreeMap<>();
      configuration
          .at("/sweep/variants/" + c.variant())
          .properties()
          .forEach(s -> own.put(s.getKey(), SweepSettings.word(s.getValue())));
      settings.put(c, own);
      keys.addAll(own.keySet());
    }
    List<Block> tables = new ArrayList<>();
    for (String key : keys) {
      List<Row> rows = rows(settings, key);
      if (!rows.isEmpty()) {
        tables.add(SAY.table("axis: key", "axis-" + key.replace('_', '-'), rows, key));
      }
    }
    return tables;
  }

  private static List<Row> rows(Map<Combination, Map<String, String>> settings, String key) {
    Map<List<Object>, List<Combination>> alike = new LinkedHashMap<>();
    settings.forEach(
        (c, own) -> {
          CellResult cell = c.median().orElseThrow().result().orElseThrow();
          Map<String, String> others = new TreeMap<>(own);
          others.remove(key);
          String engine = cell.engine() == null ? "" : cell.engine().name();
          alike
              .computeIfAbsent(
                  List.of(c.storage(), c.network(), cell.workload(), cell.data(), engine, others),
                  k -> new ArrayList<>())
              .add(c);
        });
    List<Row> rows = new ArrayList<>();
    for (List<Combination> group : alike.values()) {
      // Hadoop as it is comes first, whatever the names of others
      List<Combination> jobs =
          group.stream()
              .sorted(Comparator.comparing(c -> !LeverFile.NONE.equals(settings.get(c).get(key))))
              .toList();
      Combination first = jobs.get(0);
      for (Combination other : jobs.subList(1, jobs.size())) {
        String from = settings.get(first).getOrDefault(key, Figures.NONE);
        String to = settings.get(other).getOrDefault(key, Figures.NONE);
        if (!from.equals(to)) {
          rows.add(row(first, other, from, to));
        }
      }
    }
    return rows;
  }

  private static Row row(Combination first, Combination other, String from, String to) {
    return Row.of(
        other.storage(),
        other.network(),
        other.variant(),
        from + " → " + to,
        first.coreS(),
        other.coreS(),
        change(first.coreS(), other.coreS()),
        change(first.predictedCoreS(), other.predictedCoreS()),
        first.medianS(),
        other.medianS(),
        change(first.medianS(), other.medianS()),
        change(first.predictedS(), other.predictedS()));
  }

  private static String change(double from, double to) {
    return Figures.difference((to - from) / from);
  }
}
