package io.corebound.analysis.theory;

import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.volumes.Volumes;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.Step;
import io.corebound.records.history.Interval;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Mean;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the tasks of a job that ran cost on a machine: its steps with every core busy, and as in
 * whole tasks where these were measured, for an operation costs less there than alone.
 *
 * @param terasort the job whose operations and whole tasks were measured
 * @param measured the cluster whose tasks they were
 * @param cores logical CPUs of a node: as many as were busy when the machine was measured, or as
 *     was said; 0 where unknown
 * @param byRecord what is added to the parts of costs that go with records
 * @param wholes by task and codec of the map output
 */
@RecordBuilder
public record JobCosts(
    Machine machine,
    WorkloadFile terasort,
    ClusterFile measured,
    int cores,
    double byRecord,
    Map<String, Whole> wholes)
    implements JobCostsBuilder.With {
  /** What a task's JVMs need at least; the volumes of a measured task do not depend on it. */
  private static final DataSize MEMORY = DataSize.parse("16GiB");

  private static final DataSize DATA = DataSize.parse("1GB");

  /**
   * A whole task of TeraSort.
   *
   * @param additivity what it takes over the sum of its operations, warm
   * @param coldCoreS the sum of the cold starts of its operations
   */
  record Whole(Optional<TaskFigures> figures, double additivity, double coldCoreS) {
    /** What a task takes because nothing is compiled, whose operations alone take so much. */
    double coldCoreS(double operationsCoreS, double payloadBytes) {
      double part = coldCoreS > 0 ? Math.min(1, operationsCoreS / coldCoreS) : 1;
      return figures.map(f -> f.netColdCoreS(payloadBytes) * part).orElse(operationsCoreS);
    }
  }

  /**
   * A task of a job that ran.
   *
   * @param codec of the map output
   * @param steps that such tasks have, with the operations of the codec
   * @param ratio IFile bytes over compressed bytes
   * @param payloadBytes that it works on
   */
  public record Task(
      boolean isMap,
      String codec,
      List<Step> steps,
      Volumes data,
      double ratio,
      double payloadBytes) {}

  /** Those of a machine. */
  public static JobCosts of(Machine machine, WorkloadFile terasort, ClusterFile settings) {
    int cores = machine.measuredCores();
    ClusterFile measured = settings.on(Math.max(1, cores), MEMORY);
    return new JobCosts(machine, terasort, measured, cores, 0, wholes(machine, terasort, measured));
  }

  private static Map<String, Whole> wholes(
      Machine machine, WorkloadFile terasort, ClusterFile measured) {
    Map<String, Whole> wholes = new HashMap<>();
    for (String codec : List.of(TaskFigures.CODEC, TaskPlanner.NO_CODEC)) {
      boolean other = machine.hasWholeTasksOf(codec);
      Machine own = other ? machine.with(Overlay.wholeTasksOf(codec)) : machine;
      String with = other ? codec : TaskFigures.CODEC;
      boolean comparable =
          own.hasWholeTasks()
              && own.codecs().contains(TaskFigures.CODEC)
              && StepCosts.operations(StepCosts.steps(terasort.steps(), with)).stream()
                  .allMatch(own::has);
      StepCosts alone =
          new StepCosts(machine, StepCosts.steps(terasort.steps(), codec), terasort.record(), 1, 0);
      for (String task : TaskFigures.ALL) {
        double additivity =
            comparable
                ? new TaskPlanner(own, terasort, measured, with, DATA.bytes()).additivity(task)
                : 1;
        double cold = alone.coldCoreS(intervals(task.equals(TaskFigures.MAP)));
        wholes.put(TaskFigures.with(codec, task), new Whole(own.task(task), additivity, cold));
      }
    }
    return wholes;
  }

  /**
   * The same, drawn: every figure by its standard error, and all work together by how far a machine
   * moves between its measurement and a job, and by what the model misses of a job. One number
   * always gives the same draws.
   */
  public List<JobCosts> draws(int count) {
    Random random = new Random(Spread.SEED);
    double deviation =
        Math.hypot(machine.speedScatter(), Learned.SHIPPED.miss(Prediction.TOTAL).core());
    List<JobCosts> draws = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Machine drawn =
          machine
              .with(Overlay.draw(random))
              .with(Overlay.speed(Math.exp(deviation * random.nextGaussian())));
      draws.add(with(b -> b.machine(drawn).wholes(wholes(drawn, terasort, measured))));
    }
    return draws;
  }

  /** The steps of any job's tasks, with a codec; of others those come first that read. */
  public List<Step> steps(String codec) {
    Map<Boolean, List<Step>> reads =
        terasort.otherSteps().stream()
            .collect(Collectors.partitioningBy(step -> step.volume().equals("split")));
    return StepCosts.steps(
        Stream.of(reads.get(true), terasort.steps(), reads.get(false))
            .flatMap(List::stream)
            .toList(),
        codec);
  }

  /**
   * The parts of a task, with every core busy. Where whole tasks of TeraSort were measured, its
   * cold start is theirs, times what its operations take before they are compiled, divided by what
   * those of TeraSort's tasks take.
   */
  public List<TaskPart> parts(Task of) {
    String task = of.isMap ? TaskFigures.MAP : TaskFigures.REDUCE;
    String codec = of.codec.equals(TaskPlanner.NO_CODEC) ? of.codec : TaskFigures.CODEC;
    Whole whole = wholes.get(TaskFigures.with(codec, task));
    List<TaskPart> parts =
        new StepCosts(machine, of.steps, terasort.record(), of.ratio, byRecord)
            .parts(intervals(of.isMap), of.data);
    double cold =
        parts.stream()
            .flatMap(part -> part.demands().stream())
            .mapToDouble(Demand::coldCoreS)
            .sum();
    return TaskPart.within(
        parts, whole.coldCoreS(cold, of.payloadBytes), machine.contention(task) * whole.additivity);
  }

  private static List<Interval> intervals(boolean ofMap) {
    return ofMap ? List.of(Interval.MAP) : List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE);
  }

  /**
   * Core-seconds of a task without data that Hadoop's counter counts, which begins when the task's
   * JVM runs; of a machine without them those of TeraSort's task without data, measured alone.
   */
  public double emptyTaskCoreS(boolean map) {
    Term counted = map ? Term.COUNTED_MAP : Term.COUNTED_REDUCE;
    return machine.has(counted)
        ? machine.value(counted)
        : machine.value(Term.EMPTY_COST, map ? TaskFigures.MAP : TaskFigures.REDUCE);
  }

  /** Seconds that a container with an empty task takes, and its slot until the next one starts. */
  public double containerS(boolean map) {
    return machine.value(map ? Term.EMPTY_MAP : Term.EMPTY_REDUCE) + machine.value(Term.TURNAROUND);
  }

  /**
   * Cores that the heartbeats of a running job's ApplicationMaster and the polls of its client
   * take; 0 where that was not measured.
   *
   * @param heartbeatS seconds between two of them
   */
  public double watchingCores(double heartbeatS) {
    double more = machine.value(Term.RUNNING) - machine.value(Term.IDLE);
    return Math.max(0, more) * machine.heartbeatS() / heartbeatS;
  }

  /** How often smaller a codec makes TeraSort's map output; 1 where that is not known. */
  public double ratio(String codec) {
    Mean ratio = machine.figure(Term.COMPRESSION_RATIO, codec);
    return ratio == null ? 1 : ratio.value();
  }
}
