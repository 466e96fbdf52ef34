package io.corebound.analysis.theory;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.volumes.Volumes;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.config.WorkloadFile.Step;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans a job that is not cut into tasks: every interval is one stream of data through its steps,
 * over all cores that work in it. That is the paper's own way (section 5): an interval's time is
 * volume · Σ 1/rate · contention factor / cores.
 */
public final class StreamPlanner {
  private final Machine machine;
  private final WorkloadFile workload;
  private final double inputBytes;
  private final int nodes;

  public StreamPlanner(Machine machine, WorkloadFile workload, double inputBytes, int nodes) {
    this.machine = machine;
    this.workload = workload;
    this.inputBytes = inputBytes;
    this.nodes = nodes;
  }

  public JobPlan plan(int mapCores, int reduceCores) {
    List<Stage> stages = new ArrayList<>();
    for (Interval interval : Interval.values()) {
      List<Step> steps = workload.steps().stream().filter(s -> s.interval() == interval).toList();
      if (!steps.isEmpty()) {
        int cores = interval == Interval.MAP ? mapCores : reduceCores;
        List<List<Phase>> tasks = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
          tasks.add(List.of(phase(interval, steps, cores)));
        }
        stages.add(new Stage(List.of(interval), 0, cores, 1, null, tasks));
      }
    }
    return new JobPlan(nodes, 0, 0, 0, machine.idleCores(nodes), stages);
  }

  private Phase phase(Interval interval, List<Step> steps, int cores) {
    double diskS = 0;
    double networkS = 0;
    List<Demand> demands = new ArrayList<>();
    for (Step step : steps) {
      OperationFigures figures = machine.figures(step.operation());
      double bytes = bytes();
      demands.add(
          new Demand(
              step.operation(),
              figures.byteBase(),
              bytes,
              0,
              figures.warmCoreS(bytes * recordFactor(step, figures)),
              figures.taskShare()));
      diskS += seconds(step.reads(), Term.DISK_READ);
      diskS += seconds(step.writes(), Term.DISK_WRITE);
      networkS += seconds(step.sends(), Term.NETWORK);
    }
    return new Phase(interval, demands, cores, 0, diskS, networkS, true);
  }

  private double recordFactor(Step step, OperationFigures figures) {
    RecordSize record = workload.record();
    return figures.recordFactor(step.byRecord(), Volumes.recordAs(figures.byteBase(), record, 1));
  }

  private double seconds(String volume, Term rate) {
    return volume == null || !machine.has(rate) ? 0 : bytes() / 1e6 / machine.value(rate);
  }

  /** Of each node: the input is the only data that steps of a stream work on. */
  private double bytes() {
    return inputBytes / nodes;
  }
}
