package io.corebound.analysis.theory.simulation;

import io.corebound.records.history.Interval;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job cut into what has to be done, with amounts but without times: the simulation's input.
 *
 * @param beforeS submission to the start of the first task
 * @param afterS end of the last task to the job's finish
 * @param jobCoreS core-seconds of the job beside its tasks
 * @param besideCores the same beside the tasks while the job runs, {@code idleCores} among them
 */
@RecordBuilder
public record JobPlan(
    int nodes,
    double beforeS,
    double afterS,
    double jobCoreS,
    double idleCores,
    double besideCores,
    Overlap overlap,
    List<Stage> stages)
    implements JobPlanBuilder.With {
  public static final String START_CONTAINER = "start.container";
  public static final String START_JOB = "start.job";
  public static final String WRITE_BACK = "disk.write-back";

  /** Cores that are left at least, however busy the daemons are. */
  public static final double LEAST_FREE_CORES = 0.01;

  /** A job that takes nothing beside its tasks but what the idle cluster does. */
  public JobPlan(
      int nodes,
      double beforeS,
      double afterS,
      double jobCoreS,
      double idleCores,
      List<Stage> stages) {
    this(nodes, beforeS, afterS, jobCoreS, idleCores, idleCores, Overlap.NONE, stages);
  }

  /**
   * How the second stage begins beside the first one.
   *
   * @param slowStart part of the first stage's tasks after whose end those of the second may begin;
   *     1 when each stage begins with the end of the last task of the one before
   * @param ownSlots whether each stage has slots of its own; else they are the same for all
   * @param askedLate whether the slot that a task of the first stage leaves is given away before
   *     the request that follows from its end is there
   */
  public record Overlap(double slowStart, boolean ownSlots, boolean askedLate) {
    public static final Overlap NONE = new Overlap(1, false, false);
  }

  public double slowStart() {
    return overlap.slowStart();
  }

  public boolean ownSlots() {
    return overlap.ownSlots();
  }

  /**
   * Waves that are simulated one by one: those of the stage that has the most, where one begins
   * while another runs; elsewhere one stands for all of its kind.
   */
  public int waves() {
    return slowStart() >= 1
        ? 1
        : stages.stream()
            .mapToInt(s -> -Math.floorDiv(-s.tasks().size(), Math.max(1, nodes * s.slotsPerNode())))
            .max()
            .orElse(0);
  }

  /** How long it is simulated where a node's tasks differ: how many it has times those at once. */
  public double size() {
    return stages.stream().mapToDouble(s -> (double) s.tasks().size() * atOnce(s) / nodes).sum();
  }

  public boolean hasTasks() {
    return stages.stream().anyMatch(s -> s.turnaround() != null);
  }

  /** Tasks of a stage that run at once on a node, where no others take its slots. */
  public int atOnce(Stage stage) {
    return Math.min(stage.slotsPerNode(), (stage.tasks().size() + nodes - 1) / nodes);
  }

  /**
   * Mean core-seconds of an interval's tasks, without contention, container starts and what the
   * kernel does for them.
   */
  public double taskCoreS(Interval interval) {
    List<Stage> all = stages.stream().filter(s -> s.intervals().contains(interval)).toList();
    double coreS =
        all.stream()
            .flatMap(s -> s.tasks().runs().stream())
            .mapToDouble(run -> run.count() * coreS(run.value()))
            .sum();
    int tasks = all.stream().mapToInt(s -> s.tasks().size()).sum();
    return tasks == 0 ? 0 : coreS / tasks;
  }

  private static double coreS(List<Phase> task) {
    return task.stream()
        .flatMap(p -> p.demands().stream())
        .filter(d -> !d.operation().equals(START_CONTAINER))
        .filter(d -> !d.operation().equals(WRITE_BACK))
        .mapToDouble(Demand::coreS)
        .sum();
  }

  /** The operation of the tasks that takes the most core-seconds. */
  public String costliest() {
    Map<String, Double> coreS = new TreeMap<>();
    for (Stage stage : stages) {
      for (RunLengthList.Run<List<Phase>> run : stage.tasks().runs()) {
        run.value().stream()
            .flatMap(p -> p.demands().stream())
            .forEach(d -> coreS.merge(d.operation(), run.count() * d.coreS(), Double::sum));
      }
    }
    return Collections.max(coreS.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  /** The same job where an operation of the tasks costs a factor of what it does. */
  public JobPlan costing(String operation, double factor) {
    return withStages(stages.stream().map(s -> s.costing(operation, factor)).toList());
  }

  /** Cores of all nodes that work in an interval; those of the first stage for one of no stage. */
  public int cores(Interval interval) {
    return nodes
        * stages.stream()
            .filter(s -> s.intervals().contains(interval))
            .findFirst()
            .orElse(stages.get(0))
            .coresPerNode();
  }

  /**
   * Tasks that run side by side.
   *
   * @param intervals that it consists of, in order
   * @param delayS end of the stage before to the start of this one's first task
   * @param turnaround what a slot goes through between two tasks; null for nothing
   * @param elsewhere the same tasks, run by run, on a node that reads their data from another one;
   *     {@code tasks} itself where that is the same
   * @param contention by how much its tasks cost more with every core busy; null for the machine's
   * @param sharing by how much more with two of them on a core
   */
  @RecordBuilder
  public record Stage(
      List<Interval> intervals,
      double delayS,
      int coresPerNode,
      int slotsPerNode,
      Phase turnaround,
      RunLengthList<List<Phase>> tasks,
      RunLengthList<List<Phase>> elsewhere,
      Double contention,
      double sharing)
      implements JobPlanStageBuilder.With {

    public Stage(
        List<Interval> intervals,
        double delayS,
        int coresPerNode,
        int slotsPerNode,
        Phase turnaround,
        List<List<Phase>> tasks) {
      this(
          intervals,
          delayS,
          coresPerNode,
          slotsPerNode,
          turnaround,
          RunLengthList.of(tasks),
          null,
          1);
    }

    private Stage costing(String operation, double factor) {
      RunLengthList<List<Phase>> changed = costing(tasks, operation, factor);
      return with(
          b ->
              b.tasks(changed)
                  .elsewhere(elsewhere == tasks ? changed : costing(elsewhere, operation, factor)));
    }

    private static RunLengthList<List<Phase>> costing(
        RunLengthList<List<Phase>> tasks, String operation, double factor) {
      return RunLengthList.ofRuns(
          tasks.runs().stream()
              .map(
                  run ->
                      new RunLengthList.Run<>(
                          run.value().stream().map(p -> p.costing(operation, factor)).toList(),
                          run.count()))
              .toList());
    }

    /** Tasks whose data is everywhere. */
    public Stage(
        List<Interval> intervals,
        double delayS,
        int coresPerNode,
        int slotsPerNode,
        Phase turnaround,
        RunLengthList<List<Phase>> tasks,
        Double contention,
        double sharing) {
      this(
          intervals,
          delayS,
          coresPerNode,
          slotsPerNode,
          turnaround,
          tasks,
          tasks,
          contention,
          sharing);
    }
  }

  /**
   * A part of a task. CPU, disk and network proceed side by side; the phase ends with the last.
   *
   * @param interval the interval that ends no sooner than it
   * @param parallelism cores that it can use at once
   * @param diskS time of the node's disk, alone
   * @param networkS time of the node's link, alone
   * @param contended false where its core-seconds were measured among busy cores
   * @param gated whether it works on what the tasks of the stage before have left, and so can do no
   *     greater part of it than the part of them that has ended
   */
  @RecordBuilder
  public record Phase(
      Interval interval,
      List<Demand> demands,
      double parallelism,
      double leastS,
      double diskS,
      double networkS,
      boolean contended,
      boolean gated)
      implements JobPlanPhaseBuilder.With {

    /** One that waits for no other stage. */
    public Phase(
        Interval interval,
        List<Demand> demands,
        double parallelism,
        double leastS,
        double diskS,
        double networkS,
        boolean contended) {
      this(interval, demands, parallelism, leastS, diskS, networkS, contended, false);
    }

    private Phase costing(String operation, double factor) {
      return withDemands(
          demands.stream()
              .map(
                  d ->
                      d.operation().equals(operation)
                          ? d.costing(factor * d.coldCoreS(), factor * d.coreS())
                          : d)
              .toList());
    }

    public double coreS() {
      double sum = 0;
      for (Demand demand : demands) {
        sum += demand.coreS();
      }
      return sum;
    }
  }

  /**
   * An operation's part of a phase.
   *
   * @param coreS core-seconds in all, without contention
   * @param taskShare part of them that the task's own process spends
   */
  public record Demand(
      String operation,
      String byteBase,
      double bytes,
      double coldCoreS,
      double coreS,
      double taskShare) {

    public Demand costing(double newColdCoreS, double newCoreS) {
      return new Demand(operation, byteBase, bytes, newColdCoreS, newCoreS, taskShare);
    }

    public Demand of(double newBytes) {
      return new Demand(operation, byteBase, newBytes, coldCoreS, coreS, taskShare);
    }
  }
}
