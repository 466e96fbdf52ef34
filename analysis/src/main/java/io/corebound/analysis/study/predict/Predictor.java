package io.corebound.analysis.study.predict;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.theory.ClientTime;
import io.corebound.analysis.theory.Gap;
import io.corebound.analysis.theory.Learned;
import io.corebound.analysis.theory.LeverRows;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Outcome;
import io.corebound.analysis.theory.Overlay;
import io.corebound.analysis.theory.Spread;
import io.corebound.analysis.theory.StreamPlanner;
import io.corebound.analysis.theory.TaskFigures;
import io.corebound.analysis.theory.TaskPlanner;
import io.corebound.analysis.theory.Term;
import io.corebound.analysis.theory.Uncertainties;
import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.volumes.HadoopVolumes;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.history.Interval;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.DerivedFigures.Basis;
import io.corebound.records.run.DerivedFigures.PaperRule;
import io.corebound.records.run.DerivedFigures.WholeTasks;
import io.corebound.records.run.PredictedChange;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Adds up what a job's steps cost on a machine: the throughput accumulation model (paper, section
 * 5), interval by interval. The same code serves the paper's own case, a single stream over all
 * cores, and today's TeraSort, cut into tasks; only the files differ. One input always gives one
 * result, to the last digit.
 */
public final class Predictor {
  /** Any amount serves: rates of a stream do not depend on it. */
  private static final DataSize SAMPLE = DataSize.parse("1GB");

  /** As it was given, for any number of streams. */
  private final Machine given;

  private final Machine machine;
  private final WorkloadFile workload;
  private final PredictionRequest request;
  private final boolean tasks;

  /** Whether it has whole tasks, and none with this codec of the map output. */
  private final boolean otherCodec;

  private final VolumesCache volumes;

  private Predictor(
      Machine machine, WorkloadFile workload, PredictionRequest request, VolumesCache volumes) {
    this.given = machine;
    this.workload = workload;
    this.request =
        request.cluster() == null ? request : request.withCluster(workload.on(request.cluster()));
    this.volumes = volumes;
    this.tasks = workload.tasks() == WorkloadFile.Tasks.HADOOP;
    Machine streams = atStreams(machine, request.cluster());
    Machine loaded =
        lever()
            .map(own -> streams.with(Overlay.lever(own, TaskPlanner.mapTask(workload))))
            .orElse(streams);
    boolean usualCodec =
        !tasks
            || workload.worksOnSample()
            || !machine.hasWholeTasks()
            || request.cluster() == null
            || request.mapOutputCodec().equals(TaskFigures.CODEC);
    this.otherCodec = !usualCodec && !loaded.hasWholeTasksOf(request.mapOutputCodec());
    Machine measured =
        usualCodec || otherCodec
            ? loaded
            : loaded.with(Overlay.wholeTasksOf(request.mapOutputCodec()));
    this.machine = otherCodec ? loaded.with(Overlay.withoutWholeTasks()) : measured;
  }

  /** A task reads and writes one stream at a time, so a node's disk has as many as it has tasks. */
  private Machine atStreams(Machine given, ClusterFile cluster) {
    return tasks && cluster != null && cluster.containersPerNode() != null
        ? given.with(Overlay.streams(cluster.containersPerNode()))
        : given;
  }

  /** The lever that the job runs with. */
  private Optional<LeverFile> lever() {
    return Optional.ofNullable(request.cluster())
        .filter(cluster -> tasks)
        .flatMap(ClusterFile::attached);
  }

  /**
   * Predicts a job.
   *
   * @param workloadName name of the workload: that of the file without folder and ending
   * @throws CoreboundException (invalid input) when the machine lacks an operation, or the request
   *     lacks what the workload needs
   */
  public static Prediction predict(
      Machine machine, String workloadName, WorkloadFile workload, PredictionRequest request) {
    return checked(machine, workloadName, workload, request, new VolumesCache())
        .predict(workloadName);
  }

