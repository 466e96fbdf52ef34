package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.List;

/** Makes a plan. One request always gives one plan. */
public final class Planner {
  private Planner() {}

  /**
   * Plans.
   *
   * @throws io.corebound.records.units.CoreboundException (invalid input) when the machine lacks a
   *     cost, or when there can be no such cluster
   */
  public static Plan plan(PlanRequest request) {
    Estimates estimates = new Estimates(request);
    Configuration own = request.own();
    Machine machine = own.machine(request.machine());
    int measured = machine.measuredCores();
    boolean codecs = Codecs.comparable(request.workload());
    Estimate before = estimates.of(own);
    Prediction prediction = estimates.withInterval(own);
    Doublings doublings = new Doublings(estimates, before, machine);
    return new Plan(
        prediction,
        cluster(before),
        measured,
        Thresholds.of(
            prediction, own.storage() == null ? measured : 0, own.network() == null ? measured : 0),
        doublings.single(),
        doublings.bestPair(),
        codecs ? Codecs.of(estimates, own, machine) : List.of(),
        codecs ? Codecs.notMeasured(machine) : List.of(),
        request.deadline() == null ? null : new DeadlineSearch(request, estimates).search(),
        Curves.overCores(estimates, own),
        Curves.overDisk(estimates, own, request.machine()),
        notes(request, machine));
  }

  private static Plan.Cluster cluster(Estimate estimate) {
    Configuration own = estimate.configuration();
    ClusterFile fitted = own.cluster().fitted();
    return new Plan.Cluster(
        fitted.nodes(),
        fitted.coresPerNode(),
        own.cluster().memory(),
        fitted.containersPerNode(),
        fitted.reduceTasks(),
        own.storage() == null ? null : own.storage().name(),
        own.storage() == null ? null : own.storage().devices(),
        own.network() == null ? null : own.network().name(),
        estimate.extrapolated());
  }

  /** What has to be known to read it, a sentence each. */
  static List<String> notes(PlanRequest request, Machine machine) {
    Configuration own = request.own();
    int measured = machine.measuredCores();
    List<String> notes = new ArrayList<>();
    notes.add(
        measured == 0
            ? "What busy cores cost each other was not measured: every number of cores is"
                + " extrapolated."
            : "Costs were measured with at most "
                + measured
                + " busy core"
                + (measured == 1 ? "" : "s")
                + "; beyond, each is taken to cost what it costs with all of these busy:"
                + " extrapolated.");
    machine
        .jvmsMeasured()
        .map(s -> s + "; times on the other side of that border are made of those tasks.")
        .ifPresent(notes::add);
    if (own.cluster().nodes() > 1) {
      notes.add(
          "The nodes are taken to be like the measured machine but for what is named here; master,"
              + " switch and rack are taken to be no limit.");
    }
    notes.add(
        "How long a slot waits between two tasks was measured with short heartbeats; with Hadoop's"
            + " own (1000 ms) every wave of tasks waits longer.");
    Integer fixed = own.cluster().settings().containersPerNode();
    if (fixed == null) {
      notes.add(
          "A node runs as many tasks at once as it has cores, where its memory has room for them."
              + " YARN's default calculator looks at memory alone: where it lets more run, state"
              + " containers_per_node. The ApplicationMaster takes memory and no slot.");
    } else {
      notes.add(
          "The cluster file fixes the tasks at once at "
              + fixed
              + " a node (containers_per_node): more cores, or more memory, bring no further"
              + " ones.");
    }
    if (own.storage() != null || own.network() != null) {
      notes.add(
          "Nominal figures are a device's own; what a file system, a switch or a controller takes"
              + " of them is not in. None was measured here: whatever stands on them is"
              + " extrapolated.");
    }
    if (!Codecs.comparable(request.workload())) {
      notes.add(
          "Other codecs of the map output are not compared: the tasks of workload "
              + request.workloadName()
              + " are measured with Snappy only.");
    }
    return notes;
  }
}
