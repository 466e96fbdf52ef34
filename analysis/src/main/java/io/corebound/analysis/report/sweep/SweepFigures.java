package io.corebound.analysis.report.sweep;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.report.cell.BaseRates;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.SampleMean;
import io.corebound.analysis.report.cell.Sources;
import io.corebound.analysis.report.cell.Span;
import io.corebound.analysis.report.job.UsageSection;
import io.corebound.records.run.Samples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * CPU, disk and network over time of every combination of a sweep, small and side by side (paper,
 * Figures 5 to 8): of several repetitions the one with the median time, over its job alone.
 */
public final class SweepFigures {
  /** A small chart is about 300 pixels wide. */
  private static final int MOST_POINTS = 300;

  /** More nodes than these could not be told apart. */
  private static final int MOST_NODES = 4;

  /** More charts side by side would be too narrow. */
  private static final int MOST_COLUMNS = 3;

  /** Up to this ratio of lengths all charts share an axis of time. */
  private static final double ONE_AXIS = 4;

  /** Limits that differ by less are drawn as one. */
  private static final double ALIKE = 0.05;

  private SweepFigures() {}

  public static List<Block> cpu(Sweep sweep) {
    List<Chart> charts = new ArrayList<>();
    List<String> without = new ArrayList<>();
    for (Combination combination : sweep.measured()) {
      CellSummary cell = combination.median().orElseThrow();
      List<Samples> sources = Sources.of(cell.base().ofWorkers(cell.samples()), Sources.CPU);
      if (sources.isEmpty()) {
        without.add(cell.name());
      } else {
        charts.add(
            chart(
                sweep,
                combination,
                sweep.id("figure-5"),
                cpuSeries(sources, cell),
                "%",
                100.0,
                List.of()));
      }
    }
    return blocks(
        sweep,
        sweep.id("figure-5"),
        "Figures 5 to 7: CPU use over time",
        "All cores of the workers together, 100 % is every one of them.",
        charts,
        without);
  }

  private static List<Chart.Series> cpuSeries(List<Samples> sources, CellSummary cell) {
    Map<String, String[]> layers = new LinkedHashMap<>();
    layers.put("user", new String[] {"user_percent", "nice_percent"});
    layers.put("system", new String[] {"system_percent", "irq_percent", "soft_percent"});
    layers.put("I/O wait", new String[] {"iowait_percent"});
    layers.put("steal", new String[] {"steal_percent"});
    layers.put("idle", new String[] {"idle_percent"});
    double cores = sources.stream().mapToInt(Sources::cores).sum();
    List<Chart.Series> series = new ArrayList<>();
    layers.forEach(
        (name, metrics) ->
            series.add(
                new Chart.Series(
                    name,
                    name.replace("I/O ", "io-"),
                    "cpu",
                    false,
                    points(
                        sources.stream()
                            .map(s -> line(s, Sources.cores(s) / cores, metrics))
                            .toList(),
                        cell),
                    List.of())));
    return series;
  }

  /** A host's part of the mean over all cores. */
  private static Line line(Samples cpu, double weight, String... metrics) {
    ToDoubleFunction<Samples.Row> percent = SampleMean.sumOf(cpu, metrics);
    return new Line(cpu.rowsOf("all"), row -> weight * percent.applyAsDouble(row));
  }

  private static List<Block> disk(Sweep sweep) {
    return throughput(
        sweep,
        new Kind(
            sweep.id("figure-8"),
            "Figure 8: disk throughput over time",
            "What each worker read from its disks and wrote to them.",
            Sources.DISK,
            "iostat"));
  }

  private static List<Block> network(Sweep sweep) {
    return throughput(
        sweep,
        new Kind(
            sweep.id("figure-8-network"),
            "Network throughput over time",
            "What each worker received over its link and transmitted.",
            Sources.NETWORK,
            "sar"));
  }

  private record Kind(String id, String title, String caption, String source, String collector) {
    boolean disks() {
      return source.equals(Sources.DISK);
    }
  }

