package io.corebound.analysis.pages.report.job;

import static io.corebound.analysis.pages.report.job.VerdictSection.SAY;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Words;
import io.corebound.analysis.pages.report.cell.BaseRates;
import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.CommandVerdict;
import io.corebound.analysis.pages.report.cell.RoleCores;
import io.corebound.analysis.study.bound.SampledFigure;
import io.corebound.analysis.study.bound.Sources;
import io.corebound.analysis.study.bound.Sources.Medium;
import io.corebound.analysis.study.bound.Span;
import io.corebound.records.history.Interval;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CellResult.CollectorReport;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** CPU, disk and network over time, with the intervals of the job marked. */
public final class UsageSection {
  public static final String FROM_SUBMISSION = "seconds from the job's submission";
  private static final String FROM_COMMAND = "seconds from the command's start";
  private static final String CPU = "CPU use over time";
  private static final String ROLES = "CPU by role over time";
  private static final String DISK = "Disk throughput over time";
  private static final String NETWORK = "Network throughput over time";

  /** Devices that never moved this much are not shown. */
  private static final double SOME_MB_PER_S = 0.05;

  /** Roles that never kept this much of a core busy are not shown. */
  private static final double SOME_CORES = 0.01;

  /** The most layers of a chart: one for each colour. */
  private static final int MOST_ROLES = 10;

  private final CellSummary cell;
  private final BaseRates base;
  private final String suffix;

  public UsageSection(CellSummary cell, String suffix) {
    this.cell = cell;
    this.base = cell.base();
    this.suffix = suffix;
  }

  public List<Block> cpu() {
    List<Block> blocks = new ArrayList<>();
    List<Samples> cpus = Sources.of(cell.samples(), Sources.CPU);
    List<Samples> roles = RoleCores.sources(cell.samples());
    List<Samples> processes = Sources.of(cell.samples(), Sources.PROCESSES);
    if (cpus.isEmpty()) {
      blocks.add(missing(CPU, "sar"));
    }
    boolean reported = collectors().anyMatch(c -> c.name().equals("roles"));
    if (roles.isEmpty() && (processes.isEmpty() || reported)) {
      blocks.add(missing(ROLES, "roles"));
    }
    band(HostBand.Figure.CPU, cpus, blocks);
    boolean command = cell.command().filter(CommandVerdict::started).isPresent();
    blocks.addAll(
        ofHosts(
            "cpu-of-host",
            "CPU over time on one host",
            List.of(
                new PerHost(cpus, s -> cpuChart(s, id("cpu-chart", cpus, s))),
                new PerHost(roles, s -> rolesChart(s, id("roles-time", roles, s))),
                new PerHost(command ? roles : List.of(), s -> rolesTable(s, id("roles", roles, s))),
                new PerHost(
                    processes.stream().filter(p -> !Sources.haveHost(roles, p.host())).toList(),
                    s -> processesChart(s, id("roles-time", processes, s))))));
    blocks.addAll(missingOn(CPU, "sar", cpus));
    blocks.addAll(missingOn(ROLES, "roles", roles));
    return blocks;
  }

  public List<Block> io() {
    List<Block> blocks = new ArrayList<>();
    List<Samples> disks = Sources.of(cell.samples(), Medium.DISK.source);
    List<Samples> links = Sources.of(cell.samples(), Medium.NETWORK.source);
    if (disks.isEmpty()) {
      blocks.add(missing(DISK, "iostat"));
    }
    if (links.isEmpty()) {
      blocks.add(missing(NETWORK, "sar"));
    }
    band(HostBand.Figure.DISK, disks, blocks);
    band(HostBand.Figure.NETWORK, links, blocks);
    blocks.addAll(
        ofHosts(
            "io-of-host",
            "Disk and network over time on one host",
            List.of(
                new PerHost(disks, s -> deviceChart(s, id("disk-chart", disks, s), Medium.DISK)),
                new PerHost(
                    links, s -> deviceChart(s, id("network-chart", links, s), Medium.NETWORK)))));
    blocks.addAll(missingOn(DISK, "iostat", disks));
    blocks.addAll(missingOn(NETWORK, "sar", links));
    return blocks;
  }

  private void band(HostBand.Figure figure, List<Samples> sources, List<Block> blocks) {
    if (HostBand.isNeeded(sources)) {
      blocks.addAll(HostBand.blocks(figure, sources, cell, suffix));
    }
  }

  private String id(String name, List<Samples> sources, Samples source) {
    return name + suffix + (sources.size() == 1 ? "" : "-host" + (sources.indexOf(source) + 1));
  }

  /** A chart of each of the hosts that have a source. */
  private record PerHost(List<Samples> sources, Function<Samples, Block> chart) {}

