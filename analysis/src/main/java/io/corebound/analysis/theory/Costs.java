package io.corebound.analysis.theory;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;

/**
 * What the operations of any job cost on a machine, for those who account for a job that ran. Costs
 * are of all processes, with every core busy, and as in whole tasks where these were measured: an
 * operation costs less there than alone.
 */
public final class Costs {
  /** The codec of the whole tasks that have one. */
  private static final String CODEC = "snappy";

  /** What a task's JVMs need at least; the volumes of a measured task do not depend on it. */
  private static final DataSize MEMORY = DataSize.parse("16GiB");

  private static final DataSize DATA = DataSize.parse("1GB");

  private final Machine machine;
  private final WorkloadFile terasort;
  private final ClusterFile cluster;
  private final int cores;
  private final Whole compressed;
  private final Whole plain;

  /**
   * Whole tasks with a codec, or without.
   *
   * @param additivityOfMaps what maps take over the sum of their operations
   */
  private record Whole(Machine tasks, double additivityOfMaps, double additivityOfReduces) {
    static Whole of(Machine machine, WorkloadFile terasort, ClusterFile cluster, String codec) {
      boolean comparable =
          machine.hasWholeTasks()
              && machine.codecs().contains(CODEC)
              && TaskPlanner.operations(terasort, codec).stream().allMatch(machine::has);
      if (!comparable) {
        return new Whole(machine, 1, 1);
      }
      TaskPlanner planner = new TaskPlanner(machine, terasort, cluster, codec, DATA.bytes());
      return new Whole(
          machine, planner.additivity(TaskFigures.MAP), planner.additivity(TaskFigures.REDUCE));
    }
  }

  private Costs(Machine machine, WorkloadFile terasort, ClusterFile cluster, int cores) {
    this.machine = machine;
    this.terasort = terasort;
    this.cluster = cluster;
    this.cores = cores;
    this.compressed = Whole.of(machine, terasort, cluster, CODEC);
    this.plain =
        machine
            .withWholeTasksOf(TaskPlanner.NO_CODEC)
            .map(m -> Whole.of(m, terasort, cluster, TaskPlanner.NO_CODEC))
            .orElse(compressed);
  }

  /**
   * Those of a machine.
   *
   * @param terasort the job whose operations and whole tasks were measured
   * @param settings of the cluster whose tasks they were
   */
  public static Costs of(Machine machine, WorkloadFile terasort, ClusterFile settings) {
    int cores = machine.measuredCores();
    return new Costs(machine, terasort, settings.on(Math.max(1, cores), MEMORY), cores);
  }

  /** The same on nodes of so many logical CPUs. */
  public Costs onCores(int ofNode) {
    return new Costs(machine, terasort, cluster, ofNode);
  }

