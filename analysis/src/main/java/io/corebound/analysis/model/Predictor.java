package io.corebound.analysis.model;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Adds up what a job's steps cost on a machine: the throughput accumulation model (paper, section
 * 5), interval by interval. The same code serves the paper's own case, a single stream over all
 * cores, and today's TeraSort, cut into tasks; only the files differ. One input always gives one
 * result, to the last digit.
 */
public final class Predictor {
  /** End of the name of a derived figure: MB/s at which one core does an operation. */
  public static final String RATE = "_mb_per_s";

  /** Name of a derived figure: MB/s and core that the workload's source states for the whole. */
  public static final String PUBLISHED = "published_mb_per_s_per_core";

  /**
   * End of the name of a derived figure, after the id of a task: by how much it costs more with
   * another one on its core. It is there where a node has more of them at once than cores.
   */
  public static final String SHARING_OF_TASK = "_sharing_factor";

  /**
   * End of the name of a derived figure, after the id of a task: by how much it costs more beside
   * its like.
   */
  public static final String CONTENTION_OF_TASK = "_contention_factor";

  /** Any amount serves: rates of a stream do not depend on it. */
  private static final DataSize SAMPLE = DataSize.parse("1GB");

  private final Machine machine;
  private final WorkloadFile workload;
  private final PredictionRequest request;
  private final boolean tasks;

  /** Whether it has whole tasks, and none with this codec of the map output. */
  private final boolean otherCodec;

  private final Cuts cuts;

  private Predictor(Machine machine, WorkloadFile workload, PredictionRequest request, Cuts cuts) {
    this.workload = workload;
    this.request = request;
    this.cuts = cuts;
    this.tasks = workload.tasks() == WorkloadFile.Tasks.HADOOP;
    Machine loaded = atStreams(machine, request.cluster());
    boolean usualCodec =
        !tasks
            || workload.worksOnSample()
            || !machine.hasWholeTasks()
            || request.cluster() == null
            || request.mapOutputCodec().equals(TaskFigures.CODEC);
    Optional<Machine> measured =
        usualCodec ? Optional.of(loaded) : loaded.withWholeTasksOf(request.mapOutputCodec());
    this.otherCodec = measured.isEmpty();
    this.machine = measured.orElseGet(loaded::withoutWholeTasks);
  }

  /** A task reads and writes one stream at a time, so a node's disk has as many as it has tasks. */
  private Machine atStreams(Machine given, ClusterFile cluster) {
    return tasks && cluster != null && cluster.containersPerNode() != null
        ? given.atStreams(cluster.containersPerNode())
        : given;
  }

  /**
   * Predicts a job.
   *
   * @param machine what operations cost
   * @param workloadName name of the workload: that of the file without folder and ending
   * @throws CoreboundException (invalid input) when the machine lacks an operation, or the request
   *     lacks what the workload needs
   */
  public static Prediction predict(
      Machine machine, String workloadName, WorkloadFile workload, PredictionRequest request) {
    Predictor predictor = new Predictor(machine, workload, request, new Cuts());
    predictor.check(workloadName);
    return predictor.predict(workloadName);
  }

  /**
   * Predicts a job without intervals and without the sum of operations beside it: one pass of the
   * simulation, for those who ask for many.
   *
   * @param cuts what those share
   * @throws CoreboundException (invalid input) as {@link #predict}
   */
  public static Prediction point(
      Machine machine,
      String workloadName,
      WorkloadFile workload,
      PredictionRequest request,
      Cuts cuts) {
    Predictor predictor = new Predictor(machine, workload, request, cuts);
    predictor.check(workloadName);
    return predictor.of(workloadName, predictor.outcome(predictor.machine), null, null);
  }

  private void check(String name) {
    if (!tasks) {
      machine.require(workload.steps().stream().map(WorkloadFile.Step::operation).toList());
      return;
    }
    ClusterFile cluster = request.cluster();
    if (request.data() == null) {
      throw CoreboundException.invalidInput(
          "workload "
              + name
              + " is cut into tasks, whose number follows from the amount of data; give --data,"
              + " such as --data 1GB");
    }
    if (cluster == null) {
      throw CoreboundException.invalidInput(
          "workload "
              + name
              + " is cut into tasks, and machine "
              + machine.name()
              + " says nothing of the nodes that they run on; take a run for the machine, such as"
              + " --machine results/<run-id>");
    }
    if (request.mapCores() != null || request.reduceCores() != null) {
      throw CoreboundException.invalidInput(
          "workload "
              + name
              + " is cut into tasks, whose number follows from the cluster file; leave out"
              + " --map-cores and --reduce-cores");
    }
    if (request.nodes() != null && request.nodes() != cluster.nodes()) {
      throw CoreboundException.invalidInput(
          "workload "
              + name
              + " is cut into tasks, and the cluster file has nodes: "
              + cluster.nodes()
              + "; change it there instead of --nodes");
    }
    if (cluster.coresPerNode() == null
        || cluster.containersPerNode() == null
        || cluster.reduceTasks() == null) {
      throw new IllegalArgumentException("the cluster still leaves something to the machine");
    }
    checkSample(name);
    machine.require(TaskPlanner.operations(workload, request.mapOutputCodec()));
  }