  /** The charts one below the other; of many hosts those of the one that the reader chooses. */
  private List<Block> ofHosts(String id, String label, List<PerHost> kinds) {
    if (kinds.stream().noneMatch(kind -> HostBand.isNeeded(kind.sources()))) {
      return kinds.stream().flatMap(k -> k.sources().stream().map(k.chart())).toList();
    }
    Map<String, List<Block>> byHost = new TreeMap<>();
    for (PerHost kind : kinds) {
      for (Samples source : kind.sources()) {
        Block chart = kind.chart().apply(source);
        byHost.computeIfAbsent(source.host(), h -> new ArrayList<>()).add(chart);
      }
    }
    List<Block.Option> options =
        byHost.entrySet().stream().map(e -> new Block.Option(e.getKey(), e.getValue())).toList();
    return List.of(new Block.Choice(id + suffix, label, options));
  }

  /** Core-seconds from the command's start to its end. */
  private Block rolesTable(Samples source, String id) {
    CommandResult command = cell.command().orElseThrow().result();
    RoleTable table =
        new RoleTable(
            List.of(RoleCores.of(source)),
            Map.of("used", List.of(new Span(command.startS(), command.endS()))),
            Map.of());
    String on = onHost(source);
    return table.known()
        ? table.table("commandRoles", id, on, Map.of())
        : SAY.missing("noCommandRoles", "on", on);
  }

  private Block cpuChart(Samples source, String id) {
    ToDoubleFunction<Samples.Row> idle =
        SampledFigure.sumOf(source, Sources.CPU_LAYERS.get("idle"));
    List<Samples.Row> rows = Charts.thinned(source.rowsOf("all"), idle, mostPoints(source));
    List<Chart.Series> series = new ArrayList<>();
    Sources.CPU_LAYERS.forEach(
        (name, metrics) -> {
          var points = Charts.points(rows, cell.originS(), SampledFigure.sumOf(source, metrics));
          series.add(Chart.Series.layer(name, points));
        });
    List<String> texts =
        SAY.parts("cpuChart: on, command", onHost(source), cell.command().isPresent());
    return time(id, texts, "%", 100.0, series, List.of());
  }

  private Block rolesChart(Samples source, String id) {
    RoleCores roles = RoleCores.of(source);
    List<Integer> all = IntStream.range(0, roles.looks()).boxed().toList();
    List<String> shown =
        roles.roles().stream()
            .filter(role -> all.stream().anyMatch(look -> roles.cores(role, look) >= SOME_CORES))
            .toList();
    int single = shown.size() > MOST_ROLES ? MOST_ROLES - 1 : shown.size();
    List<Integer> looks = Charts.thinned(all, look -> sum(shown, roles, look), mostPoints(source));
    List<Chart.Series> series = new ArrayList<>();
    for (String role : shown.subList(0, single)) {
      series.add(layer(role, List.of(role), roles, looks));
    }
    if (single < shown.size()) {
      series.add(layer("smaller roles", shown.subList(single, shown.size()), roles, looks));
    }
    List<String> texts = SAY.parts("rolesChart", "on", onHost(source));
    return time(id, texts, "cores", null, series, List.of());
  }

  private static double sum(List<String> added, RoleCores roles, int look) {
    return added.stream().mapToDouble(role -> roles.cores(role, look)).sum();
  }

  private Chart.Series layer(
      String name, List<String> added, RoleCores roles, List<Integer> looks) {
    List<List<Double>> points = new ArrayList<>();
    for (int look : looks) {
      double cores = Math.max(0, sum(added, roles, look));
      points.add(List.of(seconds(roles.endS(look) - cell.originS()), Charts.orNull(cores)));
    }
    return new Chart.Series(name, "", "roles", false, false, points, List.of());
  }

  /** Of runs that have no samples of roles: the processes that pidstat watched. */
  private Block processesChart(Samples source, String id) {
    ToDoubleFunction<Samples.Row> percent =
        SampledFigure.sumOf(source, "user_percent", "system_percent");
    List<Chart.Series> series = new ArrayList<>();
    for (String role : source.devices()) {
      List<Samples.Row> rows = Charts.thinned(source.rowsOf(role), percent, mostPoints(source));
      if (rows.stream().anyMatch(r -> percent.applyAsDouble(r) >= 1)) {
        var points = Charts.points(rows, cell.originS(), r -> percent.applyAsDouble(r) / 100);
        series.add(Chart.Series.line(role, "", false, points));
      }
    }
    List<String> texts = SAY.parts("processesChart", "on", onHost(source));
    return time(id, texts, "cores", null, series, List.of());
  }

