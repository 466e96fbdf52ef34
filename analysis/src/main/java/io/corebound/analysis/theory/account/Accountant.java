package io.corebound.analysis.theory.account;

import io.corebound.analysis.theory.Costs;
import io.corebound.analysis.theory.account.Account.Line;
import io.corebound.analysis.theory.account.Account.Own;
import io.corebound.analysis.theory.account.Yardstick.Drawn;
import io.corebound.analysis.theory.account.Yardstick.Ends;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Accounts for a job's core-seconds, with a machine's costs or without. */
public final class Accountant {
  private final RanJob ran;
  private final List<Loss> losses;

  private Accountant(RanJob ran, List<Loss> losses) {
    this.ran = ran;
    this.losses = losses;
  }

  /** A line without its interval; what is not known is NaN. */
  private record Raw(
      Interval interval,
      Activity activity,
      String operation,
      double bytes,
      double taskCoreS,
      double besideCoreS) {
    double coreS() {
      return taskCoreS + besideCoreS;
    }

    /** With so many times the core-seconds of the tasks; none of their own code. */
    Raw timesInTask(double factor) {
      double inTask = activity == Activity.OWN ? 0 : taskCoreS * factor;
      return new Raw(interval, activity, operation, bytes, inTask, besideCoreS);
    }
  }

  /** Accounts; {@code yardstick} is null where no machine is known. */
  public static Account of(RanJob ran, List<Loss> losses, Yardstick yardstick) {
    Accountant accountant = new Accountant(ran, losses);
    return yardstick == null ? accountant.counted() : accountant.measured(yardstick);
  }

  private Account counted() {
    List<Raw> raw = new ArrayList<>();
    for (TaskType type : TaskType.values()) {
      if (ran.sums(type).tasks() > 0) {
        double cpuS = ran.sums(type).cpuS();
        raw.add(new Raw(end(type), Activity.COUNTED, "", Double.NaN, cpuS, 0));
      }
    }
    lost(raw, null);
    return account(null, raw.stream().map(r -> line(r, null)).toList(), null, List.of());
  }

