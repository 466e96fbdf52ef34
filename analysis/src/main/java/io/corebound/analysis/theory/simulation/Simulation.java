package io.corebound.analysis.theory.simulation;

import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.simulation.Slots.Nodes;
import io.corebound.analysis.theory.simulation.Slots.Tasks;
import io.corebound.analysis.theory.simulation.Slots.Wave;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs a job plan from event to event; an event is the end of something that a task does. Between
 * two events every node shares its cores among the phases that run on it: equal parts, none more
 * than it can use (max-min fairness), and its disk and its link among those that need them. What b
 * busy of C cores do takes f(b) = 1 + (F - 1) · (b - 1) / (C - 1) times the core-seconds that one
 * core would need, F being the contention factor. Where n tasks want C cores, n above C, it takes 1
 * + (S - 1) · min(1, (n - C) / C) times that, S being what two of them on one core cost each other.
 *
 * <p>Nodes on which the same happens, tasks of a node that began the same at the same moment, and
 * waves of alike tasks that repeat are computed once.
 */
public final class Simulation {
  /** Core-seconds of daemons that run without any job. */
  public static final String IDLE = "idle";

  private static final double RELATIVE_REST = 1e-9;

  private final JobPlan plan;
  private final double contention;
  private final TaskSpread spread;
  private final Totals totals;
  private final Map<Interval, Totals> intervals = new LinkedHashMap<>();

  private Simulation(JobPlan plan, double contention, TaskSpread spread) {
    this.plan = plan;
    this.contention = contention;
    this.spread = spread;
    this.totals = new Totals(plan.nodes());
  }

  /** The mean of what {@link #run} says of several jobs, whose tasks differ in another order. */
  public static Map<Interval, Totals> expected(JobPlan plan, double contentionFactor) {
    Map<Interval, Totals> mean = new LinkedHashMap<>();
    int jobs = TaskSpread.jobs(plan);
    for (int job = 0; job < jobs; job++) {
      run(plan, contentionFactor, TaskSpread.of(plan, job))
          .forEach(
              (interval, totals) ->
                  mean.computeIfAbsent(interval, i -> new Totals(plan.nodes()))
                      .add(totals, 1.0 / jobs));
    }
    return mean;
  }

  /** What each interval of the stages used, by its name, in order; tasks of a kind are alike. */
  public static Map<Interval, Totals> run(JobPlan plan, double contentionFactor) {
    return run(plan, contentionFactor, TaskSpread.NONE);
  }

  /** The same with tasks that differ. */
  public static Map<Interval, Totals> run(
      JobPlan plan, double contentionFactor, TaskSpread spread) {
    Simulation simulation = new Simulation(plan, contentionFactor, spread);
    List<Stage> stages = plan.stages();
    if (plan.slowStart() < 1 && stages.size() == 2) {
      simulation.runTogether(stages.get(0), stages.get(1));
    } else {
      stages.forEach(s -> simulation.run(s, s.intervals(), new Slots(s, plan.nodes(), spread)));
    }
    return simulation.intervals;
  }

  private void runTogether(Stage first, Stage later) {
    List<Interval> names = new ArrayList<>(first.intervals());
    names.addAll(later.intervals());
    run(first, names, new Slots(first, later, plan.overlap(), plan.nodes(), spread));
  }

  private void run(Stage stage, List<Interval> names, Slots slots) {
    Totals begin = totals.copy();
    elapse(stage.delayS());
    totals.waitingS += stage.delayS();
    Map<Interval, Totals> ends = new LinkedHashMap<>();
    Interval last = names.get(names.size() - 1);
    Repetition waves = new Repetition();
    endPhases(last, slots, waves, ends);
    while (slots.running() > 0) {
      advance(stage, slots);
      endPhases(last, slots, waves, ends);
    }
    ends.put(last, totals.copy());
    for (Interval interval : names) {
      Totals end = ends.getOrDefault(interval, begin);
      // a later stage that has nothing to wait for may be through before the first one
      end = end.timeS < begin.timeS ? begin : end;
      intervals.put(interval, end.since(begin));
      begin = end;
    }
  }

  private final class Repetition {
    private Wave before;
    private Totals begin;

    /** Where one was gone through, all that are like it are added to the totals at once. */
    void see(Wave wave, Slots slots) {
      if (before != null && wave.follows(before)) {
        int skipped = slots.skip(wave);
        if (skipped > 0) {
          totals.add(totals.since(begin), skipped);
        }
        before = null;
      } else {
        before = wave;
        begin = totals.copy();
      }
    }
  }

  /** Time passes, in which daemons and the job take their part, whatever the tasks do. */
  private void elapse(double seconds) {
    totals.timeS += seconds;
    if (plan.idleCores() > 0) {
      double spent = seconds * plan.idleCores() * plan.nodes();
      totals.use(IDLE, "").coreS += spent;
    }
    double job = plan.besideCores() - plan.idleCores();
    if (job > 0) {
      totals.use(JobPlan.START_JOB, "").coreS += seconds * job * plan.nodes();
    }
  }