  /**
   * Refuses what {@link #predict} refuses, without a prediction.
   *
   * @param volumes what several requests share
   * @throws CoreboundException (invalid input) as {@link #predict}
   */
  public static void require(
      Machine machine,
      String workloadName,
      WorkloadFile workload,
      PredictionRequest request,
      VolumesCache volumes) {
    Predictor predictor = checked(machine, workloadName, workload, request, volumes);
    if (predictor.tasks) {
      predictor.planner(machine);
    }
  }

  /**
   * Predicts a job without intervals and without the sum of operations beside it: one pass of the
   * simulation, for those who ask for many.
   *
   * @param volumes what those share
   * @throws CoreboundException (invalid input) as {@link #predict}
   */
  public static Prediction point(
      Machine machine,
      String workloadName,
      WorkloadFile workload,
      PredictionRequest request,
      VolumesCache volumes) {
    Predictor predictor = checked(machine, workloadName, workload, request, volumes);
    return predictor.of(workloadName, predictor.outcome(predictor.machine), null, null, List.of());
  }

  private static Predictor checked(
      Machine machine,
      String workloadName,
      WorkloadFile workload,
      PredictionRequest request,
      VolumesCache volumes) {
    Predictor predictor = new Predictor(machine, workload, request, volumes);
    predictor.check(workloadName);
    return predictor;
  }

  private void check(String name) {
    if (!tasks) {
      machine.require(workload.steps().stream().map(WorkloadFile.Step::operation).toList());
      return;
    }
    ClusterFile cluster = request.cluster();
    refuse(request.data() == null, "request.no-data", name);
    refuse(cluster == null, "request.no-nodes", name, machine.name());
    refuse(
        request.mapCores() != null || request.reduceCores() != null, "request.stream-cores", name);
    refuse(
        request.nodes() != null && request.nodes() != cluster.nodes(),
        "request.other-nodes",
        name,
        cluster.nodes());
    if (cluster.coresPerNode() == null
        || cluster.containersPerNode() == null
        || cluster.reduceTasks() == null) {
      throw new IllegalArgumentException("the cluster still leaves something to the machine");
    }
    refuse(workload.lacksReduces(cluster), "request.no-reduces", name);
    String codec = request.mapOutputCodec();
    if (workload.worksOnSample()) {
      refuse(
          !workload.mapsOnly() && !codec.equals(TaskFigures.CODEC),
          "request.codec-of-sample",
          name,
          TaskFigures.CODEC,
          codec);
      machine.sample(name, workload.sampledTasks());
    }
    lever()
        .ifPresent(
            own -> {
              List<String> missing = LeverRows.missing(machine, workload, own);
              refuse(
                  !missing.isEmpty(),
                  "machine.no-lever",
                  machine.name(),
                  String.join(", ", missing),
                  own,
                  LeverRows.remedy(workload, own));
            });
    machine.require(TaskPlanner.operations(workload, codec));
  }

  private static void refuse(boolean wrong, String key, Object... values) {
    if (wrong) {
      throw Sentences.refusal(key, values);
    }
  }

  private Prediction predict(String workloadName) {
    Outcome point = outcome(machine);
    Outcome operations =
        tasks && !workload.worksOnSample() && machine.hasWholeTasks()
            ? outcome(machine.with(Overlay.withoutWholeTasks()))
            : null;
    Spread spread =
        !rates() && machine.uncertain()
            ? Spread.of(
                machine, Spread.draws(point.plan()), (on, job) -> Outcome.of(plan(on), on, job))
            : null;
    return of(
        workloadName, point, operations, spread, tasks && whole() ? changes(point) : List.of());
  }

  private boolean whole() {
    return times() && machine.starts() && machine.modelsDisk();
  }

