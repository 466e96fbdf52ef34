package io.corebound.analysis.theory;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.Simulation;
import io.corebound.analysis.theory.simulation.TaskSpread;
import io.corebound.analysis.theory.simulation.Totals;
import io.corebound.records.history.Interval;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A job as it would run on one machine whose figures are all exact.
 *
 * @param intervals what each interval used, by name, in order; {@code overhead} last where start is
 *     modelled
 */
public record Outcome(JobPlan plan, Map<Interval, Totals> intervals) {
  /** What is expected of it: the mean over jobs whose tasks differ in another order. */
  public static Outcome expected(JobPlan plan, Machine machine) {
    return of(plan, machine, Simulation.expected(plan, machine.contention()));
  }

  /** One of many such jobs, with a number of its own. */
  public static Outcome of(JobPlan plan, Machine machine, int job) {
    return of(
        plan, machine, Simulation.run(plan, machine.contention(), TaskSpread.ofMany(plan, job)));
  }

  private static Outcome of(JobPlan plan, Machine machine, Map<Interval, Totals> stages) {
    Map<Interval, Totals> intervals = new LinkedHashMap<>(stages);
    if (machine.starts() && plan.hasTasks()) {
      intervals.put(Interval.OVERHEAD, overhead(plan));
    }
    return new Outcome(plan, intervals);
  }

  /** Before the first map and after the last task, as of empty jobs with their clients. */
  private static Totals overhead(JobPlan plan) {
    Totals totals = new Totals(plan.nodes());
    totals.timeS = plan.beforeS() + plan.afterS();
    totals.use(JobPlan.START_JOB, "").coreS = plan.jobCoreS();
    if (plan.idleCores() > 0) {
      totals.use(Simulation.IDLE, "").coreS = totals.timeS * plan.idleCores() * plan.nodes();
    }
    double cpuS = totals.coreS() / plan.cores(Interval.OVERHEAD);
    totals.waitingS = Math.max(0, totals.timeS - cpuS);
    return totals;
  }

  public Set<String> operations() {
    Set<String> operations = new TreeSet<>();
    intervals.values().forEach(t -> operations.addAll(t.operations.keySet()));
    return operations;
  }

  /** The same, without what each node's devices were busy: of many draws that would be much. */
  Outcome withoutNodes() {
    Map<Interval, Totals> summed = new LinkedHashMap<>();
    intervals.forEach((name, totals) -> summed.put(name, totals.withoutNodes()));
    return new Outcome(plan, summed);
  }

  public double coreS() {
    return intervals.values().stream().mapToDouble(Totals::coreS).sum();
  }

  public double workingCoreS() {
    return coreS()
        - (intervals.containsKey(Interval.OVERHEAD) ? intervals.get(Interval.OVERHEAD).coreS() : 0);
  }

  public double totalS() {
    return intervals.values().stream().mapToDouble(t -> t.timeS).sum();
  }
}
