package io.corebound.analysis.theory;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.simulation.RunLengthList;
import io.corebound.analysis.theory.simulation.RunLengthList.Run;
import io.corebound.analysis.theory.volumes.HadoopVolumes;
import io.corebound.analysis.theory.volumes.InputSample;
import io.corebound.analysis.theory.volumes.Volumes;
import io.corebound.analysis.theory.volumes.VolumesCache;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.config.WorkloadFile.Step;
import io.corebound.records.history.Interval;
import io.corebound.records.run.DerivedFigures.PaperRule;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Plans a job of Hadoop's map and reduce tasks. A task is a container's start and the parts of its
 * steps. Where a whole task was measured, that is the total, and the steps only share it: cold
 * starts of operations that follow each other in one JVM overlap. Reduce tasks begin as the
 * cluster's slow start lets them, and fetch what the maps that have ended left.
 */
public final class TaskPlanner {
  /** The part of the cores that the paper saw busy after the last map. */
  private static final double CORES_OF_REDUCE = 0.5;

  public static final String NO_CODEC = "none";

  private final Machine machine;
  private final WorkloadFile workload;
  private final ClusterFile cluster;
  private final String codec;
  private final long dataBytes;
  private final VolumesCache cache;
  private final InputSample sample;
  private final RecordSize record;
  private final double ratio;
  private final HadoopVolumes volumes;
  private final StepCosts costs;
  private final Containers containers;

  public TaskPlanner(
      Machine machine, WorkloadFile workload, ClusterFile cluster, String codec, long dataBytes) {
    this(machine, workload, cluster, codec, dataBytes, new VolumesCache());
  }

  public TaskPlanner(
      Machine machine,
      WorkloadFile workload,
      ClusterFile cluster,
      String codec,
      long dataBytes,
      VolumesCache cache) {
    this.machine = machine;
    this.workload = workload;
    this.cluster = cluster;
    this.codec = codec;
    this.dataBytes = dataBytes;
    this.cache = cache;
    this.sample =
        workload.worksOnSample() ? machine.sample("this workload", workload.sampledTasks()) : null;
    this.record = sample == null ? workload.record() : sample.recordSize();
    this.ratio = ratio();
    this.volumes = cache.of(cluster, record, sample, dataBytes, ratio);
    this.costs = costs(record);
    this.containers = new Containers(machine, cluster);
  }

  /** Of a sample only pieces are known, and no records: all cost goes with bytes. */
  private StepCosts costs(RecordSize of) {
    List<Step> steps = StepCosts.steps(workload.steps(), codec);
    List<Step> sized = sample == null ? steps : steps.stream().map(Step::byBytes).toList();
    return new StepCosts(machine, sized, of, ratio, 0);
  }

  public static String mapTask(WorkloadFile workload) {
    return workload.worksOnSample() ? workload.sampledTasks().map() : TaskFigures.MAP;
  }

  /** The whole tasks that its jobs have. */
  public static List<String> tasks(WorkloadFile workload) {
    return workload.mapsOnly()
        ? List.of(mapTask(workload))
        : List.of(mapTask(workload), reduceTask(workload));
  }

  /** Null where its jobs have none. */
  public static String reduceTask(WorkloadFile workload) {
    return workload.worksOnSample() ? workload.sampledTasks().reduce() : TaskFigures.REDUCE;
  }

  private double ratio() {
    if (codec.equals(NO_CODEC)) {
      return 1;
    }
    if (sample != null) {
      return sample.ratio();
    }
    Mean measured = machine.figure(Term.COMPRESSION_RATIO, codec);
    if (measured == null) {
      throw Sentences.refusal("machine.no-ratio", machine.name(), codec);
    }
    return measured.value();
  }

  public HadoopVolumes volumes() {
    return volumes;
  }

  public JobPlan plan() {
    double slowStart = workload.mapsOnly() ? 1 : cluster.slowStart();
    return containers.plan(
        workload.mapsOnly() ? List.of(maps(slowStart)) : List.of(maps(slowStart), reduces()));
  }

  private Stage maps(double slowStart) {
    // splits of one size stand together, and have one plan
    RunLengthList<List<Phase>> maps = maps(volumes::map);
    // with more than one copy a node without work has some of the data that is left; without
    // reduces that begin early, every node does its own maps
    boolean placed = cluster.nodes() > 1 && cluster.replication() == 1 && slowStart < 1;
    return new Stage(
        List.of(Interval.MAP),
        0,
        cluster.coresPerNode(),
        cluster.mapsAtOnce(),
        containers.turnaround(Interval.MAP),
        maps,
        placed ? maps(volumes::mapElsewhere) : maps,
        machine.contention(mapTask(workload)),
        machine.sharing(mapTask(workload)));
  }

