package io.corebound.analysis.report.job;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Words;
import io.corebound.analysis.report.cell.BaseRates;
import io.corebound.analysis.report.cell.CellSummary;
import io.corebound.analysis.report.cell.CommandVerdict;
import io.corebound.analysis.report.cell.RoleCores;
import io.corebound.analysis.report.cell.SampleMean;
import io.corebound.analysis.report.cell.Sources;
import io.corebound.analysis.report.cell.Span;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.CommandResult;
import io.corebound.records.run.Samples;
import io.corebound.records.run.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** CPU, disk and network over time, with the intervals of the job marked. */
public final class UsageSection {
  public static final String FROM_SUBMISSION = "seconds from the job's submission";
  private static final String FROM_COMMAND = "seconds from the command's start";

  /** Devices that never moved this much are not shown. */
  private static final double SOME_MB_PER_S = 0.05;

  /** Roles that never kept this much of a core busy are not shown. */
  private static final double SOME_CORES = 0.01;

  /** More layers than there are colours cannot be told apart. */
  private static final int MOST_ROLES = 10;

  private UsageSection() {}

  public static List<Block> cpu(CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    List<Samples> sources = Sources.of(cell.samples(), Sources.CPU);
    List<Samples> roles = RoleCores.sources(cell.samples());
    if (sources.isEmpty()) {
      blocks.add(missing("CPU use over time", "sar", cell));
    }
    List<Samples> processes = Sources.of(cell.samples(), Sources.PROCESSES);
    if (roles.isEmpty() && (processes.isEmpty() || reported("roles", cell))) {
      blocks.add(missing("CPU by role over time", "roles", cell));
    }
    if (HostBand.isNeeded(sources)) {
      blocks.addAll(HostBand.cpu(sources, cell, suffix));
    }
    blocks.addAll(
        ofHosts(
            "cpu-of-host" + suffix,
            "CPU over time on one host",
            List.of(
                new PerHost(
                    sources, s -> cpuChart(s, cell, "cpu-chart" + suffix + host(sources, s))),
                new PerHost(
                    roles, s -> rolesChart(s, cell, "roles-time" + suffix + host(roles, s))),
                new PerHost(
                    cell.command().filter(CommandVerdict::started).isPresent() ? roles : List.of(),
                    s -> rolesTable(s, cell, "roles" + suffix + host(roles, s))),
                new PerHost(
                    processes.stream().filter(p -> !Sources.haveHost(roles, p.host())).toList(),
                    s -> processesChart(s, cell, "roles-time" + suffix + host(processes, s))))));
    blocks.addAll(missingOn("CPU use over time", "sar", cell, sources));
    blocks.addAll(missingOn("CPU by role over time", "roles", cell, roles));
    return blocks;
  }

  private static boolean reported(String collector, CellSummary cell) {
    return cell.result().stream()
        .flatMap(r -> r.collectors().stream())
        .anyMatch(c -> c.name().equals(collector));
  }

  /** Core-seconds from the command's start to its end. */
  private static Block rolesTable(Samples source, CellSummary cell, String id) {
    CommandResult command = cell.command().orElseThrow().result();
    String title = "Core-seconds by role" + onHost(cell, source);
    RoleTable table =
        new RoleTable(
            List.of(RoleCores.of(source)),
            Map.of("used", List.of(new Span(command.startS(), command.endS()))),
            Map.of());
    return table.known()
        ? table.table(id, title, Map.of(), "From the command's start to its end.")
        : Block.Notice.missing(title + " are not known: no sample covers the command's time.");
  }

  public static List<Block> io(CellSummary cell, String suffix) {
    List<Block> blocks = new ArrayList<>();
    List<Samples> disks = Sources.of(cell.samples(), Sources.DISK);
    if (disks.isEmpty()) {
      blocks.add(missing("Disk throughput over time", "iostat", cell));
    }
    List<Samples> networks = Sources.of(cell.samples(), Sources.NETWORK);
    if (networks.isEmpty()) {
      blocks.add(missing("Network throughput over time", "sar", cell));
    }
    if (HostBand.isNeeded(disks)) {
      blocks.addAll(HostBand.disk(disks, cell, suffix));
    }
    if (HostBand.isNeeded(networks)) {
      blocks.addAll(HostBand.network(networks, cell, suffix));
    }
    blocks.addAll(
        ofHosts(
            "io-of-host" + suffix,
            "Disk and network over time on one host",
            List.of(
                new PerHost(disks, s -> diskChart(s, cell, "disk-chart" + suffix + host(disks, s))),
                new PerHost(
                    networks,
                    s -> networkChart(s, cell, "network-chart" + suffix + host(networks, s))))));
    blocks.addAll(missingOn("Disk throughput over time", "iostat", cell, disks));
    blocks.addAll(missingOn("Network throughput over time", "sar", cell, networks));
    return blocks;
  }

