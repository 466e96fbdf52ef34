package io.corebound.analysis.pages.report;

import io.corebound.analysis.pages.page.Block;
import io.corebound.analysis.pages.page.Chart;
import io.corebound.analysis.pages.page.Charts;
import io.corebound.analysis.pages.page.Figures;
import io.corebound.analysis.pages.page.Sentences;
import io.corebound.analysis.pages.page.TextReport;
import io.corebound.analysis.pages.page.Words;
import io.corebound.records.config.MachineFile;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Base performance: what disk and network were stated to carry and what the probes got out of them
 * (paper, Figure 3); and how fast transports carry messages (the paper on shuffle in memory, Figure
 * 1).
 *
 * @param notes what has to be known to read them, a sentence each
 */
public record BasePerformance(List<Line> lines, List<String> notes) {
  private static final Sentences SAY = Headline.SAY;
  private static final String SUITE = "probe";

  private static final String WRITE_BACK = "disk.write-back";
  private static final String TRANSPORT = "transport.";

  /** What a row says others did; another's may say anything. */
  private static final String NUMBER = "[0-9]{1,15}(\\.[0-9]{1,15})?";

  /** What can be probed, in the order of the table, and what it is called. */
  private static final Map<String, String> ACCESSES = new LinkedHashMap<>();

  static {
    ACCESSES.put("disk.read", "sequential read");
    ACCESSES.put("disk.write", "sequential write");
    ACCESSES.put("disk.read-write", "reading and writing at once");
    ACCESSES.put(WRITE_BACK, "write-back, CPU");
    ACCESSES.put("network.stream", "TCP stream");
    TransportFigure.NAMES.forEach(name -> ACCESSES.put(TRANSPORT + name, name));
  }

  /**
   * One thing that was probed.
   *
   * @param nominal what is stated for it; null where nothing is
   * @param ciLow lower end of the 95 % interval; null for fewer than three runs
   * @param messageBytes of a message of a transport; null of all else
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
      String how,
      Long messageBytes) {

    /** Half the width of the interval, of the logarithm; NaN where there is none. */
    public double relativeHalfWidth() {
      return ciLow == null ? Double.NaN : Math.log(ciHigh / ciLow) / 2;
    }

    /** The interval, or why there is none. */
    public String interval() {
      return ciLow == null ? Figures.noInterval(runs, "run") : Figures.range(ciLow, ciHigh);
    }

    public String what() {
      return messageBytes == null
          ? resource + ", " + access
          : "%s, %s, messages of %s".formatted(resource, access, new DataSize(messageBytes));
    }

    boolean isOfMessages() {
      return messageBytes != null;
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
    List<Measurement> rows =
        measurements.stream()
            .filter(m -> m.suite().equals(SUITE) && ACCESSES.containsKey(m.operation()))
            .toList();
    List<String> order = List.copyOf(ACCESSES.keySet());
    List<Line> lines =
        rows.stream()
            .filter(BasePerformance::shown)
            .sorted(
                Comparator.comparing((Measurement m) -> order.indexOf(m.operation()))
                    .thenComparingInt(Measurement::threads)
                    .thenComparing(
                        m -> messageBytes(m), Comparator.nullsFirst(Comparator.naturalOrder())))
            .map(m -> line(m, nominal(rows, m)))
            .toList();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    List<String> notes = notes(rows);
    notes.addAll(TransportFigure.notes(rows, lines));
    return Optional.of(new BasePerformance(lines, notes));
  }