  private Stage reduces() {
    List<Phase> reduce =
        task(
            reduceTask(workload),
            List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE),
            volumes.reduce(),
            // what is combined has no fixed part of its input as its output
            sample == null ? "output" : "reduce-input",
            Term.EMPTY_REDUCE);
    List<Run<List<Phase>>> reduces = List.of(new Run<>(reduce, cluster.reduceTasks()));
    return new Stage(
        List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE),
        machine.value(Term.MAPS_TO_REDUCE),
        cluster.coresPerNode(),
        cluster.reducesAtOnce(),
        containers.turnaround(Interval.SHUFFLE_TAIL),
        RunLengthList.ofRuns(reduces),
        machine.contention(reduceTask(workload)),
        machine.sharing(reduceTask(workload)));
  }

  private RunLengthList<List<Phase>> maps(LongFunction<Volumes> data) {
    List<Run<List<Phase>>> maps = new ArrayList<>();
    for (Run<Long> splits : volumes.splits().runs()) {
      List<Phase> map =
          task(
              mapTask(workload),
              List.of(Interval.MAP),
              data.apply(splits.value()),
              "split",
              Term.EMPTY_MAP);
      maps.add(new Run<>(map, splits.count()));
    }
    return RunLengthList.ofRuns(maps);
  }

  public double heartbeatS() {
    return containers.heartbeatS();
  }

  public PaperRule paperRule() {
    double map = 0;
    for (Run<Long> splits : volumes.splits().runs()) {
      map += splits.count() * costs.warmCoreS(List.of(Interval.MAP), volumes.map(splits.value()));
    }
    double reduce =
        cluster.reduceTasks()
            * costs.warmCoreS(List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE), volumes.reduce());
    // the paper's rates are divided by the gain of the turbo clock
    map *= machine.contention();
    reduce *= machine.contention();
    int cores = cluster.nodes() * cluster.coresPerNode();
    return new PaperRule(map, reduce, map / cores + reduce / (CORES_OF_REDUCE * cores));
  }

  /** A container's start, then the steps by interval and phase; {@code empty} has no data. */
  private List<Phase> task(
      String task, List<Interval> intervals, Volumes data, String payload, Term empty) {
    TaskFigures whole =
        machine
            .task(task)
            .map(measured -> measured.warmTimes(byMerges(measured, task)))
            .orElse(null);
    double ofTaskCoreS = whole == null ? 0 : whole.emptyCoreS();
    List<Phase> phases = new ArrayList<>(containers.start(intervals.get(0), empty, ofTaskCoreS));
    List<TaskPart> parts = costs.parts(intervals, data);
    List<TaskPart> costed =
        whole == null
            ? parts
            : TaskPart.apportion(
                parts, whole, costs.bytes(data.amount(payload), whole.whole().byteBase()));
    costed.forEach(part -> phases.addAll(part.phases(part.interval() == Interval.SHUFFLE_TAIL)));
    return phases;
  }

  /**
   * How many times more a byte of a whole task of this job costs than one of the task that was
   * measured: other spills and merges go over its data more often, or less often. By its
   * operations, a map of the measured size, for how much cold start a smaller one pays was told by
   * tasks of its size; 1 where nobody knows what was measured.
   */
  private double byMerges(TaskFigures measured, String task) {
    double payload = payload(measured);
    if (sample != null || !(payload > 0)) {
      return 1;
    }
    double there = asMeasured(measured, task);
    double here;
    if (task.equals(TaskFigures.MAP)) {
      here = costs.warmCoreS(List.of(Interval.MAP), volumes.map((long) payload));
    } else {
      Volumes own = volumes.reduce();
      here =
          costs.warmCoreS(List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE), own)
              / own.amount("output").bytes();
      there /= payload;
    }
    return here > 0 && there > 0 && Double.isFinite(here) ? here / there : 1;
  }

  private double payload(TaskFigures measured) {
    return measured.measuredAt("records") * measured(measured).payload().bytes();
  }

  /** Records that a whole task was measured with: the job's where that is not known. */
  private RecordSize measured(TaskFigures measured) {
    double bytes = measured.whole().recordBytes();
    return bytes > 0 ? record.ofPayload(new DataSize(Math.max(1, Math.round(bytes)))) : record;
  }

  /** The sum of a whole task's operations as it was measured, warm; NaN where that is not known. */
  private double asMeasured(TaskFigures measured, String task) {
    double payload = payload(measured);
    RecordSize of = measured(measured);
    StepCosts costed = costs(of);
    HadoopVolumes data = cache.of(cluster, of, sample, dataBytes, ratio);
    if (task.equals(TaskFigures.MAP)) {
      double buffer = measured.measuredAt("sortMib") * (1 << 20);
      double threshold = measured.measuredAt("spillPercent");
      double factor = measured.measuredAt("factor");
      return buffer > 0 && threshold > 0 && factor > 1
          ? costed.warmCoreS(
              List.of(Interval.MAP),
              data.map((long) payload, (long) buffer, threshold, (int) factor))
          : Double.NaN;
    }
    double maps = measured.measuredAt("maps");
    return maps >= 1
        ? costed.warmCoreS(
            List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE), data.reduce(payload, (int) maps))
        : Double.NaN;
  }

  /**
   * A whole task's core-seconds over the sum of its operations, both warm and as it was measured; 1
   * where that is not known.
   */
  double additivity(String task) {
    return machine
        .task(task)
        .filter(measured -> payload(measured) > 0)
        .map(m -> m.whole().warmCoreS(payload(m)) / asMeasured(m, task))
        .filter(factor -> factor > 0 && Double.isFinite(factor))
        .orElse(1.0);
  }

  /** Ids of the operations that a job's tasks consist of, each once. */
  public static List<String> operations(WorkloadFile workload, String codec) {
    return StepCosts.operations(StepCosts.steps(workload.steps(), codec));
  }

  /** Those of them a part of whose cost goes with the number of records. */
  public static List<String> operationsByRecord(WorkloadFile workload, String codec) {
    List<Step> steps = workload.steps().stream().filter(s -> s.byRecord() > 0).toList();
    return StepCosts.operations(StepCosts.steps(steps, codec));
  }
}