  /**
   * The same, drawn: every figure by its standard error, and all work together by how far a machine
   * moves between its measurement and a job, and by what the model misses of a job. One number
   * always gives the same draws.
   */
  public List<Costs> draws(int count) {
    Random random = new Random(Spread.SEED);
    double deviation =
        Math.hypot(machine.speedScatter(), Learned.SHIPPED.miss(Prediction.TOTAL).core());
    List<Costs> draws = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Machine drawn = machine.draw(random).atSpeed(Math.exp(deviation * random.nextGaussian()));
      draws.add(new Costs(drawn, terasort, cluster, cores));
    }
    return draws;
  }

  /** The machine's name. */
  public String name() {
    return machine.name();
  }

  /** Whether an operation was measured. */
  public boolean knows(String operation) {
    return machine.has(operation);
  }

  /**
   * Core-seconds of an operation, once everything is compiled.
   *
   * @param form of the bytes: {@code payload}, {@code serialized}, {@code ifile} or {@code
   *     compressed}
   * @param ofRecords which part of what it was measured to cost goes with the records, however
   *     large they are; the rest goes with the bytes
   */
  public double coreS(
      String operation, double records, double bytes, String form, double ofRecords) {
    OperationFigures figures = machine.figures(operation);
    double measured = recordBytes(figures.byteBase());
    double ofBytes = bytes * measured / recordBytes(form);
    return figures.warmCoreS(ofRecords * records * measured + (1 - ofRecords) * ofBytes);
  }

  private double recordBytes(String form) {
    RecordSize size = terasort.record();
    return switch (form) {
      case "serialized" -> size.serialized().bytes();
      case "ifile", "compressed", "wire" -> size.ifile().bytes();
      default -> size.payload().bytes();
    };
  }

  /** The part of an operation's cost that the task itself spends; daemons spend the rest. */
  public double taskShare(String operation) {
    return machine.figures(operation).taskShare();
  }

  /**
   * By how much operations cost more within a task, beside others, than alone.
   *
   * @param codec whether the job compresses its map output
   */
  public double withinTask(boolean map, boolean codec) {
    Whole whole = codec ? compressed : plain;
    return machine.contention(task(map))
        * (map ? whole.additivityOfMaps : whole.additivityOfReduces);
  }

  private static String task(boolean map) {
    return map ? TaskFigures.MAP : TaskFigures.REDUCE;
  }

  /**
   * Core-seconds of a task without data that Hadoop's counter counts, which begins when the task's
   * JVM runs; of a machine without them those of TeraSort's task without data, measured alone.
   */
  public double emptyTaskCoreS(boolean map) {
    Term counted = map ? Term.COUNTED_MAP : Term.COUNTED_REDUCE;
    return machine.has(counted)
        ? machine.value(counted)
        : machine.value(Term.EMPTY_COST, task(map));
  }

  /**
   * Core-seconds that a task pays because nothing is compiled yet, beyond the empty task. Where
   * whole tasks of TeraSort were measured, theirs, times what this task's operations take before
   * they are compiled, divided by what those of TeraSort's tasks take.
   *
   * @param codec whether the job compresses its map output
   * @param payloadBytes that it works on
   * @param operations that it has
   */
  public double coldCoreS(
      boolean map, boolean codec, double payloadBytes, Collection<String> operations) {
    double own = cold(operations);
    double all =
        cold(
            terasort.steps().stream()
                .filter(step -> (step.interval() == Interval.MAP) == map)
                .map(step -> step.operation().replace("{codec}", codec ? CODEC : "none"))
                .toList());
    return (codec ? compressed : plain)
        .tasks
        .task(task(map))
        .map(task -> task.netColdCoreS(payloadBytes) * (all > 0 ? Math.min(1, own / all) : 1))
        .orElse(own);
  }

  private double cold(Collection<String> operations) {
    return operations.stream()
        .distinct()
        .mapToDouble(o -> Math.max(0, machine.value(Term.COLD_COST, o)))
        .sum();
  }

  /** Core-seconds of a container from its request to its end, with an empty task in it. */
  public double containerCoreS() {
    return machine.value(Term.CONTAINER);
  }

  /** Seconds that a container with an empty task takes, and its slot until the next one starts. */
  public double containerS(boolean map) {
    return machine.value(map ? Term.EMPTY_MAP : Term.EMPTY_REDUCE) + machine.value(Term.TURNAROUND);
  }

  /** Core-seconds of an empty job beside its tasks. */
  public double jobCoreS() {
    return machine.value(Term.JOB);
  }

  /**
   * Cores that the heartbeats of a running job's ApplicationMaster and the polls of its client
   * take; empty where that was not measured.
   *
   * @param heartbeatS seconds between two of them
   */
  public OptionalDouble watchingCores(double heartbeatS) {
    if (!machine.has(Term.RUNNING)) {
      return OptionalDouble.empty();
    }
    double more = machine.value(Term.RUNNING) - machine.value(Term.IDLE);
    return OptionalDouble.of(Math.max(0, more) * machine.heartbeatS() / heartbeatS);
  }

  /** MB/s of a node's disk with so many streams; 0 where unknown. */
  public double diskReadMbPerS(int streams) {
    return machine.diskMbPerS(streams)[0];
  }

  /** As {@link #diskReadMbPerS}. */
  public double diskWriteMbPerS(int streams) {
    return machine.diskMbPerS(streams)[1];
  }

  /** MB/s of a node's link; 0 where unknown. */
  public double networkMbPerS() {
    return machine.value(Term.NETWORK);
  }

  /** How often smaller a codec makes TeraSort's map output; 1 for {@code none}. */
  public OptionalDouble ratio(String codec) {
    if (codec.equals(TaskPlanner.NO_CODEC)) {
      return OptionalDouble.of(1);
    }
    Figure ratio = machine.figure(Term.COMPRESSION_RATIO, codec);
    return ratio == null ? OptionalDouble.empty() : OptionalDouble.of(ratio.value());
  }

  /** Codecs whose cost and ratio were measured. */
  public Set<String> codecs() {
    return machine.codecs();
  }

  /**
   * Logical CPUs of a node: as many as were busy when the machine was measured, or as was said; 0
   * where unknown.
   */
  public int cores() {
    return cores;
  }
}
