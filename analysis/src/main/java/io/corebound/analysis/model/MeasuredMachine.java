package io.corebound.analysis.model;

import io.corebound.analysis.model.Contention.Factors;
import io.corebound.analysis.model.Machine.Resources;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.CoreboundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads a machine out of a run's measurements. Of an operation the rows {@code cost} (process
 * {@code all}, ns/B) and {@code wall} (ns/B) count, with {@code cold_cost} (core-s) and {@code
 * cold_wall} (s) where they are, and {@code empty_cost} (core-s) and {@code empty_wall} (s) of
 * whole tasks, of which {@code first_cost} (core-s) and {@code cost_per_record} (ns/record) tell
 * how much of the cold start a smaller one pays; of several rows of one metric the first with a
 * single thread.
 */
final class MeasuredMachine {
  private static final String ALL = "all";
  private static final String WALL = "wall";
  private static final String MACHINE = "machine";
  private static final List<String> MASTERS = List.of("namenode", "resourcemanager");

  private static final String COMPRESS = "compress.";

  private static final String EMPTY_COST = "empty_cost";
  private static final String EMPTY_WALL = "empty_wall";

  /** The parameter that is the size of one of TeraSort's tasks. */
  private static final String RECORDS = "records";

  /** The parameter that is the size of a task on text. */
  private static final String BYTES = "bytes";

  /** The parameter of a contention factor of one operation of a suite. */
  private static final String OPERATION = "operation";

  /** The process in which a benchmark runs, as a task's own process does the job. */
  private static final String BENCHMARK = "benchmark";

  /** What a difference of two measurements tells may be; these are none. */
  private static final Set<String> NEVER_NEGATIVE =
      Set.of(Metric.COST, Metric.COST_PER_RECORD, Metric.WALL, Metric.RATE, Metric.SCATTER);

  /** The parameter of a factor of copies that share that many CPUs. */
  private static final String CPUS = "cpus";

  /** Its contention stands for that of the job: it works the CPU, the caches and the memory. */
  private static final String SORT = "sort";

  private final String name;
  private final List<Measurement> rows;
  private final SameFlags flags;

  /** Ids of whole tasks: what was measured without data as well is one. */
  private final Set<String> wholeTasks;

  private final List<String> notModelled = new ArrayList<>();
  private final Map<String, List<String>> gaps = new TreeMap<>();

  MeasuredMachine(String name, List<Measurement> rows) {
    this.name = name;
    this.flags = SameFlags.of(rows);
    this.rows = flags.rows();
    this.wholeTasks = wholeTasks(this.rows);
  }

  Machine machine() {
    flags.leftOut().ifPresent(notModelled::add);
    flags.missing().forEach(this::gap);
    Map<String, OperationFigures> operations = operations();
    Contention contention = contention();
    DiskStreams streams = diskStreams();
    Resources resources = resources(streams, ratios(), samples(), idle());
    StartFigures start = start();
    return new Machine(
        name,
        operations,
        contention,
        resources,
        streams,
        start,
        tasks(operations),
        notModelled,
        gaps);
  }

  /** Disk and network alone. */
  Machine base() {
    DiskStreams streams = diskStreams();
    Resources resources = resources(streams, Map.of(), Map.of(), Idle.NONE);
    if (!resources.modelsDisk() && !resources.modelsNetwork()) {
      throw CoreboundException.invalidInput(
          "run "
              + name
              + ": neither its disk nor its network was probed; measure them with 'corebound"
              + " probe'");
    }
    return new Machine(
        name,
        Map.of(),
        Contention.stated(1),
        resources,
        streams,
        null,
        Map.of(),
        notModelled,
        Map.of());
  }

  private DiskStreams diskStreams() {
    boolean throughPageCache =
        rows.stream()
            .filter(r -> r.operation().startsWith("disk.") && r.metric().equals(Metric.RATE))
            .anyMatch(ProbedMachine::throughPageCache);
    if (throughPageCache) {
      notModelled.add(Machine.THROUGH_PAGE_CACHE);
    }
    DiskStreams streams = streams(rates("disk.read", "disk"), rates("disk.write", "disk"));
    if (!streams.write().isEmpty() && ProbedMachine.writeBack(rows).isEmpty()) {
      notModelled.add(Machine.WRITE_BACK_UNKNOWN);
    }
    return streams;
  }

