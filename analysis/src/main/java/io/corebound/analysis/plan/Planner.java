package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import io.corebound.records.ClusterFile;
import io.corebound.records.Prediction;
import java.util.ArrayList;
import java.util.List;

/** Makes a plan. One request always gives one plan. */
public final class Planner {
  private Planner() {}

  /**
   * Plans.
   *
   * @throws io.corebound.records.CoreboundException (invalid input) when the machine lacks a cost,
   *     or when there can be no such cluster
   */
  public static Plan plan(PlanRequest request) {
    Estimates estimates = new Estimates(request);
    Configuration own = request.own();
    Machine machine = own.machine(request.machine());
    int measured = machine.measuredCores();
    Estimate before = estimates.of(own);
    Prediction prediction = estimates.withInterval(own);
    Doublings doublings = new Doublings(estimates, before, machine);
    return new Plan(
        prediction,
        cluster(own),
        measured,
        Thresholds.of(prediction, measured),
        doublings.single(),
        doublings.bestPair(),
        Codecs.of(estimates, own, machine),
        Codecs.notMeasured(machine),
        request.deadline() == null ? null : new DeadlineSearch(request, estimates).search(),
        Curves.overCores(estimates, own, measured),
        Curves.overDisk(estimates, own, request.machine()),
        notes(own, measured));
  }

  private static Plan.Cluster cluster(Configuration own) {
    ClusterFile fitted = own.cluster().fitted();
    return new Plan.Cluster(
        fitted.nodes(),
        fitted.coresPerNode(),
        own.cluster().memory(),
        fitted.containersPerNode(),
        fitted.reduceTasks(),
        own.storage() == null ? null : own.storage().name(),
        own.storage() == null ? null : own.storage().devices(),
        own.network() == null ? null : own.network().name());
  }

  private static List<String> notes(Configuration own, int measured) {
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
    if (own.cluster().nodes() > 1) {
      notes.add(
          "The nodes are taken to be like the measured machine but for what is named here; master,"
              + " switch and rack are taken to be no limit.");
    }
    if (own.storage() != null || own.network() != null) {
      notes.add(
          "Nominal figures are a device's own; what a file system, a switch or a controller takes"
              + " of them is not in.");
    }
    return notes;
  }
}
