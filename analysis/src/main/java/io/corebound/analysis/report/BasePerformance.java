package io.corebound.analysis.report;

import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Words;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.MeanInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Base performance: what disk, network and memory were stated to carry and what the probes got out
 * of them (paper, Figure 3).
 *
 * @param lines a line each thing that was probed, disk first
 * @param notes what has to be known to read them, a sentence each
 */
public record BasePerformance(List<Line> lines, List<String> notes) {
  private static final String SUITE = "probe";
  private static final String IOPS = "iops";
  private static final String TRANSACTIONS = "transactions";

  /** What can be probed, in the order of the table. */
  private enum Access {
    DISK_READ("disk.read", "disk", "sequential read"),
    DISK_WRITE("disk.write", "disk", "sequential write"),
    DISK_READ_WRITE("disk.read-write", "disk", "reading and writing at once"),
    DISK_WRITE_BACK("disk.write-back", "disk", "write-back, CPU"),
    DISK_READ_RANDOM("disk.read-random", "disk", "random read"),
    NETWORK_STREAM("network.stream", "network", "TCP stream"),
    NETWORK_REQUEST_RESPONSE("network.request-response", "network", "TCP request and response"),
    MEMORY_COPY("memory.copy", "memory", "copy"),
    MEMORY_TRIAD("memory.triad", "memory", "triad");

    private final String operation;
    private final String resource;
    private final String words;

    Access(String operation, String resource, String words) {
      this.operation = operation;
      this.resource = resource;
      this.words = words;
    }

    static Optional<Access> of(Measurement row) {
      return Arrays.stream(values())
          .filter(access -> row.suite().equals(SUITE))
          .filter(access -> access.operation.equals(row.operation()))
          .findFirst();
    }
  }

  /**
   * One thing that was probed.
   *
   * @param resource {@code disk}, {@code network} or {@code memory}
   * @param access how it was worked
   * @param streams how many streams, connections or threads at once
   * @param unit unit of the figures: {@code MB/s}, {@code 1/s}, or {@code ns/B} of core time
   * @param nominal what is stated for it; null where nothing is
   * @param measured mean over the runs, of all streams together
   * @param ciLow lower end of the 95 % interval; null for fewer than three runs
   * @param ciHigh upper end, as above
   * @param runs how many runs
   * @param measuredOfNominal measured over nominal; null without a nominal figure
   * @param how size of blocks, depth, direct or not, tool
   */
  public record Line(
      String resource,
      String access,
      int streams,
      String unit,
      Double nominal,
      double measured,
      Double ciLow,
      Double ciHigh,
      int runs,
      Double measuredOfNominal,
      String how) {

    /** Half the width of the interval, of the logarithm; NaN where there is none. */
    double relativeHalfWidth() {
      return ciLow == null ? Double.NaN : Math.log(ciHigh / ciLow) / 2;
    }

    /** The interval, or why there is none. */
    String interval() {
      return ciLow == null ? Figures.noInterval(runs, "run") : Figures.range(ciLow, ciHigh);
    }

    String what() {
      return resource + ", " + access;
    }
  }

  /** Copies the lists. */
  public BasePerformance {
    lines = List.copyOf(lines);
    notes = List.copyOf(notes);
  }

  /**
   * The table of a run.
   *
   * @return empty when the run probed nothing
   */
  public static Optional<BasePerformance> of(List<Measurement> measurements) {
    List<Measurement> rows = measurements.stream().filter(m -> Access.of(m).isPresent()).toList();
    List<Line> lines =
        rows.stream()
            .filter(BasePerformance::shown)
            .sorted(
                Comparator.comparing((Measurement m) -> Access.of(m).orElseThrow())
                    .thenComparingInt(Measurement::threads))
            .map(m -> line(m, nominal(rows, m)))
            .toList();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(new BasePerformance(lines, notes(rows)));
  }

