package io.corebound.analysis.theory;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.theory.Figures.Traits;
import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.volumes.InputSample;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.WorkloadFile.SampledTasks;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A machine as the model sees it, of a machine file or of a run's measurements: what work takes on
 * it. {@link Overlay} has the ways in which another machine differs from it.
 */
public final class Machine {
  /** Cores that a starting JVM can use at once: its main thread and the compiler's. */
  static final double PARALLELISM = 2;

  /** That of corebound's own clusters, whose rows did not always say it. */
  private static final double USUAL_HEARTBEAT_S = 0.1;

  private static final String COMPRESS = "compress.";
  private static final String DECOMPRESS = "decompress.";

  private final String name;
  private final Figures figures;

  Machine(String name, Figures figures) {
    this.name = name;
    this.figures = figures;
  }

  /** A machine whose rates are stated. */
  public static Machine of(String name, MachineFile file) {
    return StatedTerms.machine(name, file);
  }

  /**
   * A machine as a run measured it; what is missing is in the predictions made of it.
   *
   * @param name the run's id
   * @throws CoreboundException (invalid input) when a figure is there without its companion, or
   *     when nothing of use is there
   */
  public static Machine of(String name, List<Measurement> rows) {
    return new MeasuredTerms(name, rows).machine();
  }

  /** Disk and network alone, as a run's probes measured them; refuses a run that has neither. */
  public static Machine ofProbes(String name, List<Measurement> rows) {
    Machine probed = new MeasuredTerms(name, rows).devices();
    if (!probed.modelsDisk() && !probed.modelsNetwork()) {
      throw Sentences.refusal("machine.nothing-probed", name);
    }
    return probed;
  }

  /** The machine that differs in one way. */
  public Machine with(Overlay overlay) {
    return new Machine(name, overlay.over(figures, this));
  }

  public String name() {
    return name;
  }

  Figures figures() {
    return figures;
  }

  /** Rates of its disk, in MB/s over all streams, by how many read or write at once. */
  public NavigableMap<Integer, Mean> byStreams(Term term) {
    return figures.byStreams().getOrDefault(term, new TreeMap<>());
  }

  /** A figure that it has one of; 0 where it is not known. */
  public double value(Term term) {
    return value(term, "");
  }

  public double value(Term term, String subject) {
    Mean figure = figures.of(term, subject);
    return figure == null ? 0 : figure.value();
  }

  /** Whether it has such a figure. */
  public boolean has(Term term) {
    return figure(term, "") != null;
  }

  public Mean figure(Term term, String subject) {
    return figures.of(term, subject);
  }

  /** What an operation takes on it; one that is not known is refused with the nearest that is. */
  public OperationFigures figures(String operation) {
    if (!has(operation)) {
      throw unknown(operation);
    }
    Mean wall = figure(Term.WALL, operation);
    Mean share = figure(Term.TASK_SHARE, operation);
    Traits own = figures.traits().get(operation);
    return new OperationFigures(
        own.byteBase(),
        own.recordBytes(),
        value(Term.COST, operation),
        wall == null ? Double.NaN : wall.value(),
        value(Term.COLD_COST, operation),
        value(Term.COLD_WALL, operation),
        share == null ? 1 : share.value());
  }

  private CoreboundException unknown(String operation) {
    Set<String> known = figures.all(Term.COST).keySet();
    if (known.isEmpty()) {
      return Sentences.refusal("machine.devices-alone", name);
    }
    return figures.gaps().stream()
        .filter(g -> g.operation().equals(operation))
        .findFirst()
        .map(g -> Sentences.refusal("machine.gap", name, g.sentence()))
        .orElseGet(
            () ->
                Sentences.refusal(
                        "machine.no-operation",
                        name,
                        operation,
                        StructuredFiles.nearest(operation, known))
                    .with(Sentences.of("machine.measure")));
  }

  /** Refuses a machine without these operations, naming all that are missing. */
  public void require(Collection<String> needed) {
    List<String> missing = needed.stream().filter(o -> !has(o)).toList();
    if (missing.size() > 1 && !figures.all(Term.COST).isEmpty()) {
      throw Sentences.refusal(
          "machine.lacks",
          name,
          missing.size(),
          String.join(", ", missing),
          Sentences.of("machine.measure"));
    }
    missing.forEach(this::figures);
  }

  /** By how much an operation costs more with every core busy than with one. */
  public double contention() {
    return value(Term.CONTENTION);
  }

  /** That of a whole task beside its like; that of an operation where it was not measured. */
  public double contention(String task) {
    Mean own = figure(Term.CONTENTION, task);
    return own == null ? contention() : own.value();
  }

  /** By how much a whole task costs more with another one on its core; 1 where not measured. */
  public double sharing(String task) {
    return Math.max(1, value(Term.SHARING, task));
  }

  /** On how many busy cores costs were measured; 0 for none. Anything beyond is extrapolated. */
  public int measuredCores() {
    return (int) value(Term.BUSY_CORES);
  }

  /** On how many cores the JVMs of tasks were measured; 0 where that is not known. */
  public int coresOfTasks() {
    return (int) value(Term.MASTER_CORES);
  }

  /** Whether both rates of its disk are known. */
  public boolean modelsDisk() {
    return has(Term.DISK_READ) && has(Term.DISK_WRITE);
  }

  /** Whether its link's rate is known. */
  public boolean modelsNetwork() {
    return has(Term.NETWORK);
  }

  /** Reading and writing rate of its disk with so many streams, in MB/s; 0 where unknown. */
  public double[] diskMbPerS(int count) {
    Machine machine = with(Overlay.streams(count));
    return new double[] {machine.value(Term.DISK_READ), machine.value(Term.DISK_WRITE)};
  }