  /** A chart of each of the hosts that have a source. */
  private record PerHost(List<Samples> sources, Function<Samples, Block> chart) {}

  /** The charts one below the other; of many hosts those of the one that the reader chooses. */
  private static List<Block> ofHosts(String id, String label, List<PerHost> kinds) {
    if (kinds.stream().noneMatch(kind -> HostBand.isNeeded(kind.sources()))) {
      return kinds.stream().flatMap(k -> k.sources().stream().map(k.chart())).toList();
    }
    Map<String, List<Block>> byHost = new TreeMap<>();
    for (PerHost kind : kinds) {
      for (Samples source : kind.sources()) {
        byHost
            .computeIfAbsent(source.host(), h -> new ArrayList<>())
            .add(kind.chart().apply(source));
      }
    }
    return List.of(
        new Block.Choice(
            id,
            label,
            byHost.entrySet().stream()
                .map(e -> new Block.Option(e.getKey(), List.copyOf(e.getValue())))
                .toList()));
  }

  private static Block diskChart(Samples source, CellSummary cell, String id) {
    BaseRates base = cell.base();
    return deviceChart(
        source,
        cell,
        new Shape(
            id,
            "Disk throughput over time" + onHost(cell, source),
            "Read and written by device."
                + (Double.isNaN(base.disk().readMbPerS())
                    ? ""
                    : base.disks().isEmpty()
                        ? " The dashed lines are what the probe got out of the disk under the data"
                            + " directory."
                        : " The dashed lines are the " + base.word() + " of one of them."),
            "read_mb_per_s",
            "read",
            "write_mb_per_s",
            "written",
            base::hasDisk,
            base::diskName,
            "no disk moved any data while it was watched."),
        diskLimits(base));
  }

  /** What a disk can carry, as lines. */
  public static List<Chart.Limit> diskLimits(BaseRates base) {
    String word = base.diskLine();
    return limits(
        new Chart.Limit(word + " read", base.disk().readMbPerS(), "read"),
        new Chart.Limit(word + " write", base.disk().writeMbPerS(), "write"));
  }

  private static Block networkChart(Samples source, CellSummary cell, String id) {
    BaseRates base = cell.base();
    return deviceChart(
        source,
        cell,
        new Shape(
            id,
            "Network throughput over time" + onHost(cell, source),
            base.links().isEmpty()
                ? "Received and transmitted by interface; lo is the loopback, over which the"
                    + " daemons of a local cluster talk."
                    + (Double.isNaN(base.networkMbPerS())
                        ? ""
                        : " The dashed line is what the probe got out of it.")
                : "Received and transmitted by each node."
                    + (Double.isNaN(base.networkMbPerS())
                        ? ""
                        : " The dashed line is what a link carries in one direction."),
            base.receivedMetric(),
            "received",
            base.transmittedMetric(),
            "transmitted",
            base::hasLink,
            base::linkName,
            "no interface moved any data while it was watched."),
        networkLimits(base));
  }

  /** What a link can carry, as a line. */
  public static List<Chart.Limit> networkLimits(BaseRates base) {
    return limits(new Chart.Limit(base.networkLine(), base.networkMbPerS(), "read"));
  }

  private static List<Chart.Limit> limits(Chart.Limit... limits) {
    return Arrays.stream(limits).filter(l -> !Double.isNaN(l.value())).toList();
  }

  private static Block cpuChart(Samples source, CellSummary cell, String id) {
    Map<String, ToDoubleFunction<Samples.Row>> layers = new LinkedHashMap<>();
    layers.put("user", SampleMean.sumOf(source, "user_percent", "nice_percent"));
    layers.put("system", SampleMean.sumOf(source, "system_percent", "irq_percent", "soft_percent"));
    layers.put("I/O wait", SampleMean.sumOf(source, "iowait_percent"));
    layers.put("steal", SampleMean.sumOf(source, "steal_percent"));
    layers.put("idle", SampleMean.sumOf(source, "idle_percent"));
    List<Samples.Row> rows =
        Charts.thinned(source.rowsOf("all"), layers.get("idle"), points(cell, source));
    List<Chart.Series> series = new ArrayList<>();
    layers.forEach(
        (name, figure) ->
            series.add(
                new Chart.Series(
                    name,
                    name.replace("I/O ", "io-"),
                    "cpu",
                    false,
                    Charts.points(rows, cell.originS(), figure),
                    List.of())));
    return time(
        id,
        "CPU use over time" + onHost(cell, source),
        "All cores together: 100 % is every core. System includes interrupts; I/O wait is idle time"
            + " in which a disk request was outstanding; steal is what the hypervisor gave to"
            + " others."
            + (cell.command().isPresent()
                ? " Time is in seconds from the command's start."
                : " Marked: the intervals of the measured job; time is in seconds from its"
                    + " submission."),
        new Scale("%", 100.0),
        series,
        cell,
        List.of(),
        "sar delivered no line for all CPUs.");
  }