  /** Two lines a disk or link that moved anything. */
  private Block deviceChart(Samples source, String id, Medium medium) {
    ToDoubleFunction<Samples.Row> in = SampledFigure.sumOf(source, base.inMetric(medium));
    ToDoubleFunction<Samples.Row> out = SampledFigure.sumOf(source, base.outMetric(medium));
    List<Chart.Series> series = new ArrayList<>();
    for (String device : source.devices()) {
      List<Samples.Row> rows = List.copyOf(source.rowsOf(device));
      double peak =
          rows.stream()
              .mapToDouble(r -> Math.max(in.applyAsDouble(r), out.applyAsDouble(r)))
              .reduce(0, (a, b) -> b > a ? b : a);
      BaseRates.Place place = new BaseRates.Place(source.host(), device);
      if (peak >= SOME_MB_PER_S && base.has(medium, place, peak)) {
        boolean first = series.isEmpty();
        String name = base.name(medium, place) + " ";
        List<List<Double>> ins = points(rows, in, source);
        List<List<Double>> outs = points(rows, out, source);
        series.add(Chart.Series.line(name + medium.in, first ? "read" : "", false, ins));
        series.add(Chart.Series.line(name + medium.out, first ? "write" : "", true, outs));
      }
    }
    List<Chart.Limit> limits = base.limits(medium);
    String block = medium == Medium.DISK ? "diskChart" : "networkChart";
    List<String> texts =
        SAY.parts(block + ": on, base, known", onHost(source), base, !limits.isEmpty());
    return time(id, texts, "MB/s", null, series, limits);
  }

  private List<List<Double>> points(
      List<Samples.Row> rows, ToDoubleFunction<Samples.Row> figure, Samples source) {
    return Charts.points(Charts.thinned(rows, figure, mostPoints(source)), cell.originS(), figure);
  }

  /**
   * A chart over time.
   *
   * @param texts title, caption, and why it is empty where it is
   */
  private Block time(
      String id,
      List<String> texts,
      String unit,
      Double maximum,
      List<Chart.Series> series,
      List<Chart.Limit> limits) {
    return Charts.orMissing(
        new Chart(
            id,
            texts.get(0),
            texts.get(1),
            "time",
            unit,
            maximum,
            across(cell),
            List.of(),
            series,
            spans(cell),
            moments(cell),
            limits,
            null),
        texts.get(2));
  }

  private int mostPoints(Samples source) {
    return Charts.mostPoints(Sources.of(cell.samples(), source.source()).size());
  }

  /** What the time axis of a cell's charts shows. */
  static String across(CellSummary cell) {
    return cell.command().isPresent() ? FROM_COMMAND : FROM_SUBMISSION;
  }

  public static List<Chart.Mark> spans(CellSummary cell) {
    double originS = cell.originS();
    return cell.job().map(j -> j.result().intervals()).orElse(List.of()).stream()
        .filter(i -> i.name() != Interval.OVERHEAD && i.elapsedS() > 0)
        .map(i -> mark(Words.interval(i.name()), i.startS() - originS, i.endS() - originS))
        .toList();
  }

  static List<Chart.Mark> moments(CellSummary cell) {
    List<Chart.Mark> moments = new ArrayList<>();
    for (CellResult.Job job : cell.result().map(CellResult::stages).orElse(List.of())) {
      if (job.submitS() > 0) {
        double at = job.submitS() - cell.originS();
        moments.add(mark(Words.workload(job.name()), at, at));
      }
    }
    return moments;
  }

  private static Chart.Mark mark(String name, double fromS, double toS) {
    return new Chart.Mark(name, seconds(fromS), seconds(toS));
  }

  private static double seconds(double value) {
    return Math.round(value * 1e3) / 1e3;
  }

  private Stream<CollectorReport> collectors() {
    return cell.result().stream().flatMap(r -> r.collectors().stream());
  }

  /** Says which collector's data is missing, and why, by the cell's own record. */
  private Block missing(String title, String collector) {
    String why =
        collectors()
            .filter(c -> c.name().startsWith(collector) && c.state() != State.OK)
            .map(CollectorReport::reason)
            .filter(reason -> !reason.isBlank())
            .map(Words::sentence)
            .findFirst()
            .orElse(cell.whyUnmeasured());
    return SAY.missing("missing: title, why, collector", title, why, collector);
  }

  /** Where some hosts have a chart: which have none, and why. */
  private List<Block> missingOn(String title, String collector, List<Samples> sources) {
    return collectors()
        .filter(r -> !sources.isEmpty() && !Sources.haveHost(sources, r.host()))
        .filter(r -> r.name().equals(collector))
        .<Block>map(r -> SAY.missing("missingOn: title, collector, r", title, collector, r))
        .toList();
  }

  private String onHost(Samples source) {
    Stream<String> seen = cell.samples().stream().map(Samples::host);
    long hosts = Stream.concat(collectors().map(CollectorReport::host), seen).distinct().count();
    return hosts == 1 ? "" : " on " + source.host();
  }
}