  /** What would make a job of tasks shorter, the most first; one pass of the simulation each. */
  private List<PredictedChange> changes(Outcome point) {
    Map<PredictedChange.Kind, Outcome> changed = new EnumMap<>(PredictedChange.Kind.class);
    if (HadoopVolumes.canHaveTwiceTheTasks(request.cluster())) {
      ClusterFile twice = request.cluster().onTwiceTheCores();
      Predictor more = new Predictor(given, workload, request.withCluster(twice), volumes);
      changed.put(PredictedChange.Kind.CORES, more.outcome(more.machine));
    }
    changed.put(PredictedChange.Kind.DISK, outcome(machine.with(Overlay.faster(2, 1))));
    if (machine.modelsNetwork()) {
      changed.put(PredictedChange.Kind.NETWORK, outcome(machine.with(Overlay.faster(1, 2))));
    }
    String costliest = point.plan().costliest();
    JobPlan cheaper = point.plan().costing(costliest, 0.5);
    changed.put(PredictedChange.Kind.OPERATION, Outcome.expected(cheaper, machine));
    return changed.entrySet().stream()
        .map(
            e ->
                new PredictedChange(
                    e.getKey(),
                    e.getKey() == PredictedChange.Kind.OPERATION ? costliest : null,
                    e.getValue().totalS(),
                    Math.max(0, point.totalS() - e.getValue().totalS())))
        .sorted(Comparator.comparingDouble(PredictedChange::savedS).reversed())
        .toList();
  }

