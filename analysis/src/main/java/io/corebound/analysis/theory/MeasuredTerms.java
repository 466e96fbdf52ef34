package io.corebound.analysis.theory;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.theory.Figures.Key;
import io.corebound.analysis.theory.Figures.Traits;
import io.corebound.analysis.theory.volumes.InputSample;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads a machine's terms out of a run's measurements. Of several rows of a term the first with a
 * single thread counts, and of empty jobs those without a class-data-sharing archive.
 *
 * <p>Over 400 lines: each group of rows fills its part of the same table, gap by gap.
 */
public final class MeasuredTerms {
  /** May be missing where the start of containers was measured. */
  private static final Set<Term> OPTIONAL_OF_START =
      EnumSet.of(
          Term.RUNNING,
          Term.MASTER,
          Term.FIRST_WAVE,
          Term.CLIENT_WALL,
          Term.CLIENT_COST,
          Term.COUNTED_MAP,
          Term.COUNTED_REDUCE);

  private static final List<Term> OF_WHOLE_TASK =
      List.of(Term.COLD_COST, Term.WALL, Term.COLD_WALL, Term.EMPTY_COST, Term.EMPTY_WALL);

  /** The process of a figure of the whole machine, kernel and other programs among it. */
  private static final String MACHINE = "machine";

  private static final List<String> MASTERS = List.of("namenode", "resourcemanager");

  /** Those that do nothing but heartbeats while no job runs. */
  private static final List<String> HEARTBEATS = List.of("nodemanager", "resourcemanager");

  /** Parameters: a task's size, and of a contention factor its operation and shared CPUs. */
  private static final List<String> SIZES = List.of("records", "bytes");

  private static final String ALL = "all";

  /** A disturbance that adds less is not told. */
  private static final double TOLD = 0.005;

  private static final String OPERATION = "operation";
  private static final String CPUS = "cpus";

  /** Parameter: bytes of a record's value. */
  private static final String VALUE = "value";

  /** By how much the sizes of records must differ to tell what goes with their number. */
  private static final double FAR = 10;

  /** Its contention stands for that of the job: it works the CPU, the caches and the memory. */
  private static final String SORT = "sort";

  /** What a difference of two measurements gives may be negative; these are none. */
  private static final Set<String> NEVER_NEGATIVE =
      Set.of(Metric.COST, Metric.COST_PER_RECORD, Metric.WALL, Metric.RATE, Metric.SCATTER);

  /** One over the part of a byte to which a record's size is known: a quotient has noise. */
  private static final double DIGITS = 1e6;

  private final String name;
  private final List<Measurement> rows;
  private final JvmFlags flags;

  /** Ids of whole tasks: what was measured without data as well is one. */
  private final Set<String> wholeTasks = new TreeSet<>(TaskFigures.ALL);

  private final NavigableMap<Key, Mean> table = new TreeMap<>();
  private final Map<String, Traits> traits = new HashMap<>();
  private final Map<Term, NavigableMap<Integer, Mean>> byStreams = new HashMap<>();
  private final List<Gap> gaps = new ArrayList<>();

  public MeasuredTerms(String name, List<Measurement> all) {
    this.name = name;
    this.flags = JvmFlags.of(all);
    this.rows = flags.rows();
    rows.stream()
        .filter(r -> r.metric().equals(Metric.EMPTY_COST))
        .forEach(r -> wholeTasks.add(r.operation()));
  }

  Machine machine() {
    flags.leftOut().ifPresent(gaps::add);
    gaps.addAll(flags.missing().values());
    operations();
    contention();
    speed();
    disks();
    idle();
    network();
    starts();
    samplesAndRatios();
    wholeTasks.forEach(this::wholeTask);
    return read();
  }

  public Machine devices() {
    put(Term.CONTENTION, "", Mean.exact(1));
    put(Term.SPEED, "", Mean.exact(1));
    disks();
    network();
    return read();
  }

  private Machine read() {
    return new Machine(name, new Figures(table, traits, byStreams, null, gaps));
  }

  private void put(Term term, String subject, Mean figure) {
    table.put(new Key(term, subject), figure);
  }

  private void gap(String operation, Gap.Kind kind, Object... values) {
    gaps.add(Gap.ofOperation(operation, kind, values));
  }

  private void operations() {
    Set<String> names = new TreeSet<>();
    rows.stream()
        .filter(JvmFlags::isCost)
        .filter(r -> r.process().equals(Term.COST.process))
        .forEach(r -> names.add(r.operation()));
    if (names.isEmpty()) {
      throw flags.missing().values().stream()
          .findFirst()
          .map(g -> Sentences.refusal("run.gap", name, g.sentence()))
          .orElseGet(() -> Sentences.refusal("run.no-cost", name));
    }
    names.forEach(this::operation);
  }