  /**
   * How far its disk reads and writes at the same time, each at its own rate: 1 where neither slows
   * the other down, 0 where one waits for the other, or where it is not known.
   */
  double diskAtOnce() {
    double read = value(Term.READ_OF_ONE);
    double write = value(Term.WRITE_OF_ONE);
    if (!has(Term.READ_WRITE)) {
      return 0;
    }
    double saved = 1 / read + 1 / write - 2 / value(Term.READ_WRITE);
    return Math.max(0, Math.min(1, saved * Math.max(read, write)));
  }

  /** Codecs whose cost and ratio are known, so that jobs with them can be predicted. */
  public Set<String> codecs() {
    Set<String> codecs = new TreeSet<>(figures.all(Term.COMPRESSION_RATIO).keySet());
    codecs.removeIf(c -> !has(COMPRESS + c) || !has(DECOMPRESS + c));
    return codecs;
  }

  /** Whose disk and network it has; null where they are its own. */
  public Prediction.Base base() {
    return figures.base();
  }

  public boolean starts() {
    return has(Term.CONTAINER);
  }

  /** What a job takes beside its containers, once. */
  public double coreSOfJob() {
    return value(Term.JOB) + value(Term.FIRST_WAVE);
  }

  /** Levers under which it knows what starts take, by their names. */
  public List<String> leversOfStarts() {
    return figures.all(Term.CONTAINER).keySet().stream().filter(l -> !l.isEmpty()).toList();
  }

  /** Cores that are busy on each of so many nodes without a job; what is there once is spread. */
  double idleCores(int nodes) {
    return idleCores(nodes, 1);
  }

  /** The same with so many heartbeats for each one when it was measured. */
  double idleCores(int nodes, double beats) {
    double once = value(Term.IDLE_ONCE);
    double ofBeats = value(Term.IDLE_HEARTBEATS);
    return value(Term.IDLE) * (1 - once + once / nodes) * (1 - ofBeats + ofBeats * beats)
        + value(Term.COLLECTORS) / nodes;
  }

  /** Between two heartbeats when jobs and the idle cluster were measured. */
  public double heartbeatS() {
    return has(Term.HEARTBEAT) ? value(Term.HEARTBEAT) / 1e3 : USUAL_HEARTBEAT_S;
  }

  /**
   * Cores that the idle cluster kept busy on the node whose containers were measured: without what
   * is there once where that node was not the whole machine.
   */
  double busyWhileMeasured() {
    return coresOfTasks() < measuredCores()
        ? value(Term.IDLE) * (1 - value(Term.IDLE_ONCE))
        : value(Term.IDLE);
  }

  /** Cores that the ApplicationMaster of an empty job had until its first map. */
  double coresOfMaster() {
    return granted(coresOfTasks() - busyWhileMeasured());
  }

  private static double granted(double freeCores) {
    return Math.min(PARALLELISM, Math.max(JobPlan.LEAST_FREE_CORES, freeCores));
  }

  /**
   * Submission to the start of the first map: waiting, which is the same everywhere, and the
   * ApplicationMaster's work on as many cores as it gets.
   */
  double submitToFirstMapS(double freeCores) {
    double workS = value(Term.MASTER);
    double measuredS = value(Term.SUBMIT_TO_FIRST_MAP);
    if (!has(Term.MASTER)) {
      return measuredS;
    }
    return Math.max(0, measuredS - workS / coresOfMaster()) + workS / granted(freeCores);
  }

  /** Whether both map and reduce were measured whole with a codec other than the usual one. */
  public boolean hasWholeTasksOf(String codec) {
    return TaskFigures.ALL.stream().allMatch(t -> task(TaskFigures.with(codec, t)).isPresent());
  }

  /** What a whole task takes, such as {@code task.map}, where it was measured. */
  public Optional<TaskFigures> task(String task) {
    if (figure(Term.EMPTY_COST, task) == null) {
      return Optional.empty();
    }
    Traits own = figures.traits().get(task);
    return Optional.of(
        new TaskFigures(
            figures(task),
            value(Term.EMPTY_COST, task),
            value(Term.EMPTY_WALL, task),
            own.curve(),
            own.measuredAt()));
  }

  /** Whether an operation was measured. */
  public boolean has(String operation) {
    return figure(Term.COST, operation) != null;
  }

  /** The sample that a workload's tasks worked on; refuses a machine without one. */
  public InputSample sample(String workload, SampledTasks tasks) {
    Map<String, Double> counted = new HashMap<>();
    figures.all(Term.SAMPLE).forEach((subject, figure) -> counted.put(subject, figure.value()));
    return InputSample.of(counted, tasks)
        .orElseThrow(
            () -> Sentences.refusal("sample.missing", name, workload, tasks.profile(), workload));
  }

  public boolean hasWholeTasks() {
    return figures.table().keySet().stream().anyMatch(k -> k.term() == Term.EMPTY_COST);
  }

  /** Whether any figure has a standard error. */
  public boolean uncertain() {
    return figures.uncertain();
  }

  /** Whether enough rounds say how far its speed moves from one time to another. */
  public boolean knowsItsSpeed() {
    return figure(Term.SPEED, "").n() >= Learned.ENOUGH;
  }

  /**
   * How far it moves, as rounds showed or as other machines taught, and what others may have added
   * while it was measured: deviation of the logarithm.
   */
  double speedScatter() {
    double moves = knowsItsSpeed() ? figure(Term.SPEED, "").error() : Learned.SHIPPED.machine();
    return Math.hypot(moves, value(Term.DISTURBANCE));
  }

  /** What is not known of it, as far as it concerns some operations. */
  public List<Gap> gaps(Set<String> used) {
    return figures.gaps(used);
  }
}