  private static Block rolesChart(Samples source, CellSummary cell, String id) {
    RoleCores roles = RoleCores.of(source);
    List<Integer> all = IntStream.range(0, roles.looks()).boxed().toList();
    List<String> shown =
        roles.roles().stream()
            .filter(role -> all.stream().anyMatch(look -> roles.cores(role, look) >= SOME_CORES))
            .toList();
    int single = shown.size() > MOST_ROLES ? MOST_ROLES - 1 : shown.size();
    List<Integer> looks =
        Charts.thinned(
            all,
            look -> shown.stream().mapToDouble(role -> roles.cores(role, look)).sum(),
            points(cell, source));
    List<Chart.Series> series = new ArrayList<>();
    for (String role : shown.subList(0, single)) {
      series.add(layer(role, List.of(role), roles, looks, cell));
    }
    if (single < shown.size()) {
      series.add(layer("smaller roles", shown.subList(single, shown.size()), roles, looks, cell));
    }
    return time(
        id,
        "CPU by role over time" + onHost(cell, source),
        "How many cores the processes of each role kept busy, user and system together. Roles that"
            + " never reached 1 % of a core are left out.",
        new Scale("cores", null),
        series,
        cell,
        List.of(),
        "no process was seen working.");
  }

  private static Chart.Series layer(
      String name, List<String> added, RoleCores roles, List<Integer> looks, CellSummary cell) {
    List<List<Double>> points = new ArrayList<>();
    for (int look : looks) {
      double cores = added.stream().mapToDouble(role -> roles.cores(role, look)).sum();
      points.add(
          List.of(seconds(roles.endS(look) - cell.originS()), Charts.orNull(Math.max(0, cores))));
    }
    return new Chart.Series(name, "", "roles", false, points, List.of());
  }

  /** Of runs that have no samples of roles: the processes that pidstat watched. */
  private static Block processesChart(Samples source, CellSummary cell, String id) {
    ToDoubleFunction<Samples.Row> percent =
        SampleMean.sumOf(source, "user_percent", "system_percent");
    List<Chart.Series> series = new ArrayList<>();
    for (String role : source.devices()) {
      List<Samples.Row> rows = Charts.thinned(source.rowsOf(role), percent, points(cell, source));
      if (rows.stream().anyMatch(r -> percent.applyAsDouble(r) >= 1)) {
        series.add(
            new Chart.Series(
                role,
                "",
                "",
                false,
                Charts.points(rows, cell.originS(), r -> percent.applyAsDouble(r) / 100),
                List.of()));
      }
    }
    return time(
        id,
        "CPU by process over time" + onHost(cell, source),
        "How many cores each role kept busy, user and system together. Roles that never reached 1 %"
            + " of a core are left out.",
        new Scale("cores", null),
        series,
        cell,
        List.of(),
        "no process was seen working.");
  }

  /** How a chart of two directions by device is called and read. */
  private record Shape(
      String id,
      String title,
      String caption,
      String inMetric,
      String in,
      String outMetric,
      String out,
      BiPredicate<BaseRates.Place, Double> counts,
      Function<BaseRates.Place, String> name,
      String whyEmpty) {}

  private record Scale(String unit, Double maximum) {}

  private static Block deviceChart(
      Samples source, CellSummary cell, Shape shape, List<Chart.Limit> limits) {
    ToDoubleFunction<Samples.Row> in = SampleMean.sumOf(source, shape.inMetric());
    ToDoubleFunction<Samples.Row> out = SampleMean.sumOf(source, shape.outMetric());
    List<Chart.Series> series = new ArrayList<>();
    for (String device : source.devices()) {
      List<Samples.Row> rows = List.copyOf(source.rowsOf(device));
      double peak =
          rows.stream()
              .mapToDouble(r -> Math.max(in.applyAsDouble(r), out.applyAsDouble(r)))
              .filter(v -> !Double.isNaN(v))
              .max()
              .orElse(0);
      BaseRates.Place place = new BaseRates.Place(source.host(), device);
      if (peak >= SOME_MB_PER_S && shape.counts().test(place, peak)) {
        boolean first = series.isEmpty();
        String name = shape.name().apply(place);
        series.add(
            line(name + " " + shape.in(), first ? "read" : "", false, rows, in, cell, source));
        series.add(
            line(name + " " + shape.out(), first ? "write" : "", true, rows, out, cell, source));
      }
    }
    return time(
        shape.id(),
        shape.title(),
        shape.caption(),
        new Scale("MB/s", null),
        series,
        cell,
        limits,
        shape.whyEmpty());
  }

