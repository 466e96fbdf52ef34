package io.corebound.analysis.study.compare;

import io.corebound.records.run.CellResult;
import io.corebound.records.run.Environment;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.run.RunManifest;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What of a run is compared with others.
 *
 * @param environment {@code environment.json}; empty when it is not there
 * @param measurements {@code measurements.csv}; empty when it is not there
 * @param jobs the cells that ended well
 * @param forks figures of single forks in their order, of a run that was measured with another
 */
public record ComparedRun(
    RunManifest manifest,
    Optional<Environment> environment,
    List<Measurement> measurements,
    List<CellResult> jobs,
    List<Measurement> forks) {

  /** Copies the lists. */
  public ComparedRun {
    measurements = List.copyOf(measurements);
    jobs = List.copyOf(jobs);
    forks = List.copyOf(forks);
  }

  /**
   * A figure of one run: its mean, and its logarithm over forks or repetitions.
   *
   * @param forks those that were measured with another run's, one by one; else none
   */
  public record Figure(double value, LogMean spread, List<Double> forks) {
    /** Of a row whose value is above zero. */
    public static Figure of(Measurement m) {
      return new Figure(m.value(), LogMean.ofForks(m.mean()), List.of());
    }

    /** Forks of two JVM flags, or some that took nothing, have no pairs. */
    private Figure with(List<Double> ofForks) {
      boolean whole = ofForks.size() == spread.n() && ofForks.stream().allMatch(f -> f > 0);
      return new Figure(value, spread, whole ? ofForks : List.of());
    }

    /** The standard error of its logarithm; NaN of a single sample. */
    public double error() {
      return Math.sqrt(spread.variance());
    }
  }

  /** Costs that are compared, by their metrics. */
  private static final Map<String, String> COSTS =
      Map.of(Metric.COST, "cost", Metric.COST_PER_RECORD, "cost", Metric.COLD_COST, "cold cost");

  /** Key of a run's configuration: the id of the run that it was measured in turns with. */
  public static final String INTERLEAVED_WITH = "interleaved_with";

  /** Key of a run's configuration: whether the other was measured beside it. */
  public static final String DUET = "duet";

  boolean isDuet() {
    return manifest.configuration().path(DUET).asBoolean(false);
  }

  /** Whether it was measured in turns with another, or beside it. */
  public boolean tookTurns() {
    return manifest.configuration().has(INTERLEAVED_WITH);
  }

  boolean interleavedWith(ComparedRun other) {
    return manifest.configuration().path(INTERLEAVED_WITH).asString("").equals(other.id());
  }

  /** The run's id. */
  public String id() {
    return manifest.runId();
  }

  /**
   * Reads a run.
   *
   * @throws CoreboundException (invalid input) when a file of it is broken or of a newer schema,
   *     when it has not ended, and when nothing in it was measured
   */
  public static ComparedRun read(RunDirectory run) {
    RunManifest manifest = run.manifestOfEnded();
    ComparedRun read =
        new ComparedRun(
            manifest,
            run.environment(manifest),
            run.measurements(manifest),
            jobs(run),
            run.forks());
    if (read.figures().isEmpty()) {
      throw CoreboundException.invalidInput(
          run.root()
              + ": nothing to compare: neither measurements.csv has a rate or a cost, nor did a"
              + " cell end well");
    }
    return read;
  }

  private static List<CellResult> jobs(RunDirectory run) {
    return run.cells().stream()
        .flatMap(cell -> RunDirectory.read(run.cellFile(cell), CellResult.class).stream())
        .filter(c -> c.state() == State.OK && !c.intervals().isEmpty())
        .toList();
  }

  /** Every figure that can be compared, by what it is; those that are not above zero are none. */
  public Map<FigureKey, Figure> figures() {
    Map<FigureKey, Figure> figures = new TreeMap<>();
    variants().forEach(rows -> ofVariant(rows, figures));
    figuresOfForks()
        .forEach(
            (key, ofForks) -> figures.computeIfPresent(key, (k, figure) -> figure.with(ofForks)));
    jobFigures().forEach((key, values) -> figures.put(key, ofRepetitions(values)));
    return figures;
  }

  private Iterable<List<Measurement>> variants() {
    return measurements.stream()
        .collect(
            Collectors.groupingBy(
                m -> List.of(m.operation(), m.parameters(), m.threads(), m.jvmFlagsHash()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  private static void ofVariant(List<Measurement> rows, Map<FigureKey, Figure> figures) {
    rows.stream().filter(ComparedRun::isRate).forEach(m -> add(m, Metric.RATE, figures));
    Measurement.judged(rows).ifPresent(m -> add(m, COSTS.get(m.metric()), figures));
    rows.stream()
        .filter(m -> m.operation().startsWith("start."))
        .filter(
            m ->
                m.unit().equals("s")
                    || m.metric().equals(Metric.RUNNING_COST)
                    || m.metric().equals(Metric.SUBMIT_TO_FIRST_MAP_COST))
        .forEach(m -> add(m, m.metric().replaceFirst("_wall$", "").replace('_', ' '), figures));
  }

  private static boolean isRate(Measurement m) {
    return m.metric().equals(Metric.RATE) && m.process().equals("wall");
  }

  private Map<FigureKey, List<Double>> figuresOfForks() {
    Map<FigureKey, List<Double>> values = new TreeMap<>();
    for (Measurement m : forks) {
      if (isRate(m) || COSTS.containsKey(m.metric()) && m.process().equals("all")) {
        FigureKey key = FigureKey.of(m, COSTS.getOrDefault(m.metric(), Metric.RATE));
        values.computeIfAbsent(key, k -> new ArrayList<>()).add(m.value());
      }
    }
    return values;
  }

  private static void add(Measurement m, String figure, Map<FigureKey, Figure> figures) {
    if (m.value() > 0) {
      // of two that differ in JVM flags only, the first counts, which the model needs
      figures.putIfAbsent(FigureKey.of(m, figure), Figure.of(m));
    }
  }

  private static Figure ofRepetitions(List<Double> values) {
    LogMean mean = LogMean.of(values);
    return new Figure(mean.value(), mean, List.of());
  }

  private Map<FigureKey, List<Double>> jobFigures() {
    Map<FigureKey, List<Double>> values = new TreeMap<>();
    for (CellResult job : jobs) {
      add(job, "elapsed", "s", MeasuredInterval::elapsedS, values);
      add(job, "core-seconds", "core-s", MeasuredInterval::coreS, values);
    }
    return values;
  }

  private static void add(
      CellResult job,
      String figure,
      String unit,
      ToDoubleFunction<MeasuredInterval> ofInterval,
      Map<FigureKey, List<Double>> values) {
    double sum = job.intervals().stream().mapToDouble(ofInterval).sum();
    if (sum > 0) {
      Map<String, String> parameters = new TreeMap<>();
      parameters.put("data", String.valueOf(job.data()));
      if (job.tier() == null) {
        parameters.put("cell", job.cell());
      } else {
        parameters.put("storage", job.tier().storage());
        parameters.put("network", job.tier().network());
        if (job.tier().variant() != null) {
          parameters.put("variant", job.tier().variant());
        }
      }
      values
          .computeIfAbsent(
              new FigureKey(FigureKey.Kind.JOB, job.workload(), parameters, 1, figure, unit, ""),
              k -> new ArrayList<>())
          .add(sum);
    }
  }
}