  private Prediction of(
      String workloadName,
      Outcome point,
      Outcome operations,
      Spread spread,
      List<PredictedChange> changes) {
    boolean whole = whole();
    Uncertainties uncertain =
        spread == null ? null : Uncertainties.of(point, spread, machine, times());
    Uncertainties.Ends core =
        spread == null ? null : uncertain.coreS(Prediction.TOTAL, point.coreS());
    Uncertainties.Ends total =
        spread == null || !whole ? null : uncertain.timeS(Prediction.TOTAL, point.totalS());
    return new Prediction(
        workloadName,
        machine.name(),
        machine.base(),
        request.data(),
        tasks ? Integer.valueOf(request.cluster().nodes()) : request.nodes(),
        tasks ? request.cluster().coresPerNode() : request.mapCores(),
        machine.contention(),
        intervals(point, uncertain, operations),
        rates() ? null : point.coreS(),
        core == null ? null : core.low(),
        core == null ? null : core.high(),
        whole ? point.totalS() : null,
        total == null ? null : total.low(),
        total == null ? null : total.high(),
        uncertain == null ? Map.of() : uncertain.byName(),
        operations == null || !whole ? null : operations.totalS(),
        data().megabytes() / point.workingCoreS(),
        derived(point, spread, operations),
        notModelled(point, spread != null),
        changes);
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

  private List<PredictedInterval> intervals(
      Outcome point, Uncertainties uncertain, Outcome operations) {
    List<PredictedInterval> intervals = new ArrayList<>();
    point
        .intervals()
        .forEach(
            (name, totals) ->
                intervals.add(
                    IntervalFigures.of(
                        name,
                        totals,
                        data(),
                        rates(),
                        times() && !rates() ? point.plan().cores(name) : 0,
                        uncertain == null ? null : uncertain.coreS(name.word(), totals.coreS()),
                        uncertain == null ? null : uncertain.timeS(name.word(), totals.timeS),
                        machine,
                        operations == null ? null : operations.intervals().get(name).coreS())));
    return intervals;
  }

  private Outcome outcome(Machine on) {
    return Outcome.expected(plan(on), on);
  }

  private JobPlan plan(Machine on) {
    if (tasks) {
      return planner(on).plan();
    }
    int nodes = request.nodes() == null ? 1 : request.nodes();
    StreamPlanner planner = new StreamPlanner(on, workload, data().bytes(), nodes);
    return times() ? planner.plan(request.mapCores(), request.reduceCores()) : planner.plan(1, 1);
  }

  private TaskPlanner planner(Machine on) {
    return new TaskPlanner(
        on, workload, request.cluster(), request.mapOutputCodec(), data().bytes(), volumes);
  }

  private DerivedFigures derived(Outcome point, Spread spread, Outcome operations) {
    if (!tasks) {
      return DerivedFigures.of(Map.of()).withBasis(basis(point.plan(), spread));
    }
    TaskPlanner planner = planner(machine);
    return new DerivedFigures(
        planner.volumes().cut(),
        planner.volumes().merges(),
        planner.volumes().sample(),
        wholeTasks(point.plan(), operations),
        workload.worksOnSample() ? new PaperRule(null, null, null) : planner.paperRule(),
        ClientTime.of(machine, workload, data()),
        basis(point.plan(), spread));
  }

  private Basis basis(JobPlan plan, Spread spread) {
    Map<String, Double> rates = new TreeMap<>();
    Map<String, Double> contention = new TreeMap<>();
    Map<String, Double> sharing = new TreeMap<>();
    if (tasks) {
      TaskPlanner.tasks(workload).stream()
          .filter(task -> machine.figure(Term.CONTENTION, task) != null)
          .forEach(task -> contention.put(task, machine.contention(task)));
      crowded(plan).stream()
          .filter(task -> machine.figure(Term.SHARING, task) != null)
          .forEach(task -> sharing.put(task, machine.sharing(task)));
    } else {
      for (WorkloadFile.Step step : workload.steps()) {
        rates.put(step.operation(), 1e3 / machine.figures(step.operation()).costNs());
      }
    }
    return new Basis(
        workload.publishedMbPerSPerCore(),
        spread == null ? null : spread.draws(),
        spread == null ? null : Spread.SEED,
        rates,
        contention,
        sharing);
  }

  /** The ladder's second rung: a task as measured whole beside the sum of its operations. */
  private WholeTasks wholeTasks(JobPlan whole, Outcome operations) {
    JobPlan sums = operations == null ? null : operations.plan();
    boolean map = sums != null && machine.task(TaskFigures.MAP).isPresent();
    boolean reduce = sums != null && machine.task(TaskFigures.REDUCE).isPresent();
    return new WholeTasks(
        map ? whole.taskCoreS(Interval.MAP) : null,
        map ? sums.taskCoreS(Interval.MAP) : null,
        reduce ? whole.taskCoreS(Interval.REDUCE) : null,
        reduce ? sums.taskCoreS(Interval.REDUCE) : null);
  }

  private List<String> notModelled(Outcome point, boolean drawn) {
    Set<String> known = new TreeSet<>(point.operations());
    if (tasks && !otherCodec) {
      known.addAll(TaskPlanner.tasks(workload));
    }
    List<String> sentences = new ArrayList<>();
    machine.gaps(known).forEach(g -> sentences.add(g.sentence()));
    sentences.addAll(workload.notModelled());
    List<Gap> gaps = new ArrayList<>();
    if (otherCodec) {
      String codec = request.mapOutputCodec();
      boolean none = codec.equals(TaskPlanner.NO_CODEC);
      String with = lever().map(own -> Sentences.of("codec-and-lever", codec, own)).orElse(codec);
      String profile = lever().map(LeverFile::profile).orElse("model");
      gaps.add(
          none
              ? Gap.of(Gap.Kind.WITHOUT_CODEC, with, profile)
              : Gap.of(Gap.Kind.OTHER_CODEC, with));
    }
    lever()
        .ifPresent(
            own -> {
              LeverRows.unknown(given, own)
                  .forEach(part -> gaps.add(Gap.of(Gap.Kind.LEVER_NOT_MEASURED, part)));
              own.notModelled().forEach(s -> gaps.add(Gap.of(Gap.Kind.LEVER, own, s)));
            });
    gapsOfRecords(gaps);
    if (tasks) {
      gapsOfStart(gaps);
      gapsOfCluster(point.plan(), gaps);
    }
    if (!rates() && !times()) {
      gaps.add(Gap.of(Gap.Kind.NO_CORES));
    }
    add(
        gaps,
        drawn && !machine.knowsItsSpeed(),
        Gap.Kind.SPEED_OF_OTHERS,
        Learned.SHIPPED.sweeps());
    add(gaps, tasks && !machine.uncertain(), Gap.Kind.NO_INTERVAL, machine.name());
    gaps.forEach(g -> sentences.add(g.sentence()));
    return sentences;
  }

  private void gapsOfRecords(List<Gap> gaps) {
    String codec = tasks ? request.mapOutputCodec() : TaskPlanner.NO_CODEC;
    boolean sampled = workload.worksOnSample();
    String unknown =
        TaskPlanner.operationsByRecord(workload, codec).stream()
            .filter(o -> sampled || machine.figures(o).recordBytes() == 0)
            .collect(Collectors.joining(", "));
    Gap.Kind kind = sampled ? Gap.Kind.RECORD_OF_SAMPLE : Gap.Kind.RECORD_NOT_MEASURED;
    add(gaps, !unknown.isEmpty(), kind, unknown);
  }

  private void gapsOfStart(List<Gap> gaps) {
    ClusterFile cluster = request.cluster();
    if (machine.starts()) {
      add(gaps, !machine.has(Term.MASTER), Gap.Kind.NO_MASTER);
      add(gaps, !machine.has(Term.RUNNING), Gap.Kind.NO_RUNNING);
      boolean rarer = planner(machine).heartbeatS() > machine.heartbeatS();
      add(gaps, ownMachines() || rarer, Gap.Kind.OWN_HEARTBEATS);
      add(gaps, true, Gap.Kind.IN_STEP);
    }
    ClientTime.missing(machine, workload).ifPresent(o -> gaps.add(Gap.of(Gap.Kind.NO_CLIENT, o)));
  }

  private void gapsOfCluster(JobPlan plan, List<Gap> gaps) {
    ClusterFile cluster = request.cluster();
    boolean several = cluster.nodes() > 1;
    double slowStart = cluster.slowStart();
    boolean uneven = several && !workload.mapsOnly() && !dealtEvenly(cluster);
    add(gaps, slowStart < 1 && uneven, Gap.Kind.SLOW_START, slowStart);
    add(gaps, cluster.replication() > 1, Gap.Kind.REPLICATION, cluster.replication());
    boolean local = cluster.kind().equals(ClusterFile.LOCAL) && !request.planned();
    add(gaps, several && local, Gap.Kind.NODES_SHARE_A_MACHINE);
    String unknown =
        crowded(plan).stream()
            .filter(t -> machine.figure(Term.SHARING, t) == null)
            .collect(Collectors.joining(", "));
    String profile = workload.worksOnSample() ? workload.sampledTasks().profile() : "model";
    add(gaps, !unknown.isEmpty(), Gap.Kind.MORE_TASKS_THAN_CORES, unknown, profile);
    boolean watched = machine.value(Term.COLLECTORS) > 0;
    add(gaps, ownMachines() && several && watched, Gap.Kind.COLLECTORS_ONCE);
    int cores = cluster.coresPerNode();
    jvmsMeasured(machine)
        .filter(s -> (machine.coresOfTasks() == 1) != (cores == 1))
        .ifPresent(s -> gaps.add(Gap.of(Gap.Kind.OTHER_JVMS, s, cores)));
    int measured = machine.measuredCores();
    add(gaps, measured > 0 && cores > measured, Gap.Kind.EXTRAPOLATED, measured, cores);
  }

  /** On how many cores the JVMs of tasks were measured, as a sentence without its end. */
  public static Optional<String> jvmsMeasured(Machine machine) {
    int measured = machine.coresOfTasks();
    return measured == 0
        ? Optional.empty()
        : Optional.of(Sentences.of("machine.jvms", measured, measured == 1 ? " core" : " cores"));
  }

  private static void add(List<Gap> gaps, boolean there, Gap.Kind kind, Object... values) {
    if (there) {
      gaps.add(Gap.of(kind, values));
    }
  }

  private boolean ownMachines() {
    return request.planned() || request.cluster().isExternal();
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
    int maps = plan.atOnce(map);
    int reduces = workload.mapsOnly() ? 0 : plan.atOnce(plan.stages().get(1));
    int together = plan.slowStart() < 1 ? maps + reduces : 0;
    if (!plan.ownSlots()) {
      together = Math.min(together, map.slotsPerNode());
    }
    List<String> crowded = new ArrayList<>();
    if (Math.max(maps, together) > map.coresPerNode()) {
      crowded.add(TaskPlanner.mapTask(workload));
    }
    if (reduces > 0 && Math.max(reduces, together) > map.coresPerNode()) {
      crowded.add(TaskPlanner.reduceTask(workload));
    }
    return crowded;
  }
}
