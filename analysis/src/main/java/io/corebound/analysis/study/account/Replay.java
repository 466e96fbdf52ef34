package io.corebound.analysis.study.account;

import io.corebound.analysis.study.account.Accountant.Rest;
import io.corebound.analysis.theory.Containers;
import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Overlay;
import io.corebound.analysis.theory.TaskPart;
import io.corebound.analysis.theory.Term;
import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.simulation.RunLengthList;
import io.corebound.analysis.theory.simulation.Simulation;
import io.corebound.analysis.theory.simulation.Totals;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.Load;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Runs a job that ran again, in the simulation that predicts jobs: as it was, or with something
 * changed. Its tasks are the mean ones of its counters; what these counted beyond the steps, its
 * own code, takes what it took, and steps that make up more are scaled to it.
 */
public final class Replay {
  /** Bytes that would take so much longer than an interval did were not on that device. */
  private static final double IMPOSSIBLE = 1.25;

  private static final String OWN = "own";

  private final RanJob ran;
  private final JobCosts costs;
  private final Map<TaskType, Rest> rest;
  private final Setup own;
  private final Set<Interval> withoutDisk = EnumSet.noneOf(Interval.class);
  private final Set<Interval> withoutNetwork = EnumSet.noneOf(Interval.class);
  private final Map<Interval, Totals> computed;
  private final Map<Interval, Totals> asItWas;

  /** Of a job, by a machine's costs. */
  public Replay(RanJob ran, List<Loss> losses, JobCosts costs) {
    this.ran = ran;
    this.costs = costs;
    this.rest = Accountant.rest(ran, losses, costs);
    this.own = Setup.of(ran, costs);
    this.computed = run(own);
    for (Set<Interval> stretch : stretches()) {
      double most = IMPOSSIBLE * sum(stretch, ran.moments()::lengthS);
      // an interval that nobody timed says nothing
      if (most > 0 && sum(stretch, i -> busiest(of(i).diskS)) > most) {
        withoutDisk.addAll(stretch);
      }
      if (most > 0 && sum(stretch, i -> busiest(of(i).networkS)) > most) {
        withoutNetwork.addAll(stretch);
      }
    }
    this.asItWas = withoutDisk.isEmpty() && withoutNetwork.isEmpty() ? computed : run(own);
  }

  /** Intervals of which one's work can go on in another: fetching beside the maps. */
  private List<Set<Interval>> stretches() {
    Set<Interval> overlapping = EnumSet.of(Interval.MAP, Interval.SHUFFLE_TAIL);
    List<Set<Interval>> stretches = new ArrayList<>();
    if (own.cluster().slowStart() < 1) {
      stretches.add(overlapping);
    } else {
      overlapping.forEach(interval -> stretches.add(EnumSet.of(interval)));
    }
    stretches.add(EnumSet.of(Interval.REDUCE));
    return stretches;
  }

  private static double sum(Set<Interval> stretch, ToDoubleFunction<Interval> figure) {
    return stretch.stream().mapToDouble(figure).sum();
  }

  private Totals of(Interval interval) {
    return computed.getOrDefault(interval, new Totals(own.cluster().nodes()));
  }

  private static double busiest(double[] nodesS) {
    return DoubleStream.of(nodesS).max().orElse(0);
  }

  /** The job as it was. */
  public Setup own() {
    return own;
  }

  /**
   * What an interval takes of CPU, disk and network.
   *
   * @param atOnce tasks that run at once in it, which use a core each
   */
  Load load(Interval interval, double atOnce) {
    Totals totals = of(interval);
    Totals.Use idle = totals.operations.get(Simulation.IDLE);
    double coreS = totals.coreS() - (idle == null ? 0 : idle.coreS);
    double cores = costs.cores() > 0 ? costs.cores() * own.cluster().nodes() : atOnce;
    return new Load(
        coreS / Math.min(cores, atOnce), busiest(totals.diskS), busiest(totals.networkS), 0);
  }

  /** The same without devices that it cannot have used as computed: the bytes were in memory. */
  Load used(Interval interval, double atOnce) {
    Load load = load(interval, atOnce);
    return new Load(
        load.cpuS(),
        withoutDisk.contains(interval) ? 0 : load.diskS(),
        withoutNetwork.contains(interval) ? 0 : load.networkS(),
        0);
  }

  /**
   * Seconds that a job would have taken less: no more than its intervals took, each as much shorter
   * as it is in the simulation.
   */
  public double gainS(Setup changed) {
    Map<Interval, Totals> after = run(changed);
    double gainS = 0;
    for (Set<Interval> stretch : stretches()) {
      double beforeS = sum(stretch, i -> timeS(asItWas, i));
      double measuredS = sum(stretch, ran.moments()::lengthS);
      // what is longer than simulated may be what nobody measured, which stays
      double lengthS = modelsDevices() ? measuredS : Math.min(measuredS, beforeS);
      gainS += beforeS > 0 ? lengthS * (1 - sum(stretch, i -> timeS(after, i)) / beforeS) : 0;
    }
    return gainS;
  }

  private boolean modelsDevices() {
    return costs.machine().modelsDisk() && costs.machine().modelsNetwork();
  }