  private DiskStreams streams(
      NavigableMap<Integer, Figure> read, NavigableMap<Integer, Figure> write) {
    Optional<Measurement> both = optional(ProbedMachine.READ_WRITE, null, Metric.RATE);
    DiskStreams.Together together =
        read.isEmpty() || write.isEmpty() || both.isEmpty()
            ? null
            : new DiskStreams.Together(
                read.firstEntry().getValue(), write.firstEntry().getValue(), Figure.of(both.get()));
    return new DiskStreams(read, write, together);
  }

  /** Of each codec that was measured. */
  private Map<String, Figure> ratios() {
    Map<String, Figure> ratios = new TreeMap<>();
    rows.stream()
        .filter(r -> r.operation().startsWith(COMPRESS) && r.metric().equals("ratio"))
        .map(Measurement::operation)
        .distinct()
        .forEach(
            o ->
                ratios.put(
                    o.substring(COMPRESS.length()),
                    Figure.of(optional(o, null, "ratio").orElseThrow())));
    return ratios;
  }

  /** What whole tasks counted of the data that they worked on. */
  private Map<String, Map<String, Double>> samples() {
    Map<String, Map<String, Double>> samples = new TreeMap<>();
    rows.stream()
        .filter(
            r ->
                InputSample.OF_MAP.contains(r.metric())
                    || InputSample.OF_REDUCE.contains(r.metric()))
        .forEach(
            r ->
                samples
                    .computeIfAbsent(r.operation(), o -> new TreeMap<>())
                    .putIfAbsent(r.metric(), r.value()));
    return samples;
  }

  private Resources resources(
      DiskStreams streams,
      Map<String, Figure> ratios,
      Map<String, Map<String, Double>> samples,
      Idle idle) {
    return new Resources(
        DiskStreams.ofMost(streams.read()),
        DiskStreams.ofMost(streams.write()),
        ProbedMachine.writeBack(rows).map(Figure::of).orElse(null),
        DiskStreams.ofMost(rates("network.stream", "network")),
        ratios,
        samples,
        idle,
        null);
  }

  private Map<String, OperationFigures> operations() {
    TreeSet<String> names = new TreeSet<>();
    for (Measurement row : rows) {
      if (row.metric().equals(Metric.COST)
          && row.unit().equals("ns/B")
          && row.process().equals(ALL)) {
        names.add(row.operation());
      }
    }
    if (names.isEmpty() && !flags.missing().isEmpty()) {
      throw CoreboundException.invalidInput(
          "run " + name + ": " + flags.missing().values().iterator().next());
    }
    if (names.isEmpty()) {
      throw CoreboundException.invalidInput(
          "run "
              + name
              + ": its measurements.csv has no row of metric 'cost' and unit 'ns/B', so no"
              + " operation has a cost; measure with 'corebound run'");
    }
    Map<String, OperationFigures> operations = new TreeMap<>();
    names.forEach(operation -> operations.put(operation, figures(operation)));
    return operations;
  }

  private OperationFigures figures(String operation) {
    Measurement cost = required(operation, ALL, Metric.COST);
    long variants =
        matching(operation, ALL, Metric.COST)
            .map(row -> wholeTasks.contains(operation) ? withoutSize(row) : row.parameters())
            .distinct()
            .count();
    if (variants > 1) {
      gap(
          operation,
          operation
              + ": measured in "
              + variants
              + " variants; the first is taken, "
              + new TreeMap<>(cost.parameters()));
    }
    Optional<Measurement> wall = optional(operation, WALL, Metric.WALL);
    if (wall.isEmpty()) {
      gap(
          operation,
          operation + ": its wall time was not measured; it is taken to use one core at a time");
    }
    Optional<Measurement> cold = optional(operation, ALL, Metric.COLD_COST);
    if (cold.isEmpty()) {
      gap(operation, operation + ": its cold start was not measured");
    }
    Figure coldCost = cold.map(Figure::of).filter(f -> f.value() > 0).orElse(Figure.exact(0));
    double coldWallS =
        optional(operation, WALL, Metric.COLD_WALL).map(Measurement::value).orElse(Double.NaN);
    return new OperationFigures(
        cost.byteBase(),
        Figure.of(cost),
        wall.map(Measurement::value).orElse(Double.NaN),
        coldCost,
        coldWallS > 0 ? coldWallS : coldCost.value(),
        taskShare(operation, cost.value()));
  }