  private void operation(String operation) {
    Measurement cost = row(Term.COST, operation).orElseThrow();
    read(Term.COST, operation);
    long variants =
        matching(Term.COST, operation)
            .map(r -> wholeTasks.contains(operation) ? withoutSize(r) : withoutSizeOfRecords(r))
            .distinct()
            .count();
    if (variants > 1) {
      gap(operation, Gap.Kind.VARIANTS, operation, variants, new TreeMap<>(cost.parameters()));
    }
    if (!read(Term.WALL, operation)) {
      gap(operation, Gap.Kind.NO_WALL, operation);
    }
    if (row(Term.COLD_COST, operation).isEmpty()) {
      gap(operation, Gap.Kind.NO_COLD_COST, operation);
    }
    for (Term from : List.of(Term.COLD_COST, Term.COLD_WALL)) {
      row(from, operation)
          .filter(r -> r.value() > 0)
          .ifPresent(
              r -> {
                put(from, operation, figure(from, r));
                put(Term.COLD_WALL, operation, Mean.exact(r.value()));
              });
    }
    put(Term.TASK_SHARE, operation, Mean.exact(taskShare(operation, cost.value())));
    traits.put(operation, traits(cost, ColdCurve.AT_ONCE));
    byRecord(cost).ifPresent(part -> put(Term.BY_RECORD, operation, Mean.exact(part)));
  }

  /**
   * The part of a cost that goes with the number of records, by what records of other sizes cost;
   * empty where these do not differ enough. Of several rows of a size the first counts.
   */
  private Optional<Double> byRecord(Measurement cost) {
    NavigableMap<Double, Double> sizes = new TreeMap<>();
    matching(Term.COST, cost.operation())
        .filter(r -> withoutSizeOfRecords(r).equals(withoutSizeOfRecords(cost)))
        .filter(r -> r.threads() == cost.threads() && recordBytes(r) > 0)
        .forEach(r -> sizes.putIfAbsent(recordBytes(r), r.value()));
    return recordBytes(cost) > 0 && sizes.lastKey() > FAR * sizes.firstKey()
        ? Optional.of(RecordFit.of(sizes).part(recordBytes(cost)))
        : Optional.empty();
  }

  private static Map<String, String> withoutSizeOfRecords(Measurement row) {
    Map<String, String> parameters = withoutSize(row);
    parameters.remove(VALUE);
    return parameters;
  }

  private Traits traits(Measurement cost, ColdCurve curve) {
    return new Traits(cost.byteBase(), recordBytes(cost), curve, cost.parameters());
  }

  /** Of a record that a cost was measured with: what one costs over what a byte costs. */
  private double recordBytes(Measurement cost) {
    return matching(cost.operation(), ALL, Metric.COST_PER_RECORD, "ns/record")
        .filter(r -> r.parameters().equals(cost.parameters()) && r.threads() == cost.threads())
        .mapToDouble(r -> Math.round(r.value() / cost.value() * DIGITS) / DIGITS)
        .filter(Double::isFinite)
        .findFirst()
        .orElse(0);
  }

  /** The benchmark process's part of the cost; all of it where processes were not separated. */
  private double taskShare(String operation, double cost) {
    Term share = Term.TASK_SHARE;
    Optional<Measurement> user = row(share, operation);
    Optional<Measurement> system = row(operation, share.process, "cost_system", "ns/B");
    return user.isEmpty() || system.isEmpty() || cost <= 0
        ? 1
        : Math.min(1, (user.get().value() + system.get().value()) / cost);
  }

  /** What a task was measured with, whatever its size; sizes say how its cold start grows. */
  private static Map<String, String> withoutSize(Measurement row) {
    Map<String, String> parameters = new TreeMap<>(row.parameters());
    parameters.keySet().removeAll(SIZES);
    return parameters;
  }

  private void wholeTask(String task) {
    if (flags.missing().containsKey(task)) {
      gap(task, Gap.Kind.TASK_UNDER_OTHER_FLAGS, task);
      return;
    }
    if (!traits.containsKey(task)) {
      gap(task, Gap.Kind.TASK_NOT_MEASURED, task);
      return;
    }
    List<String> missing =
        OF_WHOLE_TASK.stream().filter(t -> row(t, task).isEmpty()).map(t -> t.metric).toList();
    if (!missing.isEmpty()) {
      gap(task, Gap.Kind.TASK_LACKS_ROWS, task, String.join(", ", missing));
      return;
    }
    read(Term.EMPTY_COST, task);
    read(Term.EMPTY_WALL, task);
    double empty = table.get(new Key(Term.EMPTY_COST, task)).value();
    Measurement cost = row(Term.COST, task).orElseThrow();
    traits.put(task, traits(cost, coldCurve(cost, empty)));
    gap(task, Gap.Kind.TASK_MEASURED_AT, task, new TreeMap<>(cost.parameters()));
  }