  private static Chart.Series line(
      String name,
      String colour,
      boolean dashed,
      List<Samples.Row> rows,
      ToDoubleFunction<Samples.Row> figure,
      CellSummary cell,
      Samples source) {
    return new Chart.Series(
        name,
        colour,
        "",
        dashed,
        Charts.points(Charts.thinned(rows, figure, points(cell, source)), cell.originS(), figure),
        List.of());
  }

  private static Block time(
      String id,
      String title,
      String caption,
      Scale scale,
      List<Chart.Series> series,
      CellSummary cell,
      List<Chart.Limit> limits,
      String whyEmpty) {
    return Charts.orMissing(
        new Chart(
            id,
            title,
            caption,
            "time",
            scale.unit(),
            scale.maximum(),
            across(cell),
            List.of(),
            series,
            spans(cell),
            moments(cell),
            limits),
        whyEmpty);
  }

  private static int points(CellSummary cell, Samples source) {
    return Charts.mostPoints(Sources.of(cell.samples(), source.source()).size());
  }

  /** What the time axis of a cell's charts shows. */
  static String across(CellSummary cell) {
    return cell.command().isPresent() ? FROM_COMMAND : FROM_SUBMISSION;
  }

  public static List<Chart.Mark> spans(CellSummary cell) {
    return cell.job().map(j -> j.result().intervals()).orElse(List.of()).stream()
        .filter(i -> !i.name().equals("overhead") && i.elapsedS() > 0)
        .map(
            i ->
                new Chart.Mark(
                    Words.interval(i.name()),
                    seconds(i.startS() - cell.originS()),
                    seconds(i.endS() - cell.originS())))
        .toList();
  }

  static List<Chart.Mark> moments(CellSummary cell) {
    List<Chart.Mark> moments = new ArrayList<>();
    for (CellResult.Job job : cell.result().map(CellResult::stages).orElse(List.of())) {
      if (job.submitS() > 0) {
        double at = seconds(job.submitS() - cell.originS());
        moments.add(new Chart.Mark(Words.workload(job.name()), at, at));
      }
    }
    return moments;
  }

  private static double seconds(double value) {
    return Math.round(value * 1e3) / 1e3;
  }

  /** Says which collector's data is missing, and why, by the cell's own record. */
  private static Block missing(String title, String collector, CellSummary cell) {
    String why =
        cell.result().map(CellResult::collectors).orElse(List.of()).stream()
            .filter(c -> c.name().startsWith(collector) && c.state() != State.OK)
            .map(CellResult.CollectorReport::reason)
            .filter(reason -> !reason.isBlank())
            .map(Words::sentence)
            .findFirst()
            .orElse(
                cell.whyUnmeasured().isEmpty()
                    ? "the run directory has no samples of " + collector + " for this cell."
                    : cell.whyUnmeasured());
    return Block.Notice.missing(title + " is not shown: " + why);
  }

  /** Where some hosts have a chart: which have none, and why. */
  private static List<Block> missingOn(
      String title, String collector, CellSummary cell, List<Samples> sources) {
    List<Block> blocks = new ArrayList<>();
    for (CellResult.CollectorReport report :
        cell.result().map(CellResult::collectors).orElse(List.of())) {
      if (!sources.isEmpty()
          && !Sources.haveHost(sources, report.host())
          && report.name().equals(collector)) {
        blocks.add(
            Block.Notice.missing(
                title
                    + " on "
                    + report.host()
                    + " is not shown: "
                    + (report.reason().isBlank()
                        ? collector + " delivered no such samples there."
                        : Words.sentence(report.reason()))));
      }
    }
    return blocks;
  }

  private static String host(List<Samples> sources, Samples source) {
    return sources.size() == 1 ? "" : "-host" + (sources.indexOf(source) + 1);
  }

  private static String onHost(CellSummary cell, Samples source) {
    Stream<String> reported =
        cell.result().map(CellResult::collectors).orElse(List.of()).stream()
            .map(CellResult.CollectorReport::host);
    long hosts =
        Stream.concat(reported, cell.samples().stream().map(Samples::host)).distinct().count();
    return hosts == 1 ? "" : " on " + source.host();
  }
}
