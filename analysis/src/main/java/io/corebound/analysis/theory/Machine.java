package io.corebound.analysis.theory;

import static io.corebound.analysis.theory.Term.Of.OPERATION;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.volumes.InputSample;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.SampledTasks;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * A machine as the model sees it: a table of figures, one or none for a term and, where there are
 * many, an operation, a task or a codec. Made of a machine file or of a run's measurements.
 *
 * <p>Over 400 lines: what a machine takes, and each way to change it, read one table of figures.
 */
public final class Machine {
  /** Cores that a starting JVM can use at once: its main thread and the compiler's. */
  static final double PARALLELISM = 2;

  /** That of corebound's own clusters, whose rows did not always say it. */
  private static final double USUAL_HEARTBEAT_S = 0.1;

  private static final String COMPRESS = "compress.";
  private static final String DECOMPRESS = "decompress.";

  private final String name;
  private final NavigableMap<Key, Mean> table;
  private final Map<String, Traits> traits;
  private final Map<Term, NavigableMap<Integer, Mean>> byStreams;
  private final Prediction.Base base;
  private final List<Gap> gaps;

  /**
   * A place in the table: an operation, a task, a codec or nothing as subject. Operations stand
   * together, as they are drawn.
   */
  record Key(Term term, String subject) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.<Key, Term>comparing(k -> k.term.of == OPERATION ? Term.COST : k.term)
            .thenComparing(Key::subject)
            .thenComparing(Key::term);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }

    /** Where a figure of {@code other}, or what it counted of a sample, is one of {@code id}. */
    private Optional<Key> standingIn(String id, String other) {
      boolean counted = term == Term.SAMPLE && subject.startsWith(other + " ");
      return subject.equals(other) || counted
          ? Optional.of(new Key(term, id + subject.substring(other.length())))
          : Optional.empty();
    }
  }

  /**
   * What an operation has that is no figure.
   *
   * @param recordBytes of a record that it was measured with; 0 where not known
   * @param measuredAt its parameters
   */
  record Traits(
      String byteBase, double recordBytes, ColdCurve curve, Map<String, String> measuredAt) {}

  Machine(
      String name,
      Map<Key, Mean> table,
      Map<String, Traits> traits,
      Map<Term, NavigableMap<Integer, Mean>> byStreams,
      Prediction.Base base,
      List<Gap> gaps) {
    this.name = name;
    this.table = new TreeMap<>(table);
    this.table.replaceAll(
        (key, f) -> key.term().atLeastOne() && f.value() < 1 ? new Mean(1, f.error(), f.n()) : f);
    this.traits = traits;
    this.byStreams = byStreams;
    this.base = base;
    this.gaps = List.copyOf(gaps);
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

  private Machine with(BiFunction<Key, Mean, Mean> change) {
    Map<Key, Mean> changed = new TreeMap<>(table);
    changed.replaceAll(change);
    return new Machine(name, changed, traits, byStreams, base, gaps);
  }

  /**
   * The same operations over the disk and the network of another machine, which was read from
   * {@code from}; refuses one that has neither.
   */
  public Machine on(Machine other, Prediction.Base from) {
    if (!other.modelsDisk() && !other.modelsNetwork()) {
      throw Sentences.refusal("machine.base-without-devices", from.file());
    }
    Map<Key, Mean> both = new TreeMap<>(table);
    both.keySet().removeIf(Machine::ofDevice);
    other.table.keySet().stream()
        .filter(Machine::ofDevice)
        .forEach(k -> both.put(k, other.table.get(k)));
    List<Gap> sum = new ArrayList<>(gaps);
    sum.removeIf(g -> g.kind().ofDisk() || g.kind().ofNetwork());
    other.gaps.stream().filter(g -> g.kind().ofDisk() || g.kind().ofNetwork()).forEach(sum::add);
    return new Machine(name, both, traits, other.byStreams, from, sum);
  }

  private static boolean ofDevice(Key key) {
    return key.term().of == Term.Of.DEVICE;
  }

  /** The same machine with its disk's rates at the number of streams that a job has on a node. */
  public Machine atStreams(int count) {
    return with(
        (key, figure) ->
            byStreams.containsKey(key.term()) ? at(count, byStreams.get(key.term())) : figure);
  }

  /** Rates of its disk, in MB/s over all streams, by how many read or write at once. */
  public NavigableMap<Integer, Mean> byStreams(Term term) {
    return byStreams.getOrDefault(term, new TreeMap<>());
  }

  private static Mean at(int streams, NavigableMap<Integer, Mean> rates) {
    Map.Entry<Integer, Mean> nearest = rates.floorEntry(streams);
    return nearest == null ? rates.firstEntry().getValue() : nearest.getValue();
  }

  /** Every figure drawn by its standard error, but for the speed of all work. */
  Machine draw(RandomGenerator random) {
    Map<Key, Double> factors = new HashMap<>();
    table.forEach(
        (key, figure) -> {
          Term with = key.term().drawnWith;
          Key other = with == null ? null : new Key(with, key.subject());
          boolean shared =
              other != null
                  && (key.term().kind != Term.Kind.RATE || figure.equals(table.get(other)));
          factors.put(
              key,
              shared
                  ? factors.getOrDefault(other, 1.0)
                  : key.term() == Term.SPEED ? 1 : factor(figure, random));
        });
    return with((key, f) -> Mean.exact(f.value() * factors.get(key)));
  }

  /** By which one draw differs from the mean: log-normal, so that it is above zero. */
  private static double factor(Mean figure, RandomGenerator random) {
    return figure.error() > 0 && figure.value() != 0
        ? Math.exp(figure.error() / Math.abs(figure.value()) * random.nextGaussian())
        : 1;
  }

  /**
   * The same machine at another time, when all work costs a factor more: core-seconds, and time in
   * which cores work. Of the time until the first map only the ApplicationMaster's work does.
   */
  public Machine atSpeed(double factor) {
    double masterS = value(Term.MASTER) * (factor - 1) / coresOfMaster();
    return with(
        (key, f) ->
            key.term().kind == Term.Kind.WORK
                ? f.times(factor)
                : key.term() == Term.SUBMIT_TO_FIRST_MAP
                    ? new Mean(f.value() + masterS, f.error(), f.n())
                    : f);
  }

  /** The same machine, of which whole tasks are not known: each is the sum of its operations. */
  public Machine withoutWholeTasks() {
    Map<Key, Mean> others = new TreeMap<>(table);
    others.keySet().removeIf(Machine::ofEmptyTask);
    return new Machine(name, others, traits, byStreams, base, gaps);
  }

  /** Whether it is what an operation or a whole task takes. */
  private static boolean ofWork(Key key) {
    return key.term().of == OPERATION || ofEmptyTask(key);
  }

  private static boolean ofEmptyTask(Key key) {
    return key.term() == Term.EMPTY_COST || key.term() == Term.EMPTY_WALL;
  }

  /**
   * The same machine with the whole tasks that were measured with another codec of the map output.
   * Empty where not both map and reduce were measured so.
   */
  public Optional<Machine> withWholeTasksOf(String codec) {
    Map<String, String> measured = new TreeMap<>();
    TaskFigures.ALL.forEach(task -> measured.put(task, TaskFigures.with(codec, task)));
    if (measured.values().stream().anyMatch(other -> task(other).isEmpty())) {
      return Optional.empty();
    }
    Machine machine = standingIn(measured);
    machine.table.keySet().removeIf(k -> ofEmptyTask(k) && !TaskFigures.ALL.contains(k.subject()));
    return Optional.of(machine);
  }

  /**
   * The same machine with what was measured under a lever. A map task that it replaces and that was
   * not is the sum of its operations; of these, those that were not are not known any more.
   *
   * @param mapTask the whole map task of the job
   */
  public Machine with(LeverFile lever, String mapTask) {
    Map<String, String> measured = new TreeMap<>();
    Set<String> lost = new TreeSet<>();
    String end = LeverRows.id(lever.name(), "");
    for (String operation : all(Term.COST).keySet()) {
      if (operation.endsWith(end)) {
        measured.put(operation.substring(0, operation.length() - end.length()), operation);
      } else if (LeverRows.replaces(lever, operation, mapTask)
          && !has(LeverRows.id(lever.name(), operation))) {
        lost.add(operation);
      }
    }
    Machine machine = standingIn(measured);
    machine.table.keySet().removeIf(k -> lost.contains(k.subject()) && ofWork(k));
    List<Gap> sum = new ArrayList<>(machine.gaps);
    sum.removeIf(g -> lost.contains(g.operation()));
    if (task(mapTask).isPresent() && machine.task(mapTask).isEmpty()) {
      sum.add(
          Gap.ofOperation(
              mapTask, Gap.Kind.TASK_WITHOUT_LEVER, mapTask, lever.name(), lever.profile()));
    }
    return new Machine(name, machine.table, machine.traits, byStreams, base, sum);
  }

  /**
   * The same machine with some operations' figures in the place of others', by the ids of these. A
   * cold start of which one size is known grows as that of the other.
   */
  private Machine standingIn(Map<String, String> measured) {
    Map<Key, Mean> figures = new TreeMap<>(table);
    Map<String, Traits> named = new HashMap<>(traits);
    List<Gap> sum = new ArrayList<>(gaps);
    measured.forEach(
        (id, other) -> {
          figures.keySet().removeIf(k -> k.subject().equals(id) && ofWork(k));
          table.forEach((key, f) -> key.standingIn(id, other).ifPresent(k -> figures.put(k, f)));
          Traits own = traits.get(other);
          ColdCurve curve =
              own.curve().equals(ColdCurve.AT_ONCE) && traits.containsKey(id)
                  ? traits.get(id).curve()
                  : own.curve();
          named.put(id, new Traits(own.byteBase(), own.recordBytes(), curve, own.measuredAt()));
          sum.removeIf(g -> g.operation().equals(id));
          gaps.stream().filter(g -> g.operation().equals(other)).forEach(g -> sum.add(g.of(id)));
        });
    return new Machine(name, figures, named, byStreams, base, sum);
  }

  public String name() {
    return name;
  }

  /** A figure that it has one of; 0 where it is not known. */
  public double value(Term term) {
    return value(term, "");
  }

  public double value(Term term, String subject) {
    Mean figure = figure(term, subject);
    return figure == null ? 0 : figure.value();
  }

  /** Whether it has such a figure. */
  public boolean has(Term term) {
    return figure(term, "") != null;
  }

  public Mean figure(Term term, String subject) {
    return table.get(new Key(term, subject));
  }

  /** A term's figures by subject, in order; that of the machine among them by an empty one. */
  Map<String, Mean> all(Term term) {
    Map<String, Mean> figures = new TreeMap<>();
    table.forEach(
        (key, f) -> figures.putAll(key.term() == term ? Map.of(key.subject(), f) : Map.of()));
    return figures;
  }

  /** What an operation takes on it; one that is not known is refused with the nearest that is. */
  public OperationFigures figures(String operation) {
    if (!has(operation)) {
      throw unknown(operation);
    }
    Mean wall = figure(Term.WALL, operation);
    Mean share = figure(Term.TASK_SHARE, operation);
    Traits own = traits.get(operation);
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
    Set<String> known = all(Term.COST).keySet();
    if (known.isEmpty()) {
      return Sentences.refusal("machine.devices-alone", name);
    }
    return gaps.stream()
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
    if (missing.size() > 1 && !all(Term.COST).isEmpty()) {
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
    Machine machine = atStreams(count);
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
    Set<String> codecs = new TreeSet<>(all(Term.COMPRESSION_RATIO).keySet());
    codecs.removeIf(c -> !has(COMPRESS + c) || !has(DECOMPRESS + c));
    return codecs;
  }

  /** Whether something was measured under a lever. */
  public boolean knows(LeverFile lever) {
    String end = LeverRows.id(lever.name(), "");
    return all(Term.COST).keySet().stream().anyMatch(operation -> operation.endsWith(end));
  }

  /** Of some levers, those under which a workload's operations were measured. */
  public List<LeverFile> measured(WorkloadFile workload, List<LeverFile> levers) {
    return LeverRows.all(this, workload, levers, true).toList();
  }

  /** Whether they were measured without a lever as well. */
  public boolean measuredWithout(WorkloadFile workload, LeverFile lever) {
    return LeverRows.measuredWithout(this, workload, lever);
  }

  /** Those under which they were not. */
  public List<LeverFile> notMeasured(WorkloadFile workload, List<LeverFile> levers) {
    return LeverRows.all(this, workload, levers, false).toList();
  }

  /** Whether a job's map tasks were measured whole under each of some levers, by their names. */
  public boolean hasWholeMaps(WorkloadFile workload, String codec, List<String> levers) {
    String usual = TaskPlanner.mapTask(workload);
    String task =
        workload.worksOnSample() || codec.equals(TaskFigures.CODEC)
            ? usual
            : TaskFigures.with(codec, usual);
    return levers.stream().allMatch(l -> task(LeverRows.id(l, task)).isPresent());
  }

  /** The same machine with the rates of its disk and of its link each multiplied by a factor. */
  public Machine times(double disk, double network) {
    Map<Term, NavigableMap<Integer, Mean>> streams = new HashMap<>();
    byStreams.forEach(
        (term, rates) -> {
          NavigableMap<Integer, Mean> scaled = new TreeMap<>(rates);
          scaled.replaceAll((count, rate) -> rate.times(disk));
          streams.put(term, scaled);
        });
    Machine scaled =
        with(
            (key, f) ->
                key.term().kind == Term.Kind.RATE
                    ? f.times(key.term() == Term.NETWORK ? network : disk)
                    : f);
    return new Machine(name, scaled.table, traits, streams, base, gaps);
  }

  /**
   * The same machine over a disk and a link whose rates are stated; null leaves one as it is. A
   * stated disk has one rate each way, whatever the number of streams; what it takes of the cores
   * is that of the disk that was measured.
   */
  public Machine stated(MachineFile.Streams disk, DataRate network, Prediction.Base from) {
    Map<Key, Mean> figures = new TreeMap<>(table);
    List<Gap> sum = new ArrayList<>(gaps);
    if (network != null) {
      figures.put(new Key(Term.NETWORK, ""), Mean.exact(network.megabytesPerSecond()));
      sum.removeIf(g -> g.kind().ofNetwork());
    }
    if (disk == null) {
      return new Machine(name, figures, traits, byStreams, from, sum);
    }
    figures.keySet().removeIf(k -> ofDevice(k) && k.term().name().endsWith("_OF_ONE"));
    figures.remove(new Key(Term.READ_WRITE, ""));
    figures.put(new Key(Term.DISK_READ, ""), disk.read().mean());
    figures.put(new Key(Term.DISK_WRITE, ""), disk.write().mean());
    sum.removeIf(g -> g.kind().ofDisk());
    if (diskAtOnce() > 0) {
      sum.add(Gap.of(Gap.Kind.STATED_DISK_ONE_WAY));
    }
    sum.add(
        Gap.of(has(Term.WRITE_BACK) ? Gap.Kind.STATED_DISK_WRITE_BACK : Gap.Kind.NO_WRITE_BACK));
    return new Machine(name, figures, traits, Map.of(), from, sum);
  }

  /** Whose disk and network it has; null where they are its own. */
  public Prediction.Base base() {
    return base;
  }

  public boolean starts() {
    return has(Term.CONTAINER);
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
  private double coresOfMaster() {
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

  /** What a whole task takes, such as {@code task.map}, where it was measured. */
  public Optional<TaskFigures> task(String task) {
    if (figure(Term.EMPTY_COST, task) == null) {
      return Optional.empty();
    }
    Traits own = traits.get(task);
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
    all(Term.SAMPLE).forEach((subject, figure) -> counted.put(subject, figure.value()));
    return InputSample.of(counted, tasks)
        .orElseThrow(
            () -> Sentences.refusal("sample.missing", name, workload, tasks.profile(), workload));
  }

  public boolean hasWholeTasks() {
    return table.keySet().stream().anyMatch(k -> k.term() == Term.EMPTY_COST);
  }

  /** Whether any figure has a standard error. */
  public boolean uncertain() {
    return table.entrySet().stream()
        .filter(
            e ->
                Set.of(Term.SPEED, Term.COST).contains(e.getKey().term())
                    || e.getKey().equals(new Key(Term.CONTENTION, "")))
        .anyMatch(e -> e.getValue().error() > 0);
  }

  /** Whether enough rounds say how far its speed moves from one time to another. */
  public boolean knowsItsSpeed() {
    return figure(Term.SPEED, "").n() >= Learned.ENOUGH;
  }

  /** How far it moves, as rounds showed or as other machines taught: deviation of the logarithm. */
  double speedScatter() {
    return knowsItsSpeed() ? figure(Term.SPEED, "").error() : Learned.SHIPPED.machine();
  }

  /** What is not known of it, as far as it concerns some operations. */
  public List<Gap> gaps(Set<String> used) {
    List<Gap> concerned = new ArrayList<>();
    Predicate<Gap> ofMachine = g -> g.operation().isEmpty();
    gaps.stream().filter(ofMachine).forEach(concerned::add);
    gaps.stream()
        .filter(ofMachine.negate().and(g -> used.contains(g.operation())))
        .sorted(Comparator.comparing(Gap::operation))
        .forEach(concerned::add);
    return concerned;
  }
}