  private static double timeS(Map<Interval, Totals> intervals, Interval interval) {
    return intervals.containsKey(interval) ? intervals.get(interval).timeS : 0;
  }

  /** Seconds of all intervals of tasks in the simulation. */
  public double timeS(Setup in) {
    return run(in).values().stream().mapToDouble(totals -> totals.timeS).sum();
  }

  private Map<Interval, Totals> run(Setup in) {
    return Simulation.expected(plan(in), 1);
  }

  /** Core-seconds of all tasks. */
  public double coreS(Setup in) {
    return plan(in).stages().stream()
        .flatMap(stage -> stage.tasks().runs().stream())
        .mapToDouble(run -> run.count() * run.value().stream().mapToDouble(Phase::coreS).sum())
        .sum();
  }

  private JobPlan plan(Setup in) {
    Machine machine =
        costs.machine().with(in.devices()).with(Overlay.streams(in.cluster().containersPerNode()));
    JobCosts changed = costs.withMachine(machine);
    Containers containers = new Containers(machine, in.cluster());
    List<Stage> stages = new ArrayList<>();
    for (TaskType type : TaskType.values()) {
      boolean maps = type == TaskType.MAP;
      if (in.shape().tasks(maps) > 0) {
        List<Interval> intervals =
            maps ? List.of(Interval.MAP) : List.of(Interval.SHUFFLE_TAIL, Interval.REDUCE);
        stages.add(
            new Stage(
                intervals,
                maps || in.uber() ? 0 : machine.value(Term.MAPS_TO_REDUCE),
                in.cluster().coresPerNode(),
                in.cluster().containersPerNode(),
                // tasks of an uber job follow each other in one container
                in.uber() ? null : containers.turnaround(intervals.get(0)),
                RunLengthList.ofRuns(
                    List.of(
                        new RunLengthList.Run<>(
                            task(maps, in, changed, containers),
                            (int) Math.round(in.shape().tasks(maps))))),
                // costs are those of busy cores
                1.0,
                1));
      }
    }
    return containers.plan(stages);
  }

  private List<Phase> task(boolean map, Setup in, JobCosts changed, Containers containers) {
    Shape shape = in.shape();
    double jvms = shape.jvms(map, in.uber()) / shape.tasks(map);
    double emptyCoreS = changed.emptyTaskCoreS(map);
    Rest left = rest.get(map ? TaskType.MAP : TaskType.REDUCE);
    double ownCoreS = left.coreS() / shape.tasks(map);
    Interval first = map ? Interval.MAP : Interval.SHUFFLE_TAIL;
    List<Phase> phases = new ArrayList<>();
    if (!in.uber()) {
      phases.addAll(containers.start(first, map ? Term.EMPTY_MAP : Term.EMPTY_REDUCE, emptyCoreS));
    }
    if (phases.isEmpty()) {
      ownCoreS += jvms * emptyCoreS * left.factor();
    }
    List<TaskPart> parts = new ArrayList<>();
    for (TaskPart part : Accountant.parts(map, shape, changed)) {
      parts.add(counted(part, shape, jvms * left.factor(), left.factor()));
    }
    Interval last = map ? Interval.MAP : Interval.REDUCE;
    if (parts.isEmpty()) {
      parts.add(new TaskPart(last, List.of(), List.of(), 0, 0, 0, 0));
    }
    int at = map ? 0 : parts.size() - 1;
    parts.set(at, withOwn(parts.get(at), ownCoreS));
    parts.forEach(part -> phases.addAll(part.phases(part.interval() == Interval.SHUFFLE_TAIL)));
    return phases;
  }

  /** A part as the tasks counted it, on the devices that it can have used. */
  private TaskPart counted(TaskPart part, Shape shape, double cold, double warm) {
    List<Demand> demands =
        part.demands().stream()
            .map(
                d -> {
                  double warmCoreS = d.coreS() - d.coldCoreS();
                  double ofTask = warmCoreS * d.taskShare();
                  double copies = Accountant.copies(part.interval(), d.operation(), shape);
                  double coldCoreS = d.coldCoreS() * cold;
                  return d.costing(
                      coldCoreS, coldCoreS + warm * ofTask + copies * (warmCoreS - ofTask));
                })
            .toList();
    double before = warmCoreS(part.demands());
    double factor = before > 0 ? warmCoreS(demands) / before : 1;
    boolean disk = !withoutDisk.contains(part.interval());
    boolean network = !withoutNetwork.contains(part.interval());
    return part.with(
        b ->
            b.demands(demands)
                .coldWallS(part.coldWallS() * cold)
                .warmWallS(part.warmWallS() * factor)
                .diskS(disk ? part.diskS() : 0)
                .networkS(network ? part.networkS() : 0));
  }

  private static double warmCoreS(List<Demand> demands) {
    return demands.stream().mapToDouble(d -> d.coreS() - d.coldCoreS()).sum();
  }

  private static TaskPart withOwn(TaskPart part, double coreS) {
    List<Demand> demands = new ArrayList<>(part.demands());
    demands.add(new Demand(OWN, "", 0, 0, coreS, 1));
    return part.with(b -> b.demands(demands).warmWallS(part.warmWallS() + coreS));
  }
}