  private static List<Block> throughput(Sweep sweep, Kind kind) {
    List<Chart> charts = new ArrayList<>();
    List<String> without = new ArrayList<>();
    boolean limited = false;
    boolean left = false;
    for (Combination combination : sweep.measured()) {
      CellSummary cell = combination.median().orElseThrow();
      Map<String, List<Line>> in = lines(cell, kind, true);
      Map<String, List<Line>> out = lines(cell, kind, false);
      if (in.isEmpty()) {
        without.add(cell.name());
        continue;
      }
      left |= in.size() > MOST_NODES;
      List<Chart.Series> series = new ArrayList<>();
      for (String node : in.keySet().stream().limit(MOST_NODES).toList()) {
        boolean dashed = !series.isEmpty();
        series.add(
            line(
                node + (kind.disks() ? " read" : " received"), "read", dashed, in.get(node), cell));
        series.add(
            line(
                node + (kind.disks() ? " written" : " transmitted"),
                "write",
                dashed,
                out.get(node),
                cell));
      }
      List<Chart.Limit> limits = limits(cell, kind, in);
      limited |= !limits.isEmpty();
      charts.add(chart(sweep, combination, kind.id(), series, "MB/s", null, limits));
    }
    return blocks(
        sweep,
        kind.id(),
        kind.title(),
        kind.caption()
            + (limited
                ? " The long-dashed lines are what "
                    + (kind.disks() ? "a worker's disks carry" : "a link carries in one direction")
                    + " at most: probed on the tier as it was built, or else the tier's own figure."
                : "")
            + (left ? " Of more nodes than " + MOST_NODES + " the first are shown." : ""),
        charts,
        without);
  }

  private record Line(List<Samples.Row> rows, ToDoubleFunction<Samples.Row> figure) {}

  /** The lines of each worker, one a device; where nodes are not known, of each device. */
  private static Map<String, List<Line>> lines(CellSummary cell, Kind kind, boolean in) {
    BaseRates base = cell.base();
    Collection<String> workers = cell.tier().map(t -> t.devicesByNode().keySet()).orElse(Set.of());
    String metric =
        kind.disks()
            ? in ? "read_mb_per_s" : "write_mb_per_s"
            : in ? base.receivedMetric() : base.transmittedMetric();
    Map<String, List<Line>> lines = new TreeMap<>();
    for (Samples source : Sources.of(cell.samples(), kind.source())) {
      for (String device : source.devices()) {
        BaseRates.Place place = new BaseRates.Place(source.host(), device);
        boolean counts =
            kind.disks()
                ? base.hasDisk(place, Double.MAX_VALUE)
                : base.hasLink(place, Double.MAX_VALUE);
        String node =
            (kind.disks() ? base.nodeOfDisk(place) : base.nodeOfLink(place)).orElse(device);
        if (counts && (kind.disks() || workers.isEmpty() || workers.contains(node))) {
          lines
              .computeIfAbsent(node, n -> new ArrayList<>())
              .add(new Line(source.rowsOf(device), SampleMean.sumOf(source, metric)));
        }
      }
    }
    return lines;
  }

  private static Chart.Series line(
      String name, String colour, boolean dashed, List<Line> lines, CellSummary cell) {
    return new Chart.Series(name, colour, "", dashed, points(lines, cell), List.of());
  }

  private static List<Chart.Limit> limits(
      CellSummary cell, Kind kind, Map<String, List<Line>> byNode) {
    if (!kind.disks()) {
      return UsageSection.networkLimits(cell.base());
    }
    int devices = byNode.values().stream().mapToInt(List::size).max().orElse(1);
    List<Chart.Limit> limits =
        UsageSection.diskLimits(cell.base()).stream()
            .map(l -> new Chart.Limit(l.name(), l.value() * devices, l.colour()))
            .toList();
    if (limits.size() == 2 && Math.abs(limits.get(0).value() / limits.get(1).value() - 1) < ALIKE) {
      double mean = (limits.get(0).value() + limits.get(1).value()) / 2;
      String word = limits.get(0).name().replaceFirst(" read$", "");
      return List.of(new Chart.Limit(word, mean, "ink"));
    }
    return limits;
  }