  /** What a task was measured with, whatever its size; sizes tell of its cold start. */
  private static Map<String, String> withoutSize(Measurement row) {
    Map<String, String> parameters = new TreeMap<>(row.parameters());
    parameters.remove(RECORDS);
    parameters.remove(BYTES);
    return parameters;
  }

  private static Set<String> wholeTasks(List<Measurement> rows) {
    Set<String> tasks = new TreeSet<>(TaskFigures.ALL);
    rows.stream().filter(r -> r.metric().equals(EMPTY_COST)).forEach(r -> tasks.add(r.operation()));
    return tasks;
  }

  private Map<String, TaskFigures> tasks(Map<String, OperationFigures> operations) {
    Map<String, TaskFigures> tasks = new TreeMap<>();
    for (String task : wholeTasks) {
      if (flags.missing().containsKey(task)) {
        gap(task, task + ": the task is the sum of its operations");
        continue;
      }
      if (!operations.containsKey(task)) {
        gap(task, task + ": not measured; the task is the sum of its operations");
        continue;
      }
      List<String> missing =
          Stream.of(
                  new String[] {ALL, Metric.COLD_COST},
                  new String[] {WALL, Metric.WALL},
                  new String[] {WALL, Metric.COLD_WALL},
                  new String[] {ALL, EMPTY_COST},
                  new String[] {WALL, EMPTY_WALL})
              .filter(row -> optional(task, row[0], row[1]).isEmpty())
              .map(row -> row[1])
              .toList();
      if (!missing.isEmpty()) {
        gap(
            task,
            task
                + ": no row of metric "
                + String.join(", ", missing)
                + "; the task is the sum of its operations");
        continue;
      }
      tasks.put(
          task,
          new TaskFigures(
              operations.get(task),
              Figure.of(required(task, ALL, EMPTY_COST)),
              required(task, WALL, EMPTY_WALL).value(),
              coldCurve(task),
              required(task, ALL, Metric.COST).parameters()));
      gap(
          task,
          task
              + ": measured at "
              + new TreeMap<>(required(task, ALL, Metric.COST).parameters())
              + "; its cost a byte is taken to hold for other amounts, but for spills and merges");
    }
    return tasks;
  }

  /** From the first tasks of fresh JVMs, of the size that is taken and of smaller ones. */
  private ColdCurve coldCurve(String task) {
    Measurement cost = required(task, ALL, Metric.COST);
    Optional<Measurement> perRecord = optional(task, ALL, Metric.COST_PER_RECORD);
    NavigableMap<Double, Double> first = new TreeMap<>();
    if (perRecord.isPresent()) {
      double bytesPerRecord = perRecord.get().value() / cost.value();
      matching(task, ALL, Metric.FIRST_COST)
          .filter(r -> withoutSize(r).equals(withoutSize(cost)) && r.threads() == cost.threads())
          .filter(r -> records(r) > 0 && records(r) <= records(cost))
          .forEach(r -> first.putIfAbsent(records(r) * bytesPerRecord, r.value()));
    }
    return ColdCurve.of(first, required(task, ALL, EMPTY_COST).value(), cost.value());
  }

  /** Of the task that a row is of; 0 where it does not say. */
  private static long records(Measurement row) {
    String records = row.parameters().getOrDefault(RECORDS, "0");
    return records.matches("[0-9]{1,18}") ? Long.parseLong(records) : 0;
  }

  private void gap(String operation, String sentence) {
    gaps.computeIfAbsent(operation, o -> new ArrayList<>()).add(sentence);
  }

  /** The benchmark process' part of the cost; all of it where processes were not told apart. */
  private double taskShare(String operation, double cost) {
    Optional<Measurement> user = optional(operation, BENCHMARK, "cost_user");
    Optional<Measurement> system = optional(operation, BENCHMARK, "cost_system");
    if (user.isEmpty() || system.isEmpty() || cost <= 0) {
      return 1;
    }
    return Math.min(1, (user.get().value() + system.get().value()) / cost);
  }