  /** What is known of tasks that worked on a sample. */
  private void checkSample(String name) {
    if (!workload.worksOnSample()) {
      return;
    }
    if (!request.mapOutputCodec().equals(TaskFigures.CODEC)) {
      throw CoreboundException.invalidInput(
          "map_output_codec: the tasks of workload "
              + name
              + " are measured with "
              + TaskFigures.CODEC
              + " only, not with "
              + request.mapOutputCodec());
    }
    InputSample.required(machine, name, workload.sampledTasks());
  }

  private Prediction predict(String workloadName) {
    Outcome point = outcome(machine);
    Outcome operations =
        tasks && !workload.worksOnSample() && machine.hasWholeTasks()
            ? outcome(machine.withoutWholeTasks())
            : null;
    Spread spread =
        !rates() && machine.uncertain()
            ? Spread.of(machine, Spread.draws(point.plan().waves()), this::outcome)
            : null;
    return of(workloadName, point, operations, spread);
  }

  private Prediction of(String workloadName, Outcome point, Outcome operations, Spread spread) {
    Spread.Ends core = spread == null ? null : spread.of(Outcome::coreS);
    boolean whole = times() && machine.start().isPresent() && machine.resources().modelsDisk();
    Spread.Ends total = spread == null || !whole ? null : spread.of(Outcome::totalS);
    return new Prediction(
        workloadName,
        machine.name(),
        machine.base(),
        request.data(),
        tasks ? Integer.valueOf(request.cluster().nodes()) : request.nodes(),
        tasks ? request.cluster().coresPerNode() : request.mapCores(),
        machine.contention().value(),
        intervals(point, spread, operations),
        rates() ? null : point.coreS(),
        core == null ? null : core.low(),
        core == null ? null : core.high(),
        whole ? point.totalS() : null,
        total == null ? null : total.low(),
        total == null ? null : total.high(),
        operations == null || !whole ? null : operations.totalS(),
        data().megabytes() / point.workingCoreS(),
        derived(point, spread, operations),
        notModelled(point, spread != null));
  }

  private boolean rates() {
    return request.data() == null;
  }

  private boolean times() {
    return tasks || !rates() && request.mapCores() != null && request.reduceCores() != null;
  }

  private DataSize data() {
    return rates() ? SAMPLE : request.data();
  }

  private List<Interval> intervals(Outcome point, Spread spread, Outcome operations) {
    Map<String, Spread.Ends> coreS = spread == null ? Map.of() : spread.coreS();
    Map<String, Spread.Ends> timeS = spread == null ? Map.of() : spread.timeS();
    List<Interval> intervals = new ArrayList<>();
    point
        .intervals()
        .forEach(
            (name, totals) ->
                intervals.add(
                    interval(
                        point,
                        name,
                        totals,
                        coreS.get(name),
                        timeS.get(name),
                        operations == null ? null : operations.intervals().get(name).coreS())));
    return intervals;
  }

  private Interval interval(
      Outcome point,
      String name,
      Totals totals,
      Spread.Ends coreS,
      Spread.Ends timeS,
      Double sumOfOperationsCoreS) {
    if (rates()) {
      return IntervalFigures.rates(name, totals, data());
    }
    if (!times()) {
      return IntervalFigures.withoutTimes(name, totals, data());
    }
    return IntervalFigures.of(
        name,
        totals,
        data(),
        coreS,
        timeS,
        point.plan().cores(name),
        machine.resources(),
        sumOfOperationsCoreS);
  }

  private Outcome outcome(Machine on) {
    if (tasks) {
      TaskPlanner planner = planner(on);
      return Outcome.of(planner.plan(), on, planner.volumes().derived());
    }
    int nodes = request.nodes() == null ? 1 : request.nodes();
    StreamPlanner planner = new StreamPlanner(on, workload, data().bytes(), nodes);
    JobPlan plan =
        times() ? planner.plan(request.mapCores(), request.reduceCores()) : planner.plan(1, 1);
    return Outcome.of(plan, on, Map.of());
  }