  /** From the first tasks of fresh JVMs, of the size that is taken and of smaller ones. */
  private ColdCurve coldCurve(Measurement cost, double emptyCoreS) {
    String task = cost.operation();
    double recordBytes = recordBytes(cost);
    NavigableMap<Double, Double> first = new TreeMap<>();
    if (recordBytes > 0) {
      matching(task, ALL, Metric.FIRST_COST, "core-s")
          .filter(r -> withoutSize(r).equals(withoutSize(cost)) && r.threads() == cost.threads())
          .filter(r -> number(r, SIZES.get(0)) > 0)
          .filter(r -> number(r, SIZES.get(0)) <= number(cost, SIZES.get(0)))
          .forEach(r -> first.putIfAbsent(number(r, SIZES.get(0)) * recordBytes, r.value()));
    }
    return ColdCurve.of(first, emptyCoreS, cost.value());
  }

  /** A parameter that is a whole number; 0 where the row does not say. */
  private static long number(Measurement row, String parameter) {
    String number = row.parameters().getOrDefault(parameter, "0");
    return number.matches("[0-9]{1,18}") ? Long.parseLong(number) : 0;
  }

  private void contention() {
    Optional<Measurement> operation =
        ofMostCopies(
            p ->
                !p.containsKey(CPUS)
                    && p.getOrDefault("suite", SORT).equals(SORT)
                    && !p.containsKey(OPERATION));
    int cores = operation.map(Measurement::threads).orElse(0);
    operation.ifPresent(m -> noise("", "contention", m));
    Mean first = null;
    for (String task : wholeTasks) {
      ofMostCopies(p -> task.equals(p.get(OPERATION)) && p.containsKey(CPUS))
          .ifPresent(two -> put(Term.SHARING, task, figure(Term.SHARING, two)));
      Optional<Measurement> most =
          ofMostCopies(p -> task.equals(p.get(OPERATION)) && !p.containsKey(CPUS));
      if (most.isPresent()) {
        noise(task, "contention of " + task, most.get());
        put(Term.CONTENTION, task, figure(Term.CONTENTION, most.get()));
        first = first == null ? figure(Term.CONTENTION, most.get()) : first;
        cores = Math.max(cores, most.get().threads());
      }
    }
    if (cores == 0) {
      gaps.add(Gap.of(Gap.Kind.NO_CONTENTION));
    }
    put(Term.BUSY_CORES, "", Mean.exact(cores));
    Mean otherwise = first == null ? Mean.exact(1) : first;
    put(Term.CONTENTION, "", operation.map(r -> figure(Term.CONTENTION, r)).orElse(otherwise));
  }

  private void noise(String operation, String what, Measurement factor) {
    if (factor.value() < 1) {
      String value = String.format(Locale.ROOT, "%.2f", factor.value());
      gap(operation, Gap.Kind.FACTOR_IS_NOISE, what, value);
    }
  }

  private Optional<Measurement> ofMostCopies(Predicate<Map<String, String>> of) {
    return matching(Term.CONTENTION, "")
        .filter(r -> of.test(r.parameters()))
        .max(Comparator.comparingInt(Measurement::threads));
  }

  /**
   * The job is one time more, beside the mean of those at which costs were measured: that much
   * wider is it than the scatter of one.
   */
  private void speed() {
    put(
        Term.SPEED,
        "",
        matching(Term.SPEED, "")
            .filter(r -> r.n() > 1)
            .findFirst()
            .map(r -> new Mean(1, r.value() * Math.sqrt(1 + 1.0 / r.n()), r.n()))
            .orElse(Mean.exact(1)));
    read(Term.DISTURBANCE, "");
    disturbed(rows).ifPresent(gaps::add);
  }

  /** Whether other programs disturbed while a run measured, and which. */
  public static Optional<Gap> disturbed(List<Measurement> rows) {
    double deviation = others(rows, Metric.DISTURBANCE);
    String programs =
        rows.stream()
            .filter(r -> r.operation().equals(Metric.OTHERS) && !r.process().equals(ALL))
            .map(r -> String.format(Locale.ROOT, "%s %.2f", r.process(), r.value()))
            .collect(Collectors.joining(", "));
    long part = Math.round(100 * others(rows, Metric.DISTURBED));
    return deviation >= TOLD
        ? Optional.of(Gap.of(Gap.Kind.DISTURBED, part, programs, Math.round(100 * deviation)))
        : Optional.empty();
  }