  private Contention contention() {
    Optional<Measurement> operation =
        ofMostCopies(
            parameters ->
                !parameters.containsKey(CPUS)
                    && parameters.getOrDefault("suite", SORT).equals(SORT)
                    && !parameters.containsKey(OPERATION));
    Map<String, Figure> tasks = new TreeMap<>();
    Map<String, Figure> sharing = new TreeMap<>();
    int cores = operation.map(Measurement::threads).orElse(0);
    operation.flatMap(m -> noise("contention", m)).ifPresent(notModelled::add);
    for (String task : wholeTasks) {
      ofMostCopies(p -> task.equals(p.get(OPERATION)) && p.containsKey(CPUS))
          .ifPresent(two -> sharing.put(task, Figure.of(two)));
      Optional<Measurement> most =
          ofMostCopies(p -> task.equals(p.get(OPERATION)) && !p.containsKey(CPUS));
      if (most.isPresent()) {
        noise("contention of " + task, most.get()).ifPresent(n -> gap(task, n));
        tasks.put(task, Figure.of(most.get()));
        cores = Math.max(cores, most.get().threads());
      }
    }
    if (cores == 0) {
      notModelled.add("contention: not measured; an operation costs the same with all cores busy");
    }
    Figure factor =
        operation
            .map(Figure::of)
            .or(() -> tasks.values().stream().findFirst())
            .orElse(Figure.exact(1));
    return new Contention(
        new Factors(factor, tasks), new Factors(Figure.exact(1), sharing), cores, speed());
  }

  /**
   * The job is one time more, beside the mean of those at which costs were measured: that much
   * wider is it than the scatter of one.
   */
  private Figure speed() {
    return rows.stream()
        .filter(r -> r.operation().equals(Metric.SPEED) && r.metric().equals(Metric.SCATTER))
        .filter(r -> r.n() > 1)
        .map(this::inItsUnit)
        .findFirst()
        .map(r -> new Figure(1, r.value() * Math.sqrt(1 + 1.0 / r.n()), r.n()))
        .orElse(Figure.exact(1));
  }

  /** What is said of a factor that is no more than noise. */
  private static Optional<String> noise(String what, Measurement factor) {
    return factor.value() < 1
        ? Optional.of(
            what
                + ": measured as "
                + String.format(Locale.ROOT, "%.2f", factor.value())
                + ", which is noise, for company makes nothing cheaper; taken as 1")
        : Optional.empty();
  }

  private Optional<Measurement> ofMostCopies(Predicate<Map<String, String>> of) {
    return rows.stream()
        .filter(r -> r.operation().equals("contention") && r.metric().equals("factor"))
        .map(this::inItsUnit)
        .filter(r -> of.test(r.parameters()))
        .max(Comparator.comparingInt(Measurement::threads));
  }

  private Idle idle() {
    Optional<Measurement> processes = optional("idle", ALL, Metric.COST);
    // with the kernel and whatever else runs there where a running job was measured so, too
    Optional<Measurement> idle =
        ofPlainJobs(Metric.RUNNING_COST)
            .filter(r -> r.process().equals(MACHINE))
            .flatMap(r -> optional("idle", MACHINE, Metric.COST))
            .or(() -> processes);
    // not by matching(), which takes a cost for one of a byte unless it knows the operation
    Optional<Measurement> watching =
        rows.stream()
            .filter(r -> r.operation().equals("collectors") && r.metric().equals(Metric.COST))
            .filter(r -> r.unit().equals("core-s/s"))
            .findFirst();
    if (watching.isEmpty()) {
      notModelled.add("collectors: what they take beside a job was not measured");
    }
    Figure collectors = watching.map(Figure::of).orElse(Figure.exact(0));
    if (idle.isEmpty()) {
      notModelled.add("idle: what daemons take without a job was not measured");
      return new Idle(Figure.exact(0), 0, collectors);
    }
    double masters =
        MASTERS.stream()
            .flatMap(daemon -> optional("idle", daemon, Metric.COST).stream())
            .mapToDouble(Measurement::value)
            .sum();
    double all = idle.get().value();
    // a lab's nodes share the machine
    double once = masters + Math.max(0, all - processes.map(Measurement::value).orElse(all));
    return new Idle(Figure.of(idle.get()), all > 0 ? Math.min(1, once / all) : 0, collectors);
  }

  /** The rates of a probe by the number of streams. */
  private NavigableMap<Integer, Figure> rates(String operation, String resource) {
    NavigableMap<Integer, Figure> rates = new TreeMap<>();
    matching(operation, null, Metric.RATE)
        .forEach(r -> rates.putIfAbsent(r.threads(), Figure.of(r)));
    if (rates.isEmpty()) {
      notModelled.add(resource + ": " + operation + " was not measured");
    }
    return rates;
  }

