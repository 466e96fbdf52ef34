package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.corebound.records.config.LeverFile;
import io.corebound.records.format.CsvFiles;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One measured figure: a row of {@code measurements.csv}.
 *
 * @param process the process that it belongs to: {@code benchmark}, {@code datanode} ..., {@code
 *     all} for the sum over every process, {@code wall} for the wall clock
 * @param threads how many threads, or pinned copies, did the operation at once
 * @param metric what was measured: {@code rate}, {@code cost}, {@code cold} ...; see {@link Metric}
 * @param unit the unit of the value and its error: {@code MB/s}, {@code ns/B}, {@code core-s},
 *     {@code s} ...
 * @param byteBase which bytes a figure per byte counts: {@code payload}, {@code serialized}, {@code
 *     ifile}, {@code wire}, {@code file}, {@code memory} (read and written); empty where no byte is
 *     counted
 * @param mean over forks, containers or runs of a tool
 * @param jvmFlagsHash short hash of the measured JVM's flags; empty where there is no JVM
 */
@RecordBuilder
public record Measurement(
    String suite,
    String operation,
    Map<String, String> parameters,
    String process,
    int threads,
    String metric,
    String unit,
    String byteBase,
    Mean mean,
    String jvmFlagsHash,
    String rawFile)
    implements MeasurementBuilder.With {

  /** The same, measured under a lever, by its name. */
  public Measurement under(String lever) {
    Map<String, String> more = new TreeMap<>(parameters);
    more.put(LeverFile.PARAMETER, lever);
    return withParameters(more);
  }

  /** Whether it was measured under a lever, which it names. */
  @JsonIgnore
  public boolean isUnderLever() {
    return parameters.containsKey(LeverFile.PARAMETER);
  }

  /** The metrics that the model knows; a measurement may have others. */
  public static final class Metric {
    /** Wall-clock rate of one thread, warm; of a probe, that of all its streams together. */
    public static final String RATE = "rate";

    /** The rate that a vendor or a tier states for what a probe measures; not itself measured. */
    public static final String NOMINAL = "nominal";

    /** Core-nanoseconds a byte, warm: the marginal cost. */
    public static final String COST = "cost";

    /**
     * Core-nanoseconds a byte of the cheapest warm batch of all forks: the cost where nobody shares
     * the core (J. Chen, J. Revels, Robust benchmarking in noisy environments, 2016).
     */
    public static final String COST_MIN = "cost_min";

    /** The same for a record, where no bytes are counted. */
    public static final String COST_PER_RECORD_MIN = "cost_per_record_min";

    /** Core-nanoseconds a record, warm. */
    public static final String COST_PER_RECORD = "cost_per_record";

    /** Core-seconds of the first batch in a fresh JVM, whole. */
    public static final String FIRST_COST = "first_cost";

    /** Core-seconds of the first batch in a fresh JVM when it has no data. */
    public static final String EMPTY_COST = "empty_cost";

    /** The operation under which the machine's own {@link #SCATTER} is recorded. */
    public static final String SPEED = "speed";

    /**
     * Standard deviation, in logarithms, of the change that all costs share between one round of
     * forks and the next, minutes later.
     */
    public static final String SCATTER = "scatter";

    /** By how much an operation costs more in company. */
    public static final String FACTOR = "factor";

    /** The operation under which it is recorded what other programs took meanwhile. */
    public static final String OTHERS = "others";

    /**
     * Core-seconds a second of other programs, by their names as the process, of {@code all}
     * together, and of other guests of the hypervisor ({@code steal}), while operations were
     * measured.
     */
    public static final String OTHERS_COST = "others_cost";

    /** The parameter of what was probed beside others: cores that they took. */
    public static final String OTHERS_CORES = "others_cores";

    /** The same: bytes that they moved on what was probed, in percent of the probe's own. */
    public static final String OTHERS_PERCENT = "others_percent";

    /** Part of that time in which they took enough to disturb. */
    public static final String DISTURBED = "disturbed";

    /** Standard deviation, in logarithms, by which all costs may be off for it. */
    public static final String DISTURBANCE = "disturbance";

    /** Core-seconds per second of a whole cluster while it runs a job of sleeping tasks. */
    public static final String RUNNING_COST = "running_cost";

    /** Core-seconds of the ApplicationMaster of an empty job until its first map starts. */
    public static final String SUBMIT_TO_FIRST_MAP_COST = "submit_to_first_map_cost";

    /** Core-seconds of the first wave of an empty job's maps beyond those of its containers. */
    public static final String FIRST_WAVE_COST = "first_wave_cost";

    /**
     * Core-seconds that Hadoop's counter ({@code CPU_MILLISECONDS}) says of an empty job's map: a
     * part of what its container takes.
     */
    public static final String COUNTED_MAP_COST = "counted_map_cost";

    /** The same of a reduce. */
    public static final String COUNTED_REDUCE_COST = "counted_reduce_cost";

    /** Core-nanoseconds a byte of a thread or a phase, which are within the cost already. */
    public static final String PART_COST = "part_cost";

    /** Wall nanoseconds a byte of a thread or a phase. */
    public static final String PART_WALL = "part_wall";

    /** Wall nanoseconds a byte of one thread, warm. */
    public static final String WALL = "wall";

    /** Core-seconds that the first batch in a fresh JVM takes beyond the marginal cost. */
    public static final String COLD_COST = "cold_cost";

    /** Wall seconds that the first batch in a fresh JVM takes beyond the warm time. */
    public static final String COLD_WALL = "cold_wall";

    private Metric() {}

    /** Differences; every other figure is an amount. */
    private static boolean mayBeNegative(String metric) {
      return metric.equals(COLD_COST) || metric.equals(COLD_WALL);
    }
  }

  /** A cost is unstable when its interval extends beyond this fraction of its mean. */
  public static final double STABLE = 0.05;

  private static final List<String> COLUMNS = columns("value", "error", "n");

  /** Of schema 2 and before, with an interval in place of the error. */
  private static final List<String> OLDER =
      columns("value", "ci_low", "ci_high", "confidence", "n");

  private static List<String> columns(String... ofMean) {
    return Records.columns(Measurement.class).stream()
        .flatMap(column -> column.equals("mean") ? Stream.of(ofMean) : Stream.of(column))
        .toList();
  }

  public Measurement {
    Refuse.when(
        operation.isBlank() || metric.isBlank() || unit.isBlank(),
        "a measurement has an operation, a metric and a unit");
    Refuse.when(
        mean.n() < 1 || threads < 1,
        "%s: a measurement has at least one sample and one thread",
        operation);
    Refuse.when(
        Double.isNaN(mean.value()) || Double.isInfinite(mean.value()),
        "%s %s: the value is %s",
        operation,
        metric,
        mean.value());
    parameters = Map.copyOf(parameters);
  }

  public double value() {
    return mean.value();
  }

  public int n() {
    return mean.n();
  }

  /**
   * Student's t times the standard error, over the mean; NaN without an error or for a mean of 0.
   */
  public double relativeHalfWidth() {
    return value() == 0 ? Double.NaN : mean.half() / Math.abs(value());
  }

  /** The interval for people; empty of fewer than {@value Mean#FEWEST_SHOWN} samples. */
  public Optional<Mean.Interval> interval() {
    return n() < Mean.FEWEST_SHOWN || Double.isNaN(mean.error())
        ? Optional.empty()
        : Optional.of(mean.interval(Metric.mayBeNegative(metric)));
  }

  /**
   * The row of a variant that shows whether it was stable: the cost over all processes, for a byte,
   * else for a record, else for a first batch.
   */
  public static Optional<Measurement> judged(List<Measurement> rows) {
    return Stream.of(Metric.COST, Metric.COST_PER_RECORD, Metric.COLD_COST)
        .flatMap(metric -> rows.stream().filter(m -> m.metric.equals(metric)))
        .filter(m -> m.process.equals("all"))
        .findFirst();
  }

  /**
   * Whether another row is the same figure and may replace this one; other JVM flags make it
   * differ.
   */
  public boolean sameFigure(Measurement other) {
    return suite.equals(other.suite)
        && operation.equals(other.operation)
        && parameters.equals(other.parameters)
        && process.equals(other.process)
        && threads == other.threads
        && metric.equals(other.metric)
        && jvmFlagsHash.equals(other.jvmFlagsHash);
  }

  /** Writes the table of a run, whole or not at all. */
  public static void write(Path file, List<Measurement> measurements) {
    CsvFiles.write(file, COLUMNS, measurements.stream().<List<?>>map(Measurement::cells).toList());
  }

  private List<?> cells() {
    return List.of(
        suite,
        operation,
        new TreeMap<>(parameters)
            .entrySet().stream().map(Object::toString).collect(Collectors.joining(";")),
        process,
        threads,
        metric,
        unit,
        byteBase,
        value(),
        Double.isNaN(mean.error()) ? "" : mean.error(),
        n(),
        jvmFlagsHash,
        rawFile);
  }

  /** Reads the table of a run; refuses a broken one with file and line. */
  public static List<Measurement> read(Path file) {
    List<Measurement> rows =
        CsvFiles.read(file, COLUMNS, OLDER).stream().map(r -> row(file, r)).toList();
    if (CsvFiles.isCutOff(file)) {
      throw StructuredFiles.damaged(
          CoreboundException.invalidInput(
              "%s line %s: is cut off: its end is missing", file, rows.size() + 1));
    }
    return rows;
  }

  private static Measurement row(Path file, CsvFiles.Row r) {
    try {
      return new Measurement(
          r.get("suite"),
          r.get("operation"),
          parameters(r.get("parameters")),
          r.get("process"),
          Integer.parseInt(r.get("threads")),
          r.get("metric"),
          r.get("unit"),
          r.get("byte_base"),
          mean(r),
          r.get("jvm_flags_hash"),
          r.get("raw_file"));
    } catch (NumberFormatException e) {
      throw CsvFiles.notANumber(file, r.line(), e);
    } catch (IllegalArgumentException e) {
      throw StructuredFiles.damaged(
          CoreboundException.invalidInput("%s line %s: %s", file, r.line(), e.getMessage()));
    }
  }

  private static Mean mean(CsvFiles.Row r) {
    double value = number(r, "value");
    int n = Integer.parseInt(r.get("n"));
    return r.get("error") != null
        ? new Mean(value, number(r, "error"), n)
        : Mean.ofInterval(
            value, number(r, "ci_low"), number(r, "ci_high"), number(r, "confidence"), n);
  }

  /** NaN of an empty cell. */
  private static double number(CsvFiles.Row r, String column) {
    String cell = r.get(column);
    return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
  }

  private static Map<String, String> parameters(String text) {
    Map<String, String> parameters = new TreeMap<>();
    for (String pair : text.split(";")) {
      if (!pair.isEmpty()) {
        String[] parts = pair.split("=", 2);
        Refuse.when(parts.length != 2, "parameter '%s' is not of the form name=value", pair);
        parameters.put(parts[0], parts[1]);
      }
    }
    return parameters;
  }
}
