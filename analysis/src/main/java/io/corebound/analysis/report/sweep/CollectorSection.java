package io.corebound.analysis.report.sweep;

import static io.corebound.analysis.report.sweep.SweepWords.SAY;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Figures;
import io.corebound.records.config.MapOutputCollector;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Jobs of a sweep that differ in nothing but the collector of their map output. */
public final class CollectorSection {
  private CollectorSection() {}

  /** A table of them side by side; empty where there are none. */
  public static Optional<Block> of(Sweep sweep) {
    Map<List<Object>, Map<String, Combination>> alike = new LinkedHashMap<>();
    for (Combination c : sweep.measured()) {
      CellResult cell = c.median().orElseThrow().result().orElseThrow();
      Map<String, String> settings = new TreeMap<>(cell.configuration());
      String collector = settings.remove(MapOutputCollector.SETTING);
      // paths differ from cluster to cluster, and with the jar
      settings.values().removeIf(value -> value.contains("/"));
      alike
          .computeIfAbsent(
              List.of(
                  c.storage(),
                  c.network(),
                  cell.workload(),
                  cell.data(),
                  cell.engine() == null ? "" : cell.engine().name(),
                  settings),
              k -> new TreeMap<>())
          .put(String.valueOf(collector), c);
    }
    List<Row> rows = new ArrayList<>();
    for (Map<String, Combination> jobs : alike.values()) {
      Combination hadoops = jobs.get(MapOutputCollector.hadoop.className());
      Combination others = jobs.get(MapOutputCollector.prefix.className());
      if (hadoops != null && others != null) {
        rows.add(row(hadoops, others));
      }
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(SAY.table("collectors", "collectors-table", rows));
  }

  private static Row row(Combination hadoops, Combination others) {
    double coreS = coreS(hadoops);
    double otherCoreS = coreS(others);
    return Row.of(
        others.storage(),
        others.network(),
        others.variant(),
        coreS,
        otherCoreS,
        change(coreS, otherCoreS),
        change(predictedCoreS(hadoops), predictedCoreS(others)),
        hadoops.medianS(),
        others.medianS(),
        change(hadoops.medianS(), others.medianS()),
        change(hadoops.predictedS(), others.predictedS()));
  }

  private static double coreS(Combination c) {
    return c.median(cell -> cell.comparison().total().coreS().measured());
  }

  private static double predictedCoreS(Combination c) {
    return c.prediction().map(Prediction::coreS).orElse(Double.NaN);
  }

  private static String change(double from, double to) {
    return Figures.difference((to - from) / from);
  }
}