  /**
   * Rows of what a machine file states for its disk and its network, to stand beside what is
   * probed.
   *
   * @param rawFile where the file is kept, relative to the run directory
   * @throws CoreboundException (invalid input) when it states nothing of these
   */
  public static List<Measurement> nominal(String name, MachineFile file, String rawFile) {
    Map<String, DataRate> stated = new TreeMap<>();
    put(stated, "disk.read", file.disk().read());
    put(stated, "disk.write", file.disk().write());
    put(stated, "network.stream", file.network());
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
                    Mean.alone(rate.megabytesPerSecond(), 1),
                    "",
                    rawFile)));
    return rows;
  }

  private static void put(Map<String, DataRate> stated, String operation, MachineFile.Rate rate) {
    if (rate != null && rate.rate() != null) {
      stated.put(operation, rate.rate());
    }
  }

  private static boolean shown(Measurement row) {
    return row.metric().equals(Metric.RATE) || row.operation().equals(WRITE_BACK);
  }

  /** What is stated for an access with any number of streams. */
  private static Double nominal(List<Measurement> rows, Measurement of) {
    return rows.stream()
        .filter(m -> m.metric().equals(Metric.NOMINAL))
        .filter(m -> m.operation().equals(of.operation()))
        .map(Measurement::value)
        .findFirst()
        .orElse(null);
  }

  private static Line line(Measurement m, Double nominal) {
    return new Line(
        m.operation().replaceFirst("\\..*", ""),
        ACCESSES.get(m.operation()),
        m.threads(),
        m.unit(),
        nominal,
        m.value(),
        m.interval().map(Mean.Interval::low).orElse(null),
        m.interval().map(Mean.Interval::high).orElse(null),
        m.n(),
        nominal == null ? null : m.value() / nominal,
        how(m.parameters()),
        messageBytes(m));
  }

  private static Long messageBytes(Measurement m) {
    return m.operation().startsWith(TRANSPORT)
        ? DataSize.parse(m.parameters().get("message")).bytes()
        : null;
  }

  private static String how(Map<String, String> parameters) {
    List<String> words = new ArrayList<>();
    for (String shape :
        List.of("block_size=blocks of %s", "io_depth=%s under way", "direct", "link=%s")) {
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
    if (rows.stream().anyMatch(m -> m.metric().equals(Metric.RATE) && is(m, "direct", "0"))) {
      notes.add(SAY.say("buffered"));
    }
    if (rows.stream().noneMatch(m -> m.operation().equals(WRITE_BACK))
        && rows.stream()
            .filter(m -> m.metric().equals(Metric.RATE))
            .anyMatch(m -> m.operation().equals("disk.write"))) {
      notes.add(SAY.say("noWriteBack"));
    }
    if (rows.stream().anyMatch(m -> is(m, "link", "loopback"))) {
      notes.add(SAY.say("loopback"));
    }
    disturbed(rows).ifPresent(notes::add);
    if (rows.stream().anyMatch(m -> shown(m) && m.n() < Mean.FEWEST_SHOWN)) {
      notes.add(SAY.say("fewRuns"));
    }
    if (rows.stream().anyMatch(m -> !m.operation().startsWith(TRANSPORT))
        && rows.stream().noneMatch(m -> m.metric().equals(Metric.NOMINAL))) {
      notes.add(SAY.say("noNominal"));
    }
    return notes;
  }

  /** What others did while something was probed, with what to do about it. */
  public static Optional<String> disturbed(List<Measurement> probed) {
    List<String> most =
        Stream.of(Metric.OTHERS_CORES, Metric.OTHERS_PERCENT)
            .map(key -> most(probed, key))
            .flatMap(Optional::stream)
            .toList();
    return most.isEmpty()
        ? Optional.empty()
        : Optional.of(SAY.say("othersOfProbe", "most", Words.list(most)));
  }

  private static Optional<String> most(List<Measurement> probed, String key) {
    return probed.stream()
        .filter(m -> ACCESSES.containsKey(m.operation()))
        .filter(m -> m.parameters().getOrDefault(key, "").matches(NUMBER))
        .max(Comparator.comparingDouble(m -> Double.parseDouble(m.parameters().get(key))))
        .map(m -> SAY.say(key, "value", m.parameters().get(key), "operation", m.operation()));
  }

  private static boolean is(Measurement m, String parameter, String value) {
    return value.equals(m.parameters().get(parameter));
  }

  /** The table and the notes for a terminal. */
  List<Block> text() {
    List<Block> blocks = new ArrayList<>(List.of(SAY.tableOf("base", "", lines)));
    notes.forEach(note -> blocks.add(new Block.Paragraph(note)));
    return blocks;
  }

  /** The table as text, lines of at most 100 characters. */
  public String toText() {
    return String.join("\n", TextReport.lines(text(), TextReport.WIDTH)) + "\n";
  }

  /** The report's chapter: Figure 3 as a chart and in figures. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    if (!lines.stream().allMatch(Line::isOfMessages)) {
      blocks.add(figure3());
    }
    if (lines.stream().anyMatch(Line::isOfMessages)) {
      blocks.add(TransportFigure.chart(lines));
    }
    blocks.add(SAY.tableOf("figure3Table", "figure-3-table", lines));
    notes.forEach(note -> blocks.add(new Block.Paragraph(note)));
    return blocks;
  }

  private Block figure3() {
    List<Line> rates =
        lines.stream().filter(l -> l.unit().equals("MB/s") && !l.isOfMessages()).toList();
    List<Chart.Series> series = new ArrayList<>();
    List<Double> measuredRates = rates.stream().map(l -> Charts.orNull(l.measured())).toList();
    series.add(Chart.Series.bars("measured", "", measuredRates));
    if (rates.stream().anyMatch(l -> l.nominal() != null)) {
      series.add(Chart.Series.bars("nominal", "", rates.stream().map(Line::nominal).toList()));
    }
    List<String> bars = rates.stream().map(l -> l.what() + " ×" + l.streams()).toList();
    return Charts.orMissing(SAY.bars("figure3", "figure-3", bars, series), "nothing was probed.");
  }

  /** Lines and notes as JSON. */
  public String toJson() {
    return StructuredFiles.toJson(this) + "\n";
  }

  /** The lines as CSV. */
  public String toCsv() {
    return CsvFiles.toText(
        Records.columns(Line.class),
        lines.stream().<List<?>>map(l -> new ArrayList<>(Records.components(l).values())).toList());
  }

  /** What disk and network gave, in a line. */
  String headline() {
    List<String> parts = new ArrayList<>();
    best("disk, sequential read").ifPresent(rate -> parts.add("the disk reads " + rate));
    best("disk, sequential write").ifPresent(rate -> parts.add("writes " + rate));
    best("network, TCP stream").ifPresent(rate -> parts.add("the network carries " + rate));
    parts.addAll(TransportFigure.headlines(lines));
    return Words.capital(Words.list(parts));
  }

  private Optional<String> best(String what) {
    return lines.stream()
        .filter(l -> l.what().equals(what))
        .max(Comparator.comparingDouble(Line::measured))
        .map(l -> Figures.number(l.measured()) + " MB/s");
  }
}