  /**
   * Sums of lines over the job, in seconds since its submission: a point a second, or of a long job
   * the mean of several.
   */
  private static List<List<Double>> points(List<Line> lines, CellSummary cell) {
    Span job = cell.job().orElseThrow().span();
    double stepS = Math.max(1, Math.ceil(job.lengthS() / MOST_POINTS));
    Map<Long, Double> sums = new TreeMap<>();
    for (Line line : lines) {
      Map<Long, double[]> means = new TreeMap<>();
      for (Samples.Row row : line.rows()) {
        double value = line.figure().applyAsDouble(row);
        // a sample's figures are of the interval that ends at its time
        if (row.timeS() > job.startS() && row.timeS() < job.endS() + 1 && !Double.isNaN(value)) {
          double[] mean =
              means.computeIfAbsent(
                  (long) Math.floor((row.timeS() - job.startS()) / stepS), s -> new double[2]);
          mean[0] += value;
          mean[1]++;
        }
      }
      means.forEach((step, mean) -> sums.merge(step, mean[0] / mean[1], Double::sum));
    }
    return sums.entrySet().stream()
        .map(e -> List.of(e.getKey() * stepS, Charts.orNull(Math.max(0, e.getValue()))))
        .toList();
  }

  private static Chart chart(
      Sweep sweep,
      Combination combination,
      String id,
      List<Chart.Series> series,
      String unit,
      Double maximum,
      List<Chart.Limit> limits) {
    CellSummary cell = combination.median().orElseThrow();
    int repetitions = combination.cells().size();
    return new Chart(
        id + "-" + (sweep.combinations().indexOf(combination) + 1),
        combination.name(),
        Figures.number(Combination.elapsedS(cell))
            + " s"
            + (repetitions > 1
                ? ", repetition " + Sweep.repetition(cell) + " of " + repetitions
                : ""),
        "time",
        unit,
        maximum,
        UsageSection.FROM_SUBMISSION,
        List.of(),
        series,
        UsageSection.spans(cell),
        List.of(),
        limits,
        new Chart.Frame(0, endS(sweep, cell)));
  }

  private static double endS(Sweep sweep, CellSummary cell) {
    DoubleSummaryStatistics lengths = lengths(sweep);
    return Math.ceil(oneAxis(sweep) ? lengths.getMax() : Combination.elapsedS(cell));
  }

  private static boolean oneAxis(Sweep sweep) {
    DoubleSummaryStatistics lengths = lengths(sweep);
    return lengths.getMax() <= ONE_AXIS * lengths.getMin();
  }

  private static DoubleSummaryStatistics lengths(Sweep sweep) {
    return sweep.measured().stream()
        .mapToDouble(c -> Combination.elapsedS(c.median().orElseThrow()))
        .summaryStatistics();
  }

  private static List<Block> blocks(
      Sweep sweep,
      String id,
      String title,
      String caption,
      List<Chart> charts,
      List<String> without) {
    List<Block> blocks = new ArrayList<>();
    if (!charts.isEmpty()) {
      boolean repeated = sweep.combinations().stream().anyMatch(c -> c.cells().size() > 1);
      blocks.add(
          new Block.Multiples(
              id,
              title + ", " + charts.get(0).unit(),
              caption
                  + (repeated ? " Of several repetitions the one with the median time." : "")
                  + " Time is in seconds from the job's submission"
                  + (oneAxis(sweep) ? ", on one scale" : ", on each chart's own scale")
                  + "; the job's intervals are marked.",
              Math.min(MOST_COLUMNS, sweep.networks().size()),
              keys(charts),
              charts));
    }
    if (!without.isEmpty()) {
      blocks.add(
          new Block.Notice(
              "missing", title + " is without these cells, which have no samples of it:", without));
    }
    return blocks;
  }

  private static List<Block.Key> keys(List<Chart> charts) {
    Map<String, Block.Key> keys = new LinkedHashMap<>();
    for (Chart chart : charts) {
      boolean areas = chart.series().stream().anyMatch(s -> !s.stack().isEmpty());
      chart
          .series()
          .forEach(
              s ->
                  keys.putIfAbsent(
                      s.name(),
                      new Block.Key(
                          s.name(), s.colour(), areas ? "area" : s.dashed() ? "dashed" : "line")));
    }
    return List.copyOf(keys.values());
  }

  /** Disks, then links. */
  public static List<Block> io(Sweep sweep) {
    List<Block> blocks = new ArrayList<>(disk(sweep));
    blocks.addAll(network(sweep));
    return blocks;
  }
}