  /**
   * Rows of what a machine file states for its disk, its network and its memory, to stand beside
   * what is probed.
   *
   * @param rawFile where the file is kept, relative to the run directory
   * @throws CoreboundException (invalid input) when it states nothing of these
   */
  public static List<Measurement> nominal(String name, MachineFile file, String rawFile) {
    Map<String, DataRate> stated = new TreeMap<>();
    put(stated, "disk.read", file.disk().read());
    put(stated, "disk.write", file.disk().write());
    put(stated, "network.stream", file.network().rate());
    if (file.memory() != null) {
      stated.put("memory.copy", file.memory().rate());
      stated.put("memory.triad", file.memory().rate());
    }
    if (stated.isEmpty()) {
      throw CoreboundException.invalidInput(
          name
              + ": states neither disk nor network nor memory, so there is nothing nominal in it;"
              + " write, for example, 'network: {rate: 10 Gbit/s}'");
    }
    List<Measurement> rows = new ArrayList<>();
    stated.forEach(
        (operation, rate) ->
            rows.add(
                new Measurement(
                    SUITE,
                    operation,
                    Map.of("source", file.source().replaceAll("[;\\s]+", " ").strip()),
                    "wall",
                    1,
                    Metric.NOMINAL,
                    "MB/s",
                    "",
                    rate.megabytesPerSecond(),
                    Double.NaN,
                    Double.NaN,
                    0.95,
                    1,
                    "",
                    rawFile)));
    return rows;
  }

  private static void put(Map<String, DataRate> stated, String operation, DataRate rate) {
    if (rate != null) {
      stated.put(operation, rate);
    }
  }

  private static boolean shown(Measurement row) {
    return List.of(Metric.RATE, IOPS, TRANSACTIONS).contains(row.metric())
        || Access.of(row).orElseThrow() == Access.DISK_WRITE_BACK;
  }

  /** What is stated for an access with any number of streams. */
  private static Double nominal(List<Measurement> rows, Measurement of) {
    return rows.stream()
        .filter(m -> m.metric().equals(Metric.NOMINAL) && of.metric().equals(Metric.RATE))
        .filter(m -> m.operation().equals(of.operation()))
        .map(Measurement::value)
        .findFirst()
        .orElse(null);
  }

  private static Line line(Measurement m, Double nominal) {
    Access access = Access.of(m).orElseThrow();
    return new Line(
        access.resource,
        access.words,
        m.threads(),
        m.unit(),
        nominal,
        m.value(),
        m.interval().map(MeanInterval::low).orElse(null),
        m.interval().map(MeanInterval::high).orElse(null),
        m.n(),
        nominal == null ? null : m.value() / nominal,
        how(m.parameters()));
  }

  private static String how(Map<String, String> parameters) {
    List<String> words = new ArrayList<>();
    if (parameters.containsKey("block_size")) {
      words.add("blocks of " + parameters.get("block_size"));
    }
    if (parameters.containsKey("io_depth")) {
      words.add(parameters.get("io_depth") + " under way");
    }
    if (parameters.containsKey("direct")) {
      words.add(parameters.get("direct").equals("1") ? "direct" : "through the page cache");
    }
    if (parameters.containsKey("link")) {
      words.add(parameters.get("link"));
    }
    if (parameters.containsKey("array_size")) {
      words.add("arrays of " + parameters.get("array_size"));
    }
    words.add(parameters.getOrDefault("tool", "") + " " + parameters.getOrDefault("version", ""));
    return String.join(", ", words).strip();
  }

  private static List<String> notes(List<Measurement> rows) {
    List<String> notes = new ArrayList<>();
    if (rows.stream()
        .filter(m -> m.metric().equals(Metric.RATE))
        .anyMatch(m -> "0".equals(m.parameters().get("direct")))) {
      notes.add(
          "The file system refuses direct I/O: the disk was probed through the page cache, and the"
              + " figures may be the memory's.");
    }
    if (rows.stream()
            .filter(m -> m.metric().equals(Metric.RATE))
            .anyMatch(m -> Access.of(m).orElseThrow() == Access.DISK_WRITE)
        && rows.stream().noneMatch(m -> Access.of(m).orElseThrow() == Access.DISK_WRITE_BACK)) {
      notes.add(
          "What the kernel takes to write back was not measured: the host does not show the"
              + " kernel's threads (a container, or /proc with hidepid), or its sync has no option"
              + " -f (coreutils before 8.24), or an older corebound probed it.");
    }
    rows.stream()
        .filter(m -> m.parameters().containsKey("numa_nodes"))
        .findFirst()
        .ifPresent(m -> notes.add(numa(m.parameters())));
    boolean network = rows.stream().anyMatch(m -> m.operation().equals("network.stream"));
    if (network && rows.stream().noneMatch(m -> m.metric().equals(TRANSACTIONS))) {
      notes.add(
          "Request and response were not measured: netperf does that, and "
              + rows.stream()
                  .filter(m -> m.operation().equals("network.stream"))
                  .map(m -> m.parameters().getOrDefault("tool", "another tool"))
                  .findFirst()
                  .orElseThrow()
              + " was used; install netperf (Debian: the package netperf of the component"
              + " non-free), then probe again.");
    }
    if (rows.stream().anyMatch(m -> "loopback".equals(m.parameters().get("link")))) {
      notes.add("The network is this machine's loopback: no cable and no card take part.");
    }
    if (rows.stream().anyMatch(m -> shown(m) && m.n() < MeanInterval.FEWEST_SHOWN)) {
      notes.add("Fewer than three runs give no interval.");
    }
    if (rows.stream().noneMatch(m -> m.metric().equals(Metric.NOMINAL))) {
      notes.add(
          "No nominal figures are known; --nominal FILE gives them, a machine file with what the"
              + " makers state.");
    }
    return notes;
  }