  private void advance(Stage stage, Slots slots) {
    double step = Double.POSITIVE_INFINITY;
    for (Nodes nodes : slots.nodes()) {
      share(stage, nodes);
      for (Tasks tasks : nodes.tasks) {
        step = Math.min(step, untilEvent(nodes, tasks));
      }
    }
    double waiting = 0;
    long going = 0;
    for (Nodes nodes : slots.nodes()) {
      for (Tasks tasks : nodes.tasks) {
        if (!tasks.held()) {
          going += (long) nodes.count() * tasks.count;
          waiting += (double) nodes.count() * tasks.count * tasks.waiting();
        }
        move(nodes, tasks, step);
      }
      for (int node = nodes.first; node < nodes.end; node++) {
        totals.diskS[node] += nodes.onDisk > 0 ? step : 0;
        totals.networkS[node] += nodes.onNetwork > 0 ? step : 0;
      }
    }
    totals.waitingS += step * waiting / going;
    elapse(step);
  }

  private static double untilEvent(Nodes nodes, Tasks tasks) {
    double step = Double.POSITIVE_INFINITY;
    if (tasks.core > 0) {
      step = Math.min(step, tasks.core / rate(tasks));
    }
    step = tasks.least > 0 ? Math.min(step, tasks.least) : step;
    step = tasks.disk > 0 ? Math.min(step, tasks.disk * nodes.onDisk) : step;
    return tasks.network > 0 ? Math.min(step, tasks.network * nodes.onNetwork) : step;
  }

  private static double rate(Tasks tasks) {
    return tasks.granted / tasks.slowness;
  }

  private static void move(Nodes nodes, Tasks tasks, double step) {
    if (tasks.core > 0) {
      double work = rate(tasks) * step;
      tasks.done += Math.min(work, tasks.core);
      tasks.spent += tasks.granted * step;
      tasks.core = less(tasks.core, work);
    }
    tasks.least = less(tasks.least, step);
    tasks.disk = tasks.disk > 0 ? less(tasks.disk, step / nodes.onDisk) : 0;
    tasks.network = tasks.network > 0 ? less(tasks.network, step / nodes.onNetwork) : 0;
  }

  private static double less(double rest, double work) {
    double left = rest - work;
    return left <= RELATIVE_REST * work ? 0 : left;
  }

  private void share(Stage stage, Nodes nodes) {
    List<Tasks> open = new ArrayList<>();
    int left = 0;
    nodes.onDisk = 0;
    nodes.onNetwork = 0;
    for (Tasks tasks : nodes.tasks) {
      tasks.granted = 0;
      nodes.onDisk += tasks.disk > 0 ? tasks.count : 0;
      nodes.onNetwork += tasks.network > 0 ? tasks.count : 0;
      if (tasks.core > 0) {
        open.add(tasks);
        left += tasks.count;
      }
    }
    double wanted =
        open.stream().mapToDouble(t -> t.count * Math.min(1, t.phase.parallelism())).sum();
    double crowded = crowded(wanted, stage.coresPerNode());
    open.sort((a, b) -> Double.compare(a.phase.parallelism(), b.phase.parallelism()));
    double free = Math.max(JobPlan.LEAST_FREE_CORES, stage.coresPerNode() - plan.besideCores());
    double busy = plan.besideCores();
    for (Tasks tasks : open) {
      tasks.granted = Math.min(tasks.phase.parallelism(), free / left);
      free -= tasks.granted * tasks.count;
      busy += tasks.granted * tasks.count;
      left -= tasks.count;
    }
    for (Tasks tasks : open) {
      tasks.slowness =
          tasks.phase.contended()
              ? slowness(tasks.contention(contention), busy, stage.coresPerNode())
                  * (1 + (tasks.sharing() - 1) * crowded)
              : 1;
    }
  }

  static double slowness(double factor, double busy, int cores) {
    if (cores == 1) {
      return factor;
    }
    double part = Math.min(1, Math.max(0, (busy - 1) / (cores - 1)));
    return 1 + (factor - 1) * part;
  }

  /** How much of the cost of two tasks on a core those have that want more cores than there are. */
  private static double crowded(double wanted, int cores) {
    return Math.min(1, Math.max(0, (wanted - cores) / cores));
  }

  /** Moves every task whose phase has ended on, and gives slots that became free to new tasks. */
  private void endPhases(Interval last, Slots slots, Repetition waves, Map<Interval, Totals> ends) {
    Set<Interval> ended = new LinkedHashSet<>();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Nodes nodes : slots.nodes()) {
        for (Tasks tasks : nodes.tasks) {
          while (tasks.phase != null && tasks.ended()) {
            tasks.book(totals, nodes.count());
            ended.add(tasks.phase.interval());
            tasks.next(slots.gate());
            moved = true;
          }
        }
      }
      moved |= slots.refill();
    }
    slots.begun().ifPresent(wave -> waves.see(wave, slots));
    ended.remove(last);
    if (!ended.isEmpty()) {
      for (Nodes nodes : slots.nodes()) {
        nodes.tasks.stream()
            .filter(t -> t.phaseCoreS > 0)
            .forEach(t -> t.book(totals, nodes.count()));
      }
      ended.forEach(interval -> ends.put(interval, totals.copy()));
    }
  }
}
