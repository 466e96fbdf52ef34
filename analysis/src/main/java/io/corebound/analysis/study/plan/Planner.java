package io.corebound.analysis.study.plan;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.analysis.theory.LeverRows;
import io.corebound.analysis.theory.Machine;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.WorkloadFile;
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
    Variations variations = new Variations(request, estimates);
    Prediction prediction = estimates.withInterval(own);
    return new Plan(
        prediction,
        cluster(variations.own(), request.workload()),
        measured,
        Thresholds.of(
            prediction, own.storage() == null ? measured : 0, own.network() == null ? measured : 0),
        variations.doublings(),
        variations.bestPair(),
        variations.codecs(),
        variations.codecsNotMeasured(),
        variations.levers(),
        request.deadline() == null ? null : new DeadlineSearch(request, estimates).search(),
        variations.overCores(),
        variations.overDisk(),
        notes(request, machine));
  }

  private static Plan.Cluster cluster(Estimate estimate, WorkloadFile workload) {
    Configuration own = estimate.configuration();
    ClusterFile fitted = workload.on(own.cluster().fitted());
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
    String cores = measured == 1 ? "core" : "cores";
    notes.add(
        measured == 0
            ? Sentences.of("plan.note.no-contention")
            : Sentences.of("plan.note.measured", measured, cores));
    Predictor.jvmsMeasured(machine).ifPresent(s -> notes.add(Sentences.of("plan.note.jvms", s)));
    if (own.cluster().nodes() > 1) {
      notes.add(Sentences.of("plan.note.nodes"));
    }
    notes.add(Sentences.of("plan.note.heartbeats"));
    Integer fixed = own.cluster().settings().statedOn(own.cluster().fitted().coresPerNode());
    notes.add(Sentences.of(fixed == null ? "plan.note.tasks" : "plan.note.fixed", fixed));
    if (own.storage() != null || own.network() != null) {
      notes.add(Sentences.of("plan.note.nominal"));
    }
    if (!Variations.codecsComparable(request.workload())) {
      notes.add(Sentences.of("plan.note.codecs", request.workloadName()));
    }
    WorkloadFile job = request.workload();
    LeverRows.notMeasured(machine, job, request.levers())
        .forEach(
            l ->
                notes.add(
                    Sentences.of("plan.note.lever", l, machine.name(), LeverRows.remedy(job, l))));
    return notes;
  }
}
