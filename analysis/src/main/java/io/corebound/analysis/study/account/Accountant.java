package io.corebound.analysis.study.account;

import io.corebound.analysis.study.account.Account.Line;
import io.corebound.analysis.study.account.Account.Own;
import io.corebound.analysis.study.account.Yardstick.Ends;
import io.corebound.analysis.theory.JobCosts;
import io.corebound.analysis.theory.TaskPart;
import io.corebound.analysis.theory.Term;
import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.records.history.Interval;
import io.corebound.records.history.TaskType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

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

    /** With the same of other data. */
    Raw and(Raw other) {
      return new Raw(
          interval,
          activity,
          operation,
          bytes + other.bytes,
          taskCoreS + other.taskCoreS,
          besideCoreS + other.besideCoreS);
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
    List<Raw> point = raw(shape, yardstick.point().costs());
    List<List<Raw>> draws = yardstick.draws().stream().map(d -> raw(shape, d.costs())).toList();
    List<Raw> shown = fitted(point);
    List<List<Raw>> shownDraws = draws.stream().map(Accountant::fitted).toList();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      int at = i;
      boolean counted = shown.get(i).activity == Activity.LOST;
      DoubleStream all = shownDraws.stream().mapToDouble(d -> d.get(at).coreS());
      lines.add(line(shown.get(i), counted ? null : Yardstick.endsOf(all)));
    }
    double own = own(point);
    Ends ends = Yardstick.endsOf(draws.stream().mapToDouble(Accountant::own));
    return account(
        yardstick.point().costs().machine().name(),
        lines,
        Double.isNaN(own) ? null : new Own(own, ends.low(), ends.high()),
        notMeasured(shape, yardstick.point().costs()));
  }

  private static List<String> notMeasured(Shape shape, JobCosts costs) {
    return Stream.of(true, false)
        .flatMap(ofMaps -> parts(ofMaps, shape, costs).stream())
        .flatMap(part -> part.demands().stream())
        .map(Demand::operation)
        .filter(operation -> !costs.machine().has(operation))
        .distinct()
        .toList();
  }

  /** Of a task in the mean; none where there are no tasks. */
  static List<TaskPart> parts(boolean ofMaps, Shape shape, JobCosts costs) {
    return shape.tasks(ofMaps) > 0 ? costs.parts(shape.task(ofMaps, costs)) : List.of();
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
   * What tasks of a type counted beside their steps.
   *
   * @param factor that the steps of the tasks are multiplied by
   * @param coreS core-seconds of the job's own code and of lost attempts
   */
  record Rest(double factor, double coreS) {}

  /** Of a job as it was, by a machine's costs. */
  static Map<TaskType, Rest> rest(RanJob ran, List<Loss> losses, JobCosts costs) {
    List<Raw> lines = new Accountant(ran, losses).raw(ran.shape(), costs);
    Map<TaskType, Rest> rest = new EnumMap<>(TaskType.class);
    for (TaskType type : TaskType.values()) {
      double coreS =
          lines.stream()
              .filter(r -> r.interval == end(type))
              .filter(r -> r.activity == Activity.OWN || r.activity == Activity.LOST)
              .mapToDouble(Raw::coreS)
              .filter(c -> c > 0)
              .sum();
      rest.put(type, new Rest(factor(lines, type == TaskType.MAP), coreS));
    }
    return rest;
  }

  /** How often what others do for an operation is done: a DataNode's once for each copy. */
  static double copies(Interval interval, String operation, Shape shape) {
    return switch (Activity.of(interval, operation)) {
      case WRITE -> shape.storage().written();
      case READ -> shape.storage().readOnDisk();
      default -> 1;
    };
  }

  private List<Raw> raw(Shape shape, JobCosts costs) {
    List<Raw> lines = new ArrayList<>();
    double job = costs.machine().coreSOfJob();
    if (job > 0) {
      lines.add(new Raw(Interval.OVERHEAD, Activity.START, "start.job", Double.NaN, 0, job));
    }
    if (costs.machine().has(Term.RUNNING)) {
      watched(lines, costs.watchingCores(ran.settings().heartbeatS()));
    }
    for (TaskType type : TaskType.values()) {
      if (ran.sums(type).tasks() > 0) {
        tasks(type, shape, costs, lines);
      }
    }
    lost(lines, costs);
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

  private void tasks(TaskType type, Shape shape, JobCosts costs, List<Raw> lines) {
    boolean map = type == TaskType.MAP;
    Interval first = map ? Interval.MAP : Interval.SHUFFLE_TAIL;
    double empty = costs.emptyTaskCoreS(map);
    double jvms = shape.jvms(map, ran.job().totals().uber());
    double beside = jvms * startedBeside(map, costs);
    lines.add(new Raw(first, Activity.START, "start.container", Double.NaN, jvms * empty, beside));
    Map<String, Raw> steps = new LinkedHashMap<>();
    Map<Interval, Double> cold = new EnumMap<>(Map.of(first, 0.0));
    for (TaskPart part : parts(map, shape, costs)) {
      double ofPart = part.demands().stream().mapToDouble(d -> jvms * d.coldCoreS()).sum();
      cold.merge(part.interval(), ofPart, Double::sum);
      for (Demand demand : part.demands()) {
        if (costs.machine().has(demand.operation())) {
          steps.merge(
              part.interval() + demand.operation(),
              step(part.interval(), demand, shape, map),
              Raw::and);
        }
      }
    }
    cold.forEach((in, coreS) -> lines.add(new Raw(in, Activity.COLD, "", Double.NaN, coreS, 0)));
    lines.addAll(steps.values());
    double explained =
        jvms * empty
            + cold.values().stream().mapToDouble(c -> c).sum()
            + steps.values().stream().mapToDouble(Raw::taskCoreS).sum();
    lines.add(
        new Raw(end(type), Activity.OWN, "", Double.NaN, ran.sums(type).cpuS() - explained, 0));
  }

  /** An operation of all tasks. */
  private static Raw step(Interval interval, Demand demand, Shape shape, boolean ofMaps) {
    double tasks = shape.tasks(ofMaps);
    double coreS = tasks * (demand.coreS() - demand.coldCoreS());
    double ofTask = coreS * demand.taskShare();
    return new Raw(
        interval,
        Activity.of(interval, demand.operation()),
        demand.operation(),
        tasks * demand.bytes(),
        ofTask,
        copies(interval, demand.operation(), shape) * (coreS - ofTask));
  }

  /** What a container takes beyond what its task counts; nothing in an uber job's. */
  private double startedBeside(boolean map, JobCosts costs) {
    return ran.job().totals().uber()
        ? 0
        : Math.max(0, costs.machine().value(Term.CONTAINER) - costs.emptyTaskCoreS(map));
  }

  /** Lost attempts that had a container; others were killed while they waited for one. */
  private long started(TaskType type) {
    return ran.job().attempts().stream()
        .filter(a -> a.type() == type && Loss.isLost(a) && a.times().startMs() >= 0)
        .count();
  }

  /** Attempts that came to nothing, with the starts of their containers. */
  private void lost(List<Raw> lines, JobCosts costs) {
    for (TaskType type : TaskType.values()) {
      List<Loss> own = losses.stream().filter(l -> l.type() == type).toList();
      if (own.isEmpty()) {
        continue;
      }
      double coreS =
          own.stream().mapToDouble(l -> l.coreS() == null ? Double.NaN : l.coreS()).sum();
      double starts =
          costs == null ? 0 : started(type) * startedBeside(type == TaskType.MAP, costs);
      lines.add(new Raw(end(type), Activity.LOST, "", Double.NaN, coreS, starts));
    }
  }
}
