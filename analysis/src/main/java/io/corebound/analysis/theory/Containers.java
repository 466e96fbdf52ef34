package io.corebound.analysis.theory;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Overlap;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.history.Interval;
import java.util.List;

/**
 * What goes on around a job's tasks on a cluster: daemons, heartbeats, and starts of containers.
 */
public final class Containers {
  /** {@code yarn.resourcemanager.nodemanagers.heartbeat-interval-ms} and the others' default. */
  private static final double HADOOPS_HEARTBEAT_S = 1;

  private final Machine machine;
  private final ClusterFile cluster;

  /** Of a cluster that leaves nothing to the machine. */
  public Containers(Machine machine, ClusterFile cluster) {
    this.machine = machine;
    this.cluster = cluster;
  }

  /** A job of one stage, or of two that overlap as the cluster's slow start says. */
  public JobPlan plan(List<Stage> stages) {
    int cores = cluster.coresPerNode();
    double slowStart = stages.size() == 1 ? 1 : cluster.slowStart();
    return new JobPlan(
        cluster.nodes(),
        // no collectors were attached when it was measured
        machine.submitToFirstMapS(cores - idleCores()),
        machine.value(Term.LAST_TASK_TO_END),
        machine.coreSOfJob(),
        idleCores(),
        besideCores(),
        new Overlap(slowStart, cluster.hasOwnSlots(), asksLate()),
        stages);
  }

  /**
   * Whether a map's slot is given away before the ApplicationMaster asks for the reduce that its
   * end allows. With heartbeats every h it asks 1.5 h after that end on average, as it sends at one
   * heartbeat what it scheduled at the last ({@code RMContainerAllocator.heartbeat}). How long a
   * container takes to end and to free its slot is what is left of the turnaround, in which the
   * next task waits h / 2 for a heartbeat, beside the start of a reduce after the maps, which waits
   * 2.5 h; both hold a launch.
   */
  private boolean asksLate() {
    double exitS =
        machine.value(Term.TURNAROUND)
            - machine.value(Term.MAPS_TO_REDUCE)
            + 2 * machine.heartbeatS();
    return machine.starts() && exitS < 1.5 * heartbeatS();
  }

  double heartbeatS() {
    Integer ms = cluster.heartbeatMs();
    return ms == null ? HADOOPS_HEARTBEAT_S : ms / 1e3;
  }

  private double idleCores() {
    return machine.idleCores(cluster.nodes(), beats());
  }

  /** Heartbeats for each one when the machine was measured. */
  private double beats() {
    return machine.heartbeatS() / heartbeatS();
  }

  /**
   * Of each node: what is not there when nothing runs is there once, on whatever nodes. It is
   * heartbeats of the ApplicationMaster and polls of the client, all at one interval.
   */
  private double besideCores() {
    double more = Math.max(0, machine.value(Term.RUNNING) - machine.value(Term.IDLE)) * beats();
    return idleCores() + more / cluster.nodes();
  }

  /**
   * What a slot goes through between two tasks: the ApplicationMaster learns of a free one at its
   * next heartbeat. Null where starts are not modelled.
   */
  public Phase turnaround(Interval interval) {
    double longerS = (heartbeatS() - machine.heartbeatS()) / 2;
    double waitS = Math.max(0, machine.value(Term.TURNAROUND) + longerS);
    return machine.starts() ? new Phase(interval, List.of(), 1, waitS, 0, 0, false) : null;
  }

  /**
   * The start of a container: waiting, then work; nothing where starts are not modelled. Empty
   * tasks were timed with all slots starting at once, so that their time holds the sharing of
   * cores; the wait is what is left of it when the work is taken out as the simulation shares it.
   * Waves of empty tasks on the same slots then take what they took.
   *
   * @param empty time of a container whose task has no data
   * @param ofTaskCoreS core-seconds of its work that are the task's own
   */
  public List<Phase> start(Interval interval, Term empty, double ofTaskCoreS) {
    if (!machine.starts()) {
      return List.of();
    }
    double coreS = machine.value(Term.CONTAINER);
    double granted = Math.min(Machine.PARALLELISM, coresOfAnEmptyTask());
    double waitS = Math.max(0, machine.value(empty) - coreS / granted);
    double share = coreS > 0 ? Math.min(1, ofTaskCoreS / coreS) : 0;
    Demand demand = new Demand(JobPlan.START_CONTAINER, "", 0, coreS, coreS, share);
    return List.of(
        new Phase(interval, List.of(), 1, waitS, 0, 0, false),
        new Phase(interval, List.of(demand), Machine.PARALLELISM, 0, 0, 0, false));
  }

  /** Those that each of the empty tasks had that started at once, on the node that was measured. */
  private double coresOfAnEmptyTask() {
    double atOnce = machine.value(Term.AT_ONCE);
    if (machine.coresOfTasks() > 0) {
      double free = machine.coresOfTasks() - machine.busyWhileMeasured();
      return Math.max(JobPlan.LEAST_FREE_CORES, free) / Math.max(1, atOnce);
    }
    // it is not known which node that was
    double free = cluster.coresPerNode() - besideCores();
    return Math.max(JobPlan.LEAST_FREE_CORES, free) / Math.max(1, atOnce / cluster.nodes());
  }
}