  private static String numa(Map<String, String> parameters) {
    String there = parameters.get("numa_nodes");
    if (there.equals("1")) {
      return "The memory is that of 1 NUMA node.";
    }
    return "The machine has "
        + there
        + " NUMA nodes: threads and arrays of the memory's probe lay where the kernel put them on "
        + parameters.getOrDefault("numa_nodes_used", "all of them").replace(" ", ", ")
        + "; nothing was bound to a node.";
  }

  /** The table as text, lines of at most 100 characters. */
  public String toText() {
    List<String> text = new ArrayList<>();
    text.add(row("Base performance", "streams", "nominal", "measured", "", "± 95 %", "of nominal"));
    for (Line line : lines) {
      text.add(
          row(
              line.what(),
              String.valueOf(line.streams()),
              Figures.number(line.nominal()),
              Figures.number(line.measured()),
              line.unit(),
              Figures.percent(line.relativeHalfWidth()),
              Figures.percent(
                  line.measuredOfNominal() == null ? Double.NaN : line.measuredOfNominal())));
    }
    notes.forEach(note -> text.addAll(TerminalSummary.wrapped("", note)));
    return String.join("\n", text) + "\n";
  }

  private static String row(
      String what,
      String streams,
      String nominal,
      String measured,
      String unit,
      String half,
      String share) {
    return String.format(
            Locale.ROOT,
            "%-34s %7s %11s %11s %-5s %8s %12s",
            what,
            streams,
            nominal,
            measured,
            unit,
            half,
            share)
        .stripTrailing();
  }

  /** Lines and notes as JSON. */
  public String toJson() {
    return StructuredFiles.toJson(this) + "\n";
  }

  /** The lines as CSV. */
  public String toCsv() {
    return CsvFiles.toText(
        List.of(
            "resource",
            "access",
            "streams",
            "unit",
            "nominal",
            "measured",
            "ci_low",
            "ci_high",
            "runs",
            "measured_of_nominal",
            "how"),
        lines.stream().<List<?>>map(BasePerformance::cells).toList());
  }

  private static List<?> cells(Line line) {
    return Arrays.asList(
        line.resource(),
        line.access(),
        line.streams(),
        line.unit(),
        line.nominal(),
        line.measured(),
        line.ciLow(),
        line.ciHigh(),
        line.runs(),
        line.measuredOfNominal(),
        line.how());
  }

  /** What disk and network gave, in a line. */
  String headline() {
    List<String> parts = new ArrayList<>();
    best(Access.DISK_READ).ifPresent(rate -> parts.add("the disk reads " + rate));
    best(Access.DISK_WRITE).ifPresent(rate -> parts.add("writes " + rate));
    best(Access.NETWORK_STREAM).ifPresent(rate -> parts.add("the network carries " + rate));
    best(Access.MEMORY_TRIAD).ifPresent(rate -> parts.add("the memory carries " + rate));
    return Words.capital(Words.list(parts));
  }

  private Optional<String> best(Access access) {
    return lines.stream()
        .filter(l -> l.resource().equals(access.resource) && l.access().equals(access.words))
        .max(Comparator.comparingDouble(Line::measured))
        .map(l -> Figures.number(l.measured()) + " MB/s");
  }
}