  private Account measured(Yardstick yardstick) {
    Shape shape = ran.shape();
    List<Raw> point = raw(shape, yardstick.point());
    List<List<Raw>> draws = yardstick.draws().stream().map(d -> raw(shape, d)).toList();
    List<Raw> shown = fitted(point);
    List<List<Raw>> shownDraws = draws.stream().map(Accountant::fitted).toList();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      int at = i;
      boolean counted = shown.get(i).activity == Activity.LOST;
      double[] all = shownDraws.stream().mapToDouble(d -> d.get(at).coreS()).toArray();
      lines.add(line(shown.get(i), counted ? null : Yardstick.endsOf(all)));
    }
    double own = own(point);
    Ends ends = Yardstick.endsOf(draws.stream().mapToDouble(Accountant::own).toArray());
    return account(
        yardstick.point().costs().name(),
        lines,
        Double.isNaN(own) ? null : new Own(own, ends.low(), ends.high()),
        shape.steps(yardstick.point()).stream()
            .filter(s -> !s.known())
            .map(StepCost::operation)
            .distinct()
            .toList());
  }

  private Account account(String machine, List<Line> lines, Own own, List<String> notMeasured) {
    return new Account(
        machine,
        lines,
        orNull(ran.countedS()),
        lines.stream().filter(l -> l.coreS() != null).mapToDouble(Line::coreS).sum(),
        own,
        notMeasured);
  }

  /**
   * The same lines, where the steps of maps or of reduces make up more than these counted, scaled
   * to what they counted; then nothing is left for the job's own code.
   */
  private static List<Raw> fitted(List<Raw> lines) {
    return fitted(fitted(lines, true), false);
  }

  private static List<Raw> fitted(List<Raw> lines, boolean ofMaps) {
    double factor = factor(lines, ofMaps);
    return factor == 1
        ? lines
        : lines.stream().map(r -> of(ofMaps).test(r) ? r.timesInTask(factor) : r).toList();
  }

  /** Lines of the maps' own processes, or of the reduces'. */
  private static Predicate<Raw> of(boolean maps) {
    return r ->
        r.activity != Activity.LOST
            && r.interval != Interval.OVERHEAD
            && (r.interval == Interval.MAP) == maps;
  }

  /** What the steps of maps or of reduces are multiplied by; 1 where the tasks counted as much. */
  private static double factor(List<Raw> lines, boolean ofMaps) {
    double left = own(lines.stream().filter(of(ofMaps)).toList());
    double steps =
        lines.stream()
            .filter(of(ofMaps).and(r -> r.activity != Activity.OWN))
            .mapToDouble(Raw::taskCoreS)
            .sum();
    return left < 0 ? (steps + left) / steps : 1;
  }

  private static double own(List<Raw> lines) {
    return lines.stream().filter(r -> r.activity == Activity.OWN).mapToDouble(Raw::coreS).sum();
  }

  private static Line line(Raw raw, Ends ends) {
    return new Line(
        raw.interval,
        raw.activity,
        raw.operation,
        orNull(raw.bytes),
        orNull(raw.taskCoreS),
        orNull(raw.coreS()),
        ends == null ? null : orNull(ends.low()),
        ends == null ? null : orNull(ends.high()));
  }

  private static Double orNull(double figure) {
    return Double.isNaN(figure) ? null : Double.valueOf(figure);
  }

  /** The interval that a type's tasks end in. */
  private static Interval end(TaskType type) {
    return type == TaskType.MAP ? Interval.MAP : Interval.REDUCE;
  }

  /**
   * Core-seconds of each interval if a job had another shape: its own code and its lost attempts
   * take what they took, and no less than nothing.
   */
  static Map<Interval, Double> coreS(RanJob ran, List<Loss> losses, Shape shape, Drawn drawn) {
    Accountant accountant = new Accountant(ran, losses);
    Map<Interval, Double> sums = new EnumMap<>(Interval.class);
    List<Raw> asItWas = accountant.raw(ran.shape(), drawn);
    asItWas.stream()
        .filter(r -> r.activity == Activity.OWN && !Double.isNaN(r.coreS()))
        .forEach(r -> sums.merge(r.interval, Math.max(0, r.coreS()), Double::sum));
    double ofMaps = factor(asItWas, true);
    double ofReduces = factor(asItWas, false);
    accountant.raw(shape, drawn).stream()
        .filter(r -> r.activity != Activity.OWN && !Double.isNaN(r.coreS()))
        .map(r -> of(true).test(r) ? r.timesInTask(ofMaps) : r)
        .map(r -> of(false).test(r) ? r.timesInTask(ofReduces) : r)
        .forEach(r -> sums.merge(r.interval, r.coreS(), Double::sum));
    return sums;
  }

  private List<Raw> raw(Shape shape, Drawn drawn) {
    List<StepCost> steps = shape.steps(drawn);
    List<Raw> lines = new ArrayList<>();
    double job = drawn.costs().jobCoreS();
    if (job > 0) {
      lines.add(new Raw(Interval.OVERHEAD, Activity.START, "start.job", Double.NaN, 0, job));
    }
    drawn.costs().watchingCores(ran.settings().heartbeatS()).ifPresent(c -> watched(lines, c));
    for (TaskType type : TaskType.values()) {
      if (ran.sums(type).tasks() > 0) {
        tasks(type, shape, steps, drawn.costs(), lines);
      }
    }
    lost(lines, drawn.costs());
    return lines;
  }

  private void watched(List<Raw> lines, double cores) {
    for (Interval interval : Interval.values()) {
      double queued = interval == Interval.OVERHEAD ? ran.queuedS() : 0;
      double lengthS = ran.moments().lengthS(interval) - queued;
      if (lengthS > 0) {
        lines.add(new Raw(interval, Activity.WATCH, "", Double.NaN, 0, cores * lengthS));
      }
    }
  }

  private void tasks(
      TaskType type, Shape shape, List<StepCost> steps, Costs costs, List<Raw> lines) {
    boolean map = type == TaskType.MAP;
    List<StepCost> own = steps.stream().filter(s -> s.step().ofMap() == map && s.known()).toList();
    Interval first = map ? Interval.MAP : Interval.SHUFFLE_TAIL;
    double empty = costs.emptyTaskCoreS(map);
    double jvms = shape.jvms(map, ran.job().totals().uber());
    double container = ran.job().totals().uber() ? 0 : Math.max(0, costs.containerCoreS() - empty);
    String start = "start.container";
    List<String> operations = own.stream().map(StepCost::operation).toList();
    double cold = costs.coldCoreS(map, shape.compresses(), shape.payloadOfTask(map), operations);
    lines.add(new Raw(first, Activity.START, start, Double.NaN, jvms * empty, jvms * container));
    lines.add(new Raw(first, Activity.COLD, "", Double.NaN, jvms * cold, 0));
    double explained = jvms * (empty + cold);
    for (StepCost step : own) {
      lines.add(
          new Raw(
              step.step().interval(),
              step.step().activity(),
              step.operation(),
              step.bytes(),
              step.taskCoreS(),
              step.besideCoreS()));
      explained += step.taskCoreS();
    }
    double left = ran.sums(type).cpuS() - explained;
    lines.add(new Raw(end(type), Activity.OWN, "", Double.NaN, left, 0));
  }

  /** Lost attempts that had a container; others were killed while they waited for one. */
  private long started(TaskType type) {
    return ran.job().attempts().stream()
        .filter(a -> a.type() == type && Loss.isLost(a) && a.times().startMs() >= 0)
        .count();
  }

  /** Attempts that came to nothing, with the starts of their containers. */
  private void lost(List<Raw> lines, Costs costs) {
    for (TaskType type : TaskType.values()) {
      List<Loss> own = losses.stream().filter(l -> l.type() == type).toList();
      if (own.isEmpty()) {
        continue;
      }
      double coreS =
          own.stream().mapToDouble(l -> l.coreS() == null ? Double.NaN : l.coreS()).sum();
      double starts =
          costs == null || ran.job().totals().uber()
              ? 0
              : started(type)
                  * Math.max(
                      0, costs.containerCoreS() - costs.emptyTaskCoreS(type == TaskType.MAP));
      lines.add(new Raw(end(type), Activity.LOST, "", Double.NaN, coreS, starts));
    }
  }
}