  private TaskPlanner planner(Machine on) {
    return new TaskPlanner(on, workload, request.cluster(), request.mapOutputCodec(), this::cut);
  }

  private HadoopVolumes cut(RecordSize record, InputSample sample, double ratio) {
    return cuts.of(request.cluster(), record, sample, data().bytes(), ratio);
  }

  private Map<String, Double> derived(Outcome point, Spread spread, Outcome operations) {
    Map<String, Double> derived = new TreeMap<>(point.derived());
    if (operations != null) {
      wholeTask(TaskFigures.MAP, "map", point.plan(), operations.plan(), derived);
      wholeTask(TaskFigures.REDUCE, "reduce", point.plan(), operations.plan(), derived);
    }
    if (tasks) {
      Map<String, Figure> factors = machine.contentionOfTasks();
      Stream.of(TaskPlanner.mapTask(workload), TaskPlanner.reduceTask(workload))
          .filter(factors::containsKey)
          .forEach(t -> derived.put(t + CONTENTION_OF_TASK, factors.get(t).value()));
      Map<String, Figure> sharing = machine.sharingOfTasks();
      crowded(point.plan()).stream()
          .filter(sharing::containsKey)
          .forEach(t -> derived.put(t + SHARING_OF_TASK, sharing.get(t).value()));
      if (!workload.worksOnSample()) {
        planner(machine).paperRule().into(derived);
      }
      ClientTime.of(machine, workload, data()).ifPresent(c -> c.into(derived));
      if (request.cluster().slowStart() < 1) {
        derived.put(Comparison.SLOW_START, request.cluster().slowStart());
      }
    } else {
      workload
          .steps()
          .forEach(
              step ->
                  derived.put(
                      step.operation() + RATE,
                      1e3 / machine.figures(step.operation()).cost().value()));
    }
    if (workload.publishedMbPerSPerCore() != null) {
      derived.put(PUBLISHED, workload.publishedMbPerSPerCore());
    }
    if (spread != null) {
      derived.put("monte_carlo_draws", (double) spread.draws());
      derived.put("monte_carlo_seed", (double) Spread.SEED);
    }
    return derived;
  }

  /** The ladder's second rung: a task as measured whole beside the sum of its operations. */
  private void wholeTask(
      String task, String interval, JobPlan whole, JobPlan operations, Map<String, Double> into) {
    if (machine.task(task).isPresent()) {
      into.put(interval + "_task_core_s", whole.taskCoreS(interval));
      into.put(interval + "_task_sum_of_operations_core_s", operations.taskCoreS(interval));
    }
  }

  private List<String> notModelled(Outcome point, boolean drawn) {
    Set<String> known = new TreeSet<>(point.operations());
    if (tasks && !otherCodec) {
      known.addAll(List.of(TaskPlanner.mapTask(workload), TaskPlanner.reduceTask(workload)));
    }
    List<String> sentences = new ArrayList<>(machine.notModelled(known));
    sentences.addAll(workload.notModelled());
    if (otherCodec) {
      sentences.add(
          TaskFigures.MAP
              + ", "
              + TaskFigures.REDUCE
              + ": not measured with codec "
              + request.mapOutputCodec()
              + (request.mapOutputCodec().equals(TaskPlanner.NO_CODEC)
                  ? ", which 'corebound micro --profile model' does"
                  : "")
              + "; the tasks are the sums of their operations");
    }
    if (tasks) {
      if (machine.start().isPresent()) {
        sentences.addAll(notModelledOf(machine.start().get()));
        sentences.add(
            "the tasks of a wave run in step and wait at the same time; in a job they drift apart,"
                + " and one works while another waits");
      }
      ClientTime.missing(machine, workload)
          .ifPresent(
              o ->
                  sentences.add(
                      "the client until it submits the job (its JVM, splits, sampling, staging): "
                          + o
                          + " was not measured; no interval holds it"));
      sentences.addAll(notModelledOf(request.cluster(), request.planned()));
      notModelledOfCrowded(point.plan()).ifPresent(sentences::add);
      sentences.addAll(notModelledOf(machine.resources().idle()));
      int measured = machine.measuredCores();
      Integer cores = request.cluster().coresPerNode();
      if (cores != null) {
        machine.otherJvms(cores).ifPresent(sentences::add);
      }
      if (measured > 0 && cores != null && cores > measured) {
        sentences.add(
            "extrapolated: costs were measured with at most "
                + measured
                + " cores busy, and a node has "
                + cores
                + "; what more busy cores take from each other is not known");
      }
    }
    if (!rates() && !times()) {
      sentences.add("time: it needs the cores that work; give --map-cores and --reduce-cores");
    }
    Set<String> costed = new TreeSet<>(known);
    if (tasks && !otherCodec && machine.hasWholeTasks()) {
      // their operations only share out what they take
      costed.removeAll(TaskPlanner.operations(workload, request.mapOutputCodec()));
    }
    List<String> exact = new ArrayList<>(machine.takenAsExact(costed));
    if (tasks && !machine.knowsItsSpeed()) {
      exact.add("the machine's speed at another time");
    }
    if (drawn && !exact.isEmpty()) {
      sentences.add(
          "uncertainty of " + String.join(", ", exact) + ": no confidence interval is known");
    }
    return sentences;
  }

