package io.corebound.analysis.theory;

import io.corebound.analysis.theory.simulation.JobPlan;
import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.volumes.Volumes;
import io.corebound.analysis.theory.volumes.Volumes.Amount;
import io.corebound.records.config.WorkloadFile.RecordSize;
import io.corebound.records.config.WorkloadFile.Step;
import io.corebound.records.history.Interval;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the steps of a task cost on a machine, and what they move: volume · times · cost, and each
 * operation's cold start once a task, for every task has a JVM of its own. Volumes may be computed
 * or counted. An operation that was not measured costs nothing.
 */
final class StepCosts {
  private static final String CODEC = "{codec}";

  private final Machine machine;
  private final List<Step> steps;
  private final RecordSize record;
  private final double ratio;
  private final double byRecord;

  /**
   * Of a task.
   *
   * @param steps with the operations of a codec
   * @param record of data whose records are not counted
   * @param ratio IFile bytes over compressed bytes
   * @param byRecord what is added to the parts of costs that go with records, but for operations
   *     that go with them, or with bytes, alone
   */
  StepCosts(Machine machine, List<Step> steps, RecordSize record, double ratio, double byRecord) {
    this.machine = machine;
    this.steps = steps;
    this.record = record;
    this.ratio = ratio;
    this.byRecord = byRecord;
  }

  /** Steps with a codec; without one those that need it are left out. */
  static List<Step> steps(List<Step> steps, String codec) {
    return steps.stream()
        .filter(s -> !s.operation().contains(CODEC) || !codec.equals(TaskPlanner.NO_CODEC))
        .map(s -> s.costing(s.operation().replace(CODEC, codec)))
        .toList();
  }

  /** Ids of their operations, each once. */
  static List<String> operations(List<Step> steps) {
    return steps.stream().map(Step::operation).distinct().toList();
  }

  /** Steps that go on side by side. */
  private record Group(Interval interval, String phase) {}

  /** The steps of some intervals, by interval and phase. */
  List<TaskPart> parts(List<Interval> intervals, Volumes data) {
    Map<Group, List<Step>> groups = new LinkedHashMap<>();
    for (Interval interval : intervals) {
      for (Step step : of(interval)) {
        groups.computeIfAbsent(new Group(interval, step.phase()), g -> new ArrayList<>()).add(step);
      }
    }
    Set<String> warm = new HashSet<>();
    List<TaskPart> parts = new ArrayList<>();
    groups.forEach((group, own) -> parts.add(part(group.interval(), own, data, warm)));
    return parts;
  }

  private List<Step> of(Interval interval) {
    return steps.stream().filter(s -> s.interval() == interval).toList();
  }

  /** Core-seconds of the steps of some intervals, once everything is compiled. */
  double warmCoreS(List<Interval> intervals, Volumes data) {
    double coreS = 0;
    for (Step step : steps) {
      if (intervals.contains(step.interval())) {
        OperationFigures figures = figures(step);
        coreS += figures.warmCoreS(costed(step, data, figures));
      }
    }
    return coreS;
  }

  /** Core-seconds of the cold starts of the operations of some intervals. */
  double coldCoreS(List<Interval> intervals) {
    return operations(steps.stream().filter(s -> intervals.contains(s.interval())).toList())
        .stream()
        .mapToDouble(o -> machine.value(Term.COLD_COST, o))
        .sum();
  }

  private OperationFigures figures(Step step) {
    return machine.has(step.operation())
        ? machine.figures(step.operation())
        : OperationFigures.NOT_MEASURED;
  }

  private TaskPart part(Interval interval, List<Step> own, Volumes data, Set<String> warm) {
    List<Demand> demands = new ArrayList<>();
    double coldWallS = 0;
    double warmWallS = 0;
    double networkS = 0;
    double readS = 0;
    double writeS = 0;
    double written = 0;
    for (Step step : own) {
      OperationFigures figures = figures(step);
      double costed = costed(step, data, figures);
      if (costed > 0 || data.amount(step.volume()).records() * data.times(step.times()) > 0) {
        boolean cold = warm.add(step.operation());
        demands.add(demand(step, figures, data, costed, cold));
        coldWallS += cold ? figures.coldWallS() : 0;
        warmWallS += figures.warmWallS(costed);
      }
      readS += seconds(data, step.reads(), step.times(), Term.DISK_READ);
      writeS += seconds(data, step.writes(), step.times(), Term.DISK_WRITE);
      written += moved(data, step.writes(), step.times());
      networkS += seconds(data, step.sends(), step.times(), Term.NETWORK);
    }
    return new TaskPart(
        interval,
        demands,
        writeBack(written),
        coldWallS,
        warmWallS,
        readS + writeS - atOnceS(data, readS, writeS),
        networkS);
  }

  /** What of its reading and writing goes on at the same time, where the disk lets it. */
  private double atOnceS(Volumes data, double readS, double writeS) {
    double atOnceS = 0;
    for (int part = 0; part + 1 < data.parts().size(); part++) {
      atOnceS += Math.min(writeS * data.parts().get(part), readS * data.parts().get(part + 1));
    }
    return machine.diskAtOnce() * atOnceS;
  }

  /** The kernel's threads work for the task, in no process of it. */
  private List<Demand> writeBack(double bytes) {
    double cost = machine.value(Term.WRITE_BACK);
    return bytes > 0 && cost > 0
        ? List.of(new Demand(JobPlan.WRITE_BACK, "file", bytes, 0, bytes * cost / 1e9, 0))
        : List.of();
  }

  private Demand demand(
      Step step, OperationFigures figures, Volumes data, double costed, boolean cold) {
    double coldCoreS = cold ? figures.coldCoreS() : 0;
    Amount amount = data.amount(step.volume());
    return new Demand(
        step.operation(),
        figures.byteBase(),
        bytes(amount, figures.byteBase()) * data.times(step.times()),
        coldCoreS,
        coldCoreS + figures.warmCoreS(costed),
        figures.taskShare());
  }

  /** Some data in the form that an operation's figures count. */
  double bytes(Amount amount, String byteBase) {
    return Volumes.bytesAs(amount, byteBase, record, ratio);
  }

  /** Bytes of measured records that cost as much as a step's data. */
  private double costed(Step step, Volumes data, OperationFigures figures) {
    double stated = step.byRecord();
    boolean either = stated > 0 && stated < 1;
    Mean known = machine.figure(Term.BY_RECORD, step.operation());
    double usual = either && known != null ? known.value() : stated;
    double part = either ? Math.max(0, Math.min(1, usual + byRecord)) : stated;
    Amount amount = data.amount(step.volume());
    double bytes = bytes(amount, figures.byteBase());
    double one = Volumes.recordAs(figures.byteBase(), record, ratio);
    double measured = figures.recordBytes() > 0 ? figures.recordBytes() : one;
    double costed =
        amount.records() > 0
            ? part * amount.records() * measured + (1 - part) * bytes
            : bytes * figures.recordFactor(part, one);
    return costed * data.times(step.times());
  }

  private double seconds(Volumes data, String volume, String times, Term rate) {
    return machine.has(rate) ? moved(data, volume, times) / 1e6 / machine.value(rate) : 0;
  }

  /** Bytes that a step moves to or from a device; 0 where it names no volume. */
  private static double moved(Volumes data, String volume, String times) {
    return volume == null ? 0 : data.amount(volume).bytes() * data.times(times);
  }
}
