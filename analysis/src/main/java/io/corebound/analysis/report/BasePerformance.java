package io.corebound.analysis.report;

import io.corebound.analysis.page.Block;
import io.corebound.analysis.page.Block.Cell;
import io.corebound.analysis.page.Block.Row;
import io.corebound.analysis.page.Chart;
import io.corebound.analysis.page.Charts;
import io.corebound.analysis.page.Figures;
import io.corebound.analysis.page.Sentences;
import io.corebound.analysis.page.TextReport;
import io.corebound.analysis.page.Words;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.Records;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Base performance: what disk, network and memory were stated to carry and what the probes got out
 * of them (paper, Figure 3).
 *
 * @param lines a line each thing that was probed, disk first
 * @param notes what has to be known to read them, a sentence each
 */
public record BasePerformance(List<Line> lines, List<String> notes) {
  private static final Sentences SAY = Headline.SAY;
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

    private String share() {
      return measuredOfNominal == null ? Figures.NONE : Figures.percent(measuredOfNominal);
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
      throw CoreboundException.invalidInput(SAY.say("statesNothing", "name", name));
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
    for (String shape :
        List.of(
            "block_size=blocks of %s",
            "io_depth=%s under way", "direct", "link=%s", "array_size=arrays of %s")) {
      String value = parameters.get(shape.replaceFirst("=.*", ""));
      if (value != null) {
        words.add(
            shape.equals("direct")
                ? value.equals("1") ? "direct" : "through the page cache"
                : shape.replaceFirst(".*=", "").formatted(value));
      }
    }
    words.add(parameters.getOrDefault("tool", "") + " " + parameters.getOrDefault("version", ""));
    return String.join(", ", words).strip();
  }

  private static List<String> notes(List<Measurement> rows) {
    List<String> notes = new ArrayList<>();
    Set<Access> rates =
        rows.stream()
            .filter(m -> m.metric().equals(Metric.RATE))
            .map(m -> Access.of(m).orElseThrow())
            .collect(Collectors.toSet());
    if (rows.stream().anyMatch(m -> m.metric().equals(Metric.RATE) && is(m, "direct", "0"))) {
      notes.add(SAY.say("buffered"));
    }
    if (rates.contains(Access.DISK_WRITE)
        && rows.stream().noneMatch(m -> Access.of(m).orElseThrow() == Access.DISK_WRITE_BACK)) {
      notes.add(SAY.say("noWriteBack"));
    }
    rows.stream()
        .map(Measurement::parameters)
        .filter(p -> p.containsKey("numa_nodes"))
        .findFirst()
        .ifPresent(
            p -> {
              String used = p.getOrDefault("numa_nodes_used", "all of them").replace(" ", ", ");
              notes.add(SAY.say("numa: nodes, used", p.get("numa_nodes"), used));
            });
    if (rows.stream().noneMatch(m -> m.metric().equals(TRANSACTIONS))) {
      rows.stream()
          .filter(m -> m.operation().equals(Access.NETWORK_STREAM.operation))
          .map(m -> m.parameters().getOrDefault("tool", "another tool"))
          .findFirst()
          .ifPresent(tool -> notes.add(SAY.say("noRequests", "tool", tool)));
    }
    if (rows.stream().anyMatch(m -> is(m, "link", "loopback"))) {
      notes.add(SAY.say("loopback"));
    }
    if (rows.stream().anyMatch(m -> shown(m) && m.n() < MeanInterval.FEWEST_SHOWN)) {
      notes.add(SAY.say("fewRuns"));
    }
    if (rows.stream().noneMatch(m -> m.metric().equals(Metric.NOMINAL))) {
      notes.add(SAY.say("noNominal"));
    }
    return notes;
  }

  private static boolean is(Measurement m, String parameter, String value) {
    return value.equals(m.parameters().get(parameter));
  }

  /** The table and the notes for a terminal. */
  List<Block> text() {
    List<Row> rows =
        lines.stream()
            .map(
                l ->
                    Row.of(
                        l.what(),
                        l.streams(),
                        l.nominal(),
                        l.measured(),
                        l.unit(),
                        Figures.percent(l.relativeHalfWidth()),
                        l.share()))
            .toList();
    List<Block> blocks = new ArrayList<>(List.of(SAY.table("base", "", rows)));
    notes.forEach(note -> blocks.add(new Block.Paragraph(note)));
    return blocks;
  }

  /** The table as text, lines of at most 100 characters. */
  public String toText() {
    return String.join("\n", TextReport.lines(text())) + "\n";
  }

  /** The report's chapter: Figure 3 as a chart and in figures. */
  List<Block> blocks() {
    List<Line> rates = lines.stream().filter(l -> l.unit().equals("MB/s")).toList();
    List<Chart.Series> series = new ArrayList<>();
    series.add(
        Chart.Series.bars(
            "measured", "", rates.stream().map(l -> Charts.orNull(l.measured())).toList()));
    if (rates.stream().anyMatch(l -> l.nominal() != null)) {
      series.add(Chart.Series.bars("nominal", "", rates.stream().map(Line::nominal).toList()));
    }
    List<String> bars = rates.stream().map(l -> l.what() + " ×" + l.streams()).toList();
    List<Row> rows =
        lines.stream()
            .map(
                l ->
                    Row.of(
                        l.what(),
                        l.streams(),
                        l.nominal(),
                        Cell.of(l.measured()).withNote(l.interval()),
                        l.unit(),
                        l.share(),
                        l.how()))
            .toList();
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Charts.orMissing(SAY.bars("figure3", "figure-3", bars, series), "nothing was probed."));
    blocks.add(SAY.table("figure3Table", "figure-3-table", rows));
    notes.forEach(note -> blocks.add(new Block.Paragraph(note)));
    return blocks;
  }

  /** Lines and notes as JSON. */
  public String toJson() {
    return StructuredFiles.toJson(this) + "\n";
  }

  /** The lines as CSV. */
  public String toCsv() {
    List<String> columns =
        Arrays.stream(Line.class.getRecordComponents())
            .map(c -> c.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
            .toList();
    return CsvFiles.toText(
        columns,
        lines.stream().<List<?>>map(l -> new ArrayList<>(Records.components(l).values())).toList());
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