  private StartFigures start() {
    if (rows.stream().noneMatch(r -> r.operation().equals("start.container"))) {
      notModelled.add("start of containers and jobs: not measured");
      return null;
    }
    Measurement container = required("start.container", ALL, Metric.COLD_COST);
    Optional<Measurement> master =
        ofPlainJobs(Metric.SUBMIT_TO_FIRST_MAP_COST).filter(m -> cores(m) > 0);
    return new StartFigures(
        Figure.of(container),
        container.threads(),
        Figure.of(required("start.container", null, "turnaround_wall")),
        Figure.of(required("start.container", null, "empty_map_wall")),
        Figure.of(required("start.container", null, "empty_reduce_wall")),
        Figure.of(required("start.job", ALL, Metric.COST)),
        ofPlainJobs(Metric.RUNNING_COST).map(Figure::of).orElse(null),
        Figure.of(required("start.job", null, "submit_to_first_map_wall")),
        master.map(Figure::of).orElse(null),
        master.map(MeasuredMachine::cores).orElse(0),
        Figure.of(required("start.job", null, "maps_end_to_first_reduce_wall")),
        Figure.of(required("start.job", null, "last_task_to_finish_wall")),
        ofPlainClients(Metric.COLD_WALL),
        ofPlainClients(Metric.COLD_COST));
  }

  private Figure ofPlainClients(String metric) {
    return plain("start.client", metric).map(Figure::of).orElse(null);
  }

  private Optional<Measurement> ofPlainJobs(String metric) {
    return plain("start.job", metric);
  }

  /** Of empty jobs whose tasks had no class-data-sharing archive. */
  private Optional<Measurement> plain(String operation, String metric) {
    return matching(operation, null, metric)
        .filter(r -> !r.parameters().containsKey("cds"))
        .findFirst();
  }

  /** Of the node on which a row was measured; 0 where it does not say. */
  static int cores(Measurement row) {
    String cores = row.parameters().getOrDefault("cores", "0");
    return cores.matches("[0-9]{1,6}") ? Integer.parseInt(cores) : 0;
  }

  private Measurement required(String operation, String process, String metric) {
    return optional(operation, process, metric)
        .orElseThrow(
            () ->
                CoreboundException.invalidInput(
                    "run "
                        + name
                        + ": measurements.csv has no row of operation '"
                        + operation
                        + "', metric '"
                        + metric
                        + "'"
                        + (process == null ? "" : ", process '" + process + "'")
                        + "; measure it again with 'corebound run'"));
  }

  private Optional<Measurement> optional(String operation, String process, String metric) {
    return matching(operation, process, metric).min(Comparator.comparingInt(Measurement::threads));
  }

  private Stream<Measurement> matching(String operation, String process, String metric) {
    return rows.stream()
        .filter(r -> r.operation().equals(operation) && r.metric().equals(metric))
        .filter(r -> process == null || r.process().equals(process))
        .map(this::inItsUnit);
  }

  /** Figures of other units would be added up as if they were of these. */
  private Measurement inItsUnit(Measurement row) {
    String unit = unit(row.operation(), row.metric());
    if (unit != null && !row.unit().equals(unit)) {
      throw CoreboundException.invalidInput(
          "run "
              + name
              + ": measurements.csv: the model needs metric '"
              + row.metric()
              + "' of operation '"
              + row.operation()
              + "' in "
              + unit
              + ", and it is in "
              + row.unit());
    }
    if (row.value() < 0 && NEVER_NEGATIVE.contains(row.metric())) {
      throw CoreboundException.invalidInput(
          "run "
              + name
              + ": measurements.csv: metric '"
              + row.metric()
              + "' of operation '"
              + row.operation()
              + "' is "
              + row.value()
              + ", and nothing costs less than nothing; measure anew");
    }
    return row;
  }

  /** Null for a metric that the model does not know. */
  private static String unit(String operation, String metric) {
    return switch (metric) {
      case Metric.COST ->
          switch (operation) {
            case "idle" -> "core-s/s";
            case "start.job" -> "core-s";
            default -> "ns/B";
          };
      case Metric.COST_PER_RECORD -> "ns/record";
      case Metric.WALL, "cost_user", "cost_system" -> "ns/B";
      case Metric.COLD_COST, Metric.FIRST_COST, EMPTY_COST, Metric.SUBMIT_TO_FIRST_MAP_COST ->
          "core-s";
      case Metric.RUNNING_COST -> "core-s/s";
      case Metric.RATE -> "MB/s";
      case "ratio", "factor", Metric.SCATTER -> "ratio";
      default -> metric.endsWith("_wall") ? "s" : null;
    };
  }
}
