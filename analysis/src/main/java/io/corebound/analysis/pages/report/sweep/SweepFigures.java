package io.corebound.analysis.pages.report.sweep;

import static io.corebound.analysis.pages.report.sweep.SweepWords.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.report.cell.BaseRates;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.job.UsageSection;
import io.corebound.analysis.study.bound.SampledFigure;
import io.corebound.analysis.study.bound.Sources;
import io.corebound.analysis.study.bound.Sources.Medium;
import io.corebound.analysis.study.bound.Span;
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

  /** The most nodes that a chart shows. */
  private static final int MOST_NODES = 4;

  /** More charts side by side would be too narrow. */
  private static final int MOST_COLUMNS = 3;

  /** Up to this ratio of lengths all charts share an axis of time. */
  private static final double ONE_AXIS = 4;

  /** Limits that differ by less are drawn as one. */
  private static final double ALIKE = 0.05;

  private final Sweep sweep;
  private final String id;
  private final List<Chart> charts = new ArrayList<>();
  private final List<String> without = new ArrayList<>();

  private SweepFigures(Sweep sweep, String id) {
    this.sweep = sweep;
    this.id = sweep.id(id);
  }

  /** A part of a sum: rows, and what each adds. */
  private record Line(List<Samples.Row> rows, ToDoubleFunction<Samples.Row> figure) {}

  public static List<Block> cpu(Sweep sweep) {
    SweepFigures figure = new SweepFigures(sweep, "figure-5");
    for (Combination combination : sweep.measured()) {
      CellSummary cell = combination.median().orElseThrow();
      List<Samples> sources = Sources.of(cell.base().ofWorkers(cell.samples()), Sources.CPU);
      figure.add(
          combination,
          sources.isEmpty() ? List.of() : cpuSeries(sources, cell),
          "%",
          100.0,
          List.of());
    }
    return figure.blocks(SAY.parts("figure5"));
  }

  /** The mean over all cores, to which each host adds its part. */
  private static List<Chart.Series> cpuSeries(List<Samples> sources, CellSummary cell) {
    double cores = sources.stream().mapToInt(Sources::cores).sum();
    List<Chart.Series> series = new ArrayList<>();
    Sources.CPU_LAYERS.forEach(
        (name, metrics) -> {
          List<Line> lines = new ArrayList<>();
          for (Samples cpu : sources) {
            ToDoubleFunction<Samples.Row> percent = SampledFigure.sumOf(cpu, metrics);
            double weight = Sources.cores(cpu) / cores;
            lines.add(new Line(cpu.rowsOf("all"), row -> weight * percent.applyAsDouble(row)));
          }
          series.add(Chart.Series.layer(name, points(lines, cell)));
        });
    return series;
  }

  /** Disks, then links. */
  public static List<Block> io(Sweep sweep) {
    List<Block> blocks = new ArrayList<>(throughput(sweep, "figure-8", "figure8", Medium.DISK));
    blocks.addAll(throughput(sweep, "figure-8-network", "figure8Network", Medium.NETWORK));
    return blocks;
  }

  private static List<Block> throughput(Sweep sweep, String id, String block, Medium medium) {
    SweepFigures figure = new SweepFigures(sweep, id);
    boolean limited = false;
    boolean left = false;
    for (Combination combination : sweep.measured()) {
      CellSummary cell = combination.median().orElseThrow();
      Map<String, List<Line>> in = lines(cell, medium, cell.base().inMetric(medium));
      Map<String, List<Line>> out = lines(cell, medium, cell.base().outMetric(medium));
      List<Chart.Series> series = new ArrayList<>();
      for (String node : in.keySet().stream().limit(MOST_NODES).toList()) {
        boolean dashed = !series.isEmpty();
        String name = node + " ";
        series.add(Chart.Series.line(name + medium.in, "read", dashed, points(in.get(node), cell)));
        series.add(
            Chart.Series.line(name + medium.out, "write", dashed, points(out.get(node), cell)));
      }
      List<Chart.Limit> limits =
          medium == Medium.DISK ? diskLimits(cell, in) : cell.base().limits(medium);
      limited |= !limits.isEmpty() && !series.isEmpty();
      left |= in.size() > MOST_NODES;
      figure.add(combination, series, "MB/s", null, limits);
    }
    return figure.blocks(SAY.parts(block + ": limited, left, most", limited, left, MOST_NODES));
  }

  /** The lines of each worker, one a device; where nodes are not known, of each device. */
  private static Map<String, List<Line>> lines(CellSummary cell, Medium medium, String metric) {
    BaseRates base = cell.base();
    Collection<String> workers = cell.tier().map(t -> t.devicesByNode().keySet()).orElse(Set.of());
    Map<String, List<Line>> lines = new TreeMap<>();
    for (Samples source : Sources.of(cell.samples(), medium.source)) {
      for (String device : source.devices()) {
        BaseRates.Place place = new BaseRates.Place(source.host(), device);
        String node = base.node(medium, place).orElse(device);
        if (base.has(medium, place, Double.MAX_VALUE)
            && (medium == Medium.DISK || workers.isEmpty() || workers.contains(node))) {
          lines
              .computeIfAbsent(node, n -> new ArrayList<>())
              .add(new Line(source.rowsOf(device), SampledFigure.sumOf(source, metric)));
        }
      }
    }
    return lines;
  }

  /** What all disks of a worker carry. */
  private static List<Chart.Limit> diskLimits(CellSummary cell, Map<String, List<Line>> byNode) {
    int devices = byNode.values().stream().mapToInt(List::size).max().orElse(1);
    List<Chart.Limit> limits =
        cell.base().limits(Medium.DISK).stream()
            .map(l -> new Chart.Limit(l.name(), l.value() * devices, l.colour()))
            .toList();
    if (limits.size() == 2 && Math.abs(limits.get(0).value() / limits.get(1).value() - 1) < ALIKE) {
      double mean = (limits.get(0).value() + limits.get(1).value()) / 2;
      return List.of(new Chart.Limit(cell.base().line(Medium.DISK), mean, "ink"));
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
      Map<Long, DoubleSummaryStatistics> steps = new TreeMap<>();
      for (Samples.Row row : line.rows()) {
        double value = line.figure().applyAsDouble(row);
        // a sample's figures are of the interval that ends at its time
        if (row.timeS() > job.startS() && row.timeS() < job.endS() + 1 && !Double.isNaN(value)) {
          long step = (long) Math.floor((row.timeS() - job.startS()) / stepS);
          steps.computeIfAbsent(step, s -> new DoubleSummaryStatistics()).accept(value);
        }
      }
      steps.forEach((step, of) -> sums.merge(step, of.getAverage(), Double::sum));
    }
    return sums.entrySet().stream()
        .map(e -> List.of(e.getKey() * stepS, Charts.orNull(Math.max(0, e.getValue()))))
        .toList();
  }

  private void add(
      Combination combination,
      List<Chart.Series> series,
      String unit,
      Double maximum,
      List<Chart.Limit> limits) {
    CellSummary cell = combination.median().orElseThrow();
    if (series.isEmpty()) {
      without.add(cell.name());
      return;
    }
    int repetitions = combination.cells().size();
    String repetition =
        repetitions > 1
            ? ", repetition %s of %s".formatted(Sweep.repetition(cell), repetitions)
            : "";
    double elapsedS = Combination.elapsedS(cell);
    charts.add(
        new Chart(
            id + "-" + (sweep.combinations().indexOf(combination) + 1),
            combination.name(),
            Figures.number(elapsedS) + " s" + repetition,
            "time",
            unit,
            maximum,
            UsageSection.FROM_SUBMISSION,
            List.of(),
            series,
            UsageSection.spans(cell),
            List.of(),
            limits,
            new Chart.Frame(0, Math.ceil(oneAxis() ? lengths().getMax() : elapsedS))));
  }

  private boolean oneAxis() {
    return lengths().getMax() <= ONE_AXIS * lengths().getMin();
  }

  private DoubleSummaryStatistics lengths() {
    return sweep.measured().stream()
        .mapToDouble(c -> Combination.elapsedS(c.median().orElseThrow()))
        .summaryStatistics();
  }

  private List<Block> blocks(List<String> titleAndCaption) {
    String title = titleAndCaption.get(0);
    List<Block> blocks = new ArrayList<>();
    if (!charts.isEmpty()) {
      boolean repeated = sweep.combinations().stream().anyMatch(c -> c.cells().size() > 1);
      blocks.add(
          new Block.Multiples(
              id,
              title + ", " + charts.get(0).unit(),
              SAY.say(
                  "multiples: caption, repeated, oneAxis",
                  titleAndCaption.get(1),
                  repeated,
                  oneAxis()),
              Math.min(MOST_COLUMNS, sweep.networks().size()),
              keys(),
              charts));
    }
    if (!without.isEmpty()) {
      blocks.add(
          new Block.Notice(
              "missing", title + " is without these cells, which have no samples of it:", without));
    }
    return blocks;
  }

  private List<Block.Key> keys() {
    Map<String, Block.Key> keys = new LinkedHashMap<>();
    charts.stream()
        .flatMap(c -> c.series().stream())
        .forEach(
            s -> {
              String form = !s.stack().isEmpty() ? "area" : s.dashed() ? "dashed" : "line";
              keys.putIfAbsent(s.name(), new Block.Key(s.name(), s.colour(), form));
            });
    return List.copyOf(keys.values());
  }
}