  private List<String> notModelledOf(StartFigures start) {
    List<String> sentences = new ArrayList<>();
    if (start.masterCoreS() == null) {
      sentences.add(
          "the start of the ApplicationMaster: its core-seconds were not measured, so it takes as"
              + " long on nodes of fewer cores");
    }
    if (start.runningCores() == null) {
      sentences.add(
          "what client, ApplicationMaster and daemons take beside the tasks, from the first map to"
              + " the last reduce, beyond an idle cluster's: it was not measured");
    }
    if (request.planned()
        || request.cluster().isExternal()
        || request.cluster().heartbeatMs() == null) {
      sentences.add(
          "the cluster's own heartbeats: what a job takes beside its tasks, and how long a slot"
              + " waits for its next task, were measured with short ones; where they are rarer"
              + " (Hadoop's own: 1000 ms) daemons take less, and every wave of tasks waits longer");
    }
    return sentences;
  }

  private List<String> notModelledOf(Idle idle) {
    boolean ownMachines = request.planned() || request.cluster().isExternal();
    return ownMachines && request.cluster().nodes() > 1 && idle.collectors().value() > 0
        ? List.of(
            "collectors: they are counted once, as where all nodes share a machine; a node that is"
                + " a machine of its own has its own, where it is watched")
        : List.of();
  }

  /** Whether reduces have slots of their own, in which no two more can be on one node. */
  private static boolean dealtEvenly(ClusterFile cluster) {
    int onNode = cluster.reducesAtOnce();
    int reduces = cluster.reduceTasks();
    return cluster.hasOwnSlots()
        && (reduces == cluster.nodes() * onNode || onNode == 1 && reduces < cluster.nodes());
  }

  /** Whole tasks of which so many may run at once on a node that they share its cores. */
  private List<String> crowded(JobPlan plan) {
    JobPlan.Stage map = plan.stages().get(0);
    JobPlan.Stage reduce = plan.stages().get(1);
    int maps = plan.atOnce(map);
    int reduces = plan.atOnce(reduce);
    int together = plan.slowStart() < 1 ? maps + reduces : 0;
    if (!plan.ownSlots()) {
      together = Math.min(together, map.slotsPerNode());
    }
    List<String> crowded = new ArrayList<>();
    if (Math.max(maps, together) > map.coresPerNode()) {
      crowded.add(TaskPlanner.mapTask(workload));
    }
    if (Math.max(reduces, together) > reduce.coresPerNode()) {
      crowded.add(TaskPlanner.reduceTask(workload));
    }
    return crowded;
  }

  private Optional<String> notModelledOfCrowded(JobPlan plan) {
    List<String> unknown =
        crowded(plan).stream().filter(t -> !machine.sharingOfTasks().containsKey(t)).toList();
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "more tasks than cores: what two of "
                + String.join(", ", unknown)
                + " on one core cost each other was not measured, which 'corebound micro --profile "
                + (workload.worksOnSample() ? workload.sampledTasks().profile() : "model")
                + "' does; they only share its time");
  }

  private static List<String> notModelledOf(ClusterFile cluster, boolean planned) {
    List<String> sentences = new ArrayList<>();
    if (cluster.slowStart() < 1 && cluster.nodes() > 1 && !dealtEvenly(cluster)) {
      sentences.add(
          "slow start "
              + cluster.slowStart()
              + ": reduces that begin early are dealt evenly; Hadoop gives them whichever slots"
              + " become free, and two of them on one node share its disk and its link");
    }
    if (cluster.replication() > 1) {
      sentences.add(
          "replication "
              + cluster.replication()
              + ": CPU of the copies beyond the first, but for writing them back; their disk and"
              + " network are in");
    }
    if (cluster.nodes() > 1 && cluster.kind().equals(ClusterFile.LOCAL) && !planned) {
      sentences.add("nodes of a local cluster share one machine; each is taken to be its own");
    }
    return sentences;
  }
}