  private static double others(List<Measurement> rows, String metric) {
    return rows.stream()
        .filter(r -> r.operation().equals(Metric.OTHERS) && r.metric().equals(metric))
        .filter(r -> r.process().equals(ALL))
        .mapToDouble(Measurement::value)
        .findFirst()
        .orElse(0);
  }

  private void disks() {
    if (throughPageCache(rows)) {
      gaps.add(Gap.of(Gap.Kind.PAGE_CACHE));
    }
    rates(Term.DISK_READ, Gap.Kind.NO_DISK_READ);
    rates(Term.DISK_WRITE, Gap.Kind.NO_DISK_WRITE);
    read(Term.READ_WRITE, "");
    StatedTerms.ofOne(table, byStreams);
    if (!read(Term.WRITE_BACK, "") && table.containsKey(new Key(Term.DISK_WRITE))) {
      gaps.add(Gap.of(Gap.Kind.NO_WRITE_BACK));
    }
  }

  private void network() {
    rates(Term.NETWORK, Gap.Kind.NO_NETWORK);
    byStreams.remove(Term.NETWORK);
  }

  /** A probe's rates by the number of streams; that of most where a job's own is not known. */
  private void rates(Term term, Gap.Kind missing) {
    NavigableMap<Integer, Mean> rates = new TreeMap<>();
    matching(term, "").forEach(r -> rates.putIfAbsent(r.threads(), figure(term, r)));
    if (rates.isEmpty()) {
      gaps.add(Gap.of(missing));
    } else {
      byStreams.put(term, rates);
      put(term, "", rates.lastEntry().getValue());
    }
  }

  private void idle() {
    Optional<Measurement> processes = row(Term.IDLE, "");
    // with the kernel and other programs where a running job was measured so, too
    Optional<Measurement> idle =
        rows.stream()
            .filter(r -> r.metric().equals(Term.RUNNING.metric))
            .filter(r -> r.process().equals(MACHINE))
            .findFirst()
            .flatMap(r -> idle(MACHINE))
            .or(() -> processes);
    if (!read(Term.COLLECTORS, "")) {
      gaps.add(Gap.of(Gap.Kind.NO_COLLECTORS));
    }
    if (idle.isEmpty()) {
      gaps.add(Gap.of(Gap.Kind.NO_IDLE));
      return;
    }
    double masters = idle(MASTERS);
    double all = idle.get().value();
    // a lab's nodes share the machine
    double once = masters + Math.max(0, all - processes.map(Measurement::value).orElse(all));
    put(Term.IDLE, "", figure(Term.IDLE, idle.get()));
    put(Term.IDLE_ONCE, "", Mean.exact(all > 0 ? Math.min(1, once / all) : 0));
    double ofBeats = all > 0 ? Math.min(1, idle(HEARTBEATS) / all) : 0;
    put(Term.IDLE_HEARTBEATS, "", Mean.exact(ofBeats));
  }

  private double idle(List<String> daemons) {
    return daemons.stream().flatMap(d -> idle(d).stream()).mapToDouble(Measurement::value).sum();
  }

  private Optional<Measurement> idle(String process) {
    return row(Term.IDLE.operation, process, Term.IDLE.metric, Term.IDLE.unit);
  }

  private void starts() {
    String container = Term.CONTAINER.operation;
    Set<String> levers = new TreeSet<>();
    rows.stream()
        .filter(r -> (r.operation() + ".").startsWith(container + "."))
        .forEach(
            r -> levers.add(r.operation().substring(container.length()).replaceFirst("^\\.", "")));
    if (!levers.contains("")) {
      gaps.add(Gap.of(Gap.Kind.NO_START));
    }
    levers.forEach(this::starts);
  }

  /** What starts take under a lever, or without one by an empty name. */
  private void starts(String lever) {
    if (!lever.isEmpty() && needed().anyMatch(term -> row(term, lever).isEmpty())) {
      // its jobs say that nothing was measured with it
      return;
    }
    for (Term term : Term.values()) {
      if (term.of == Term.Of.START && !read(term, lever) && !OPTIONAL_OF_START.contains(term)) {
        String process = term.process == null ? "" : ", process '" + term.process + "'";
        throw Sentences.refusal("run.no-row", name, term.operation, term.metric, process);
      }
    }
    row(Term.CONTAINER, lever).ifPresent(r -> put(Term.AT_ONCE, lever, Mean.exact(r.threads())));
    parameter(Term.HEARTBEAT, Term.RUNNING, lever);
    if (!parameter(Term.MASTER_CORES, Term.MASTER, lever)) {
      table.remove(new Key(Term.MASTER, lever));
    }
  }

  /** The terms of starts that must be there. */
  private static Stream<Term> needed() {
    return Stream.of(Term.values())
        .filter(term -> term.of == Term.Of.START && !OPTIONAL_OF_START.contains(term));
  }

  /** Reads a term that is a parameter of another one's row; returns whether it is there. */
  private boolean parameter(Term term, Term of, String lever) {
    long number = row(of, lever).map(r -> number(r, term.metric)).orElse(0L);
    if (number > 0) {
      put(term, lever, Mean.exact(number));
    }
    return number > 0;
  }

  /** What whole tasks counted of the data that they worked on, and the ratio of each codec. */
  private void samplesAndRatios() {
    rows.stream()
        .filter(r -> InputSample.counts(r.metric()))
        .forEach(
            r ->
                table.putIfAbsent(
                    new Key(Term.SAMPLE, r.operation() + " " + r.metric()), Mean.exact(r.value())));
    String compress = Term.COMPRESSION_RATIO.operation;
    rows.stream()
        .filter(r -> r.operation().startsWith(compress))
        .map(r -> r.operation().substring(compress.length()))
        .distinct()
        .forEach(codec -> read(Term.COMPRESSION_RATIO, codec));
  }

  /** Puts the figure of a term's row into the table; returns whether there is one. */
  private boolean read(Term term, String subject) {
    Optional<Measurement> row = row(term, subject);
    row.ifPresent(r -> put(term, subject, figure(term, r)));
    return row.isPresent();
  }

  /**
   * Too few samples do not say how far they scatter; what other runs taught does. What is drawn
   * with another term has no error of its own.
   */
  private Mean figure(Term term, Measurement row) {
    boolean task = wholeTasks.contains(row.operation());
    Double scatter = (task ? Learned.SHIPPED.ofTasks() : Learned.SHIPPED.scatter()).get(term);
    boolean alone = term.drawnWith != null || Double.isNaN(row.mean().error());
    Mean mean = alone ? Mean.exact(row.value()) : row.mean();
    return mean.n() >= Learned.ENOUGH || scatter == null
        ? mean
        : new Mean(mean.value(), scatter * Math.abs(mean.value()) / Math.sqrt(mean.n()), mean.n());
  }

  private Optional<Measurement> row(Term term, String subject) {
    return matching(term, subject)
        .filter(r -> term.of != Term.Of.START || !r.parameters().containsKey("cds"))
        .min(Comparator.comparingInt(Measurement::threads));
  }

  private Optional<Measurement> row(String operation, String process, String metric, String unit) {
    return matching(operation, process, metric, unit)
        .min(Comparator.comparingInt(Measurement::threads));
  }

  private Stream<Measurement> matching(Term term, String subject) {
    String operation =
        switch (term.of) {
          case CODEC -> term.operation + subject;
          case START -> subject.isEmpty() ? term.operation : LeverRows.id(subject, term.operation);
          default -> term.operation == null ? subject : term.operation;
        };
    return matching(operation, term.process, term.metric, term.unit);
  }

  private Stream<Measurement> matching(
      String operation, String process, String metric, String unit) {
    return rows.stream()
        .filter(r -> r.operation().equals(operation) && r.metric().equals(metric))
        .filter(r -> process == null || r.process().equals(process))
        .map(r -> inUnit(r, unit));
  }

  /** Figures of other units would be added up as if they were of this one. */
  private Measurement inUnit(Measurement row, String unit) {
    if (!row.unit().equals(unit)) {
      throw Sentences.refusal(
          "run.other-unit", name, row.metric(), row.operation(), unit, row.unit());
    }
    if (row.value() < 0 && NEVER_NEGATIVE.contains(row.metric())) {
      throw Sentences.refusal("run.negative", name, row.metric(), row.operation(), row.value());
    }
    return row;
  }

  /** Whether the rates of a disk are those of the page cache: fio was refused direct I/O. */
  public static boolean throughPageCache(List<Measurement> rows) {
    return rows.stream()
        .filter(r -> r.operation().startsWith("disk.") && r.metric().equals(Metric.RATE))
        .anyMatch(r -> "0".equals(r.parameters().get("direct")));
  }
}
