package io.corebound.analysis.model;

import io.corebound.analysis.model.JobPlan.Demand;
import io.corebound.analysis.model.JobPlan.Phase;
import io.corebound.analysis.model.JobPlan.Stage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;

/**
 * Runs a job plan from event to event; an event is the end of something that a task does. Between
 * two events every node shares its cores among the phases that run on it: equal parts, none more
 * than it can use (max-min fairness), and its disk and its link in equal parts among those that
 * still need them. What b busy of C cores do takes f(b) = 1 + (F - 1) · (b - 1) / (C - 1) times the
 * core-seconds that one core would need, F being the machine's contention factor. Deterministic.
 */
final class Simulation {
  /** Core-seconds of daemons and collectors that run without any job. */
  static final String IDLE = "idle";

  /** Cores that are left at least, however busy the daemons are. */
  static final double LEAST_FREE_CORES = 0.01;

  private static final double RELATIVE_REST = 1e-9;

  private final JobPlan plan;
  private final double contention;
  private final Totals totals;
  private final Map<String, Totals> intervals = new LinkedHashMap<>();

  private Simulation(JobPlan plan, double contention) {
    this.plan = plan;
    this.contention = contention;
    this.totals = new Totals(plan.nodes());
  }

  /** What each interval of the stages used, by its name, in order. */
  static Map<String, Totals> run(JobPlan plan, double contentionFactor) {
    Simulation simulation = new Simulation(plan, contentionFactor);
    plan.stages().forEach(simulation::run);
    return simulation.intervals;
  }

  /** A task on its slot. */
  private final class Running {
    final int node;
    final Iterator<Phase> rest;
    Phase phase;
    double phaseCoreS;
    double core;
    double least;
    double disk;
    double network;
    double granted;
    // since the last booking
    double done;
    double spent;

    Running(int node, List<Phase> phases) {
      this.node = node;
      this.rest = phases.iterator();
      next();
    }

    /** Goes to the next phase; false when there is none. */
    boolean next() {
      if (!rest.hasNext()) {
        phase = null;
        return false;
      }
      phase = rest.next();
      phaseCoreS = phase.coreS();
      core = phaseCoreS;
      least = phase.leastS();
      disk = phase.diskS();
      network = phase.networkS();
      return true;
    }

    boolean ended() {
      return core <= 0 && least <= 0 && disk <= 0 && network <= 0;
    }

    /** Books what was spent since the last time among the phase's operations. */
    void book() {
      for (Demand demand : phase.demands()) {
        Totals.Use use = totals.use(demand.operation(), demand.byteBase());
        double share = phaseCoreS > 0 ? demand.coreS() / phaseCoreS : 0;
        double part = phaseCoreS > 0 ? done / phaseCoreS : 1;
        use.bytes += demand.bytes() * part;
        use.coreS += spent * share;
        use.taskCoreS += spent * share * demand.taskShare();
        if (demand.coreS() > 0) {
          use.coldCoreS += spent * share * demand.coldCoreS() / demand.coreS();
        }
      }
      done = 0;
      spent = 0;
    }

    /** The part of its time in which it uses nothing. */
    double waiting() {
      if (disk > 0 || network > 0) {
        return 0;
      }
      return core > 0 ? Math.max(0, 1 - phase.parallelism()) : 1;
    }
  }

  private void run(Stage stage) {
    Totals begin = totals.copy();
    idle(stage.delayS());
    totals.waitingS += stage.delayS();
    Map<String, Totals> ends = new LinkedHashMap<>();
    List<Running> running = new ArrayList<>();
    Iterator<List<Phase>> queue = stage.tasks().iterator();
    for (int slot = 0; slot < stage.slotsPerNode(); slot++) {
      for (int node = 0; node < plan.nodes() && queue.hasNext(); node++) {
        running.add(new Running(node, queue.next()));
      }
    }
    endPhases(stage, running, queue, ends);
    while (!running.isEmpty()) {
      advance(stage, running);
      endPhases(stage, running, queue, ends);
    }
    ends.put(stage.intervals().get(stage.intervals().size() - 1), totals.copy());
    for (String interval : stage.intervals()) {
      Totals end = ends.getOrDefault(interval, begin);
      intervals.put(interval, end.since(begin));
      begin = end;
    }
  }

  private void idle(double seconds) {
    totals.timeS += seconds;
    if (plan.idleCores() > 0) {
      double spent = seconds * plan.idleCores() * plan.nodes();
      totals.use(IDLE, "").coreS += spent;
    }
  }

  /** To the next event. */
  private void advance(Stage stage, List<Running> running) {
    double[] slowness = new double[plan.nodes()];
    int[] onDisk = new int[plan.nodes()];
    int[] onNetwork = new int[plan.nodes()];
    for (int node = 0; node < plan.nodes(); node++) {
      slowness[node] = share(stage, node, running);
    }
    for (Running task : running) {
      onDisk[task.node] += task.disk > 0 ? 1 : 0;
      onNetwork[task.node] += task.network > 0 ? 1 : 0;
    }
    double step = Double.POSITIVE_INFINITY;
    for (Running task : running) {
      if (task.core > 0) {
        step = Math.min(step, task.core / rate(task, slowness));
      }
      step = task.least > 0 ? Math.min(step, task.least) : step;
      step = task.disk > 0 ? Math.min(step, task.disk * onDisk[task.node]) : step;
      step = task.network > 0 ? Math.min(step, task.network * onNetwork[task.node]) : step;
    }
    double waiting = 0;
    for (Running task : running) {
      waiting += task.waiting();
      move(task, step, slowness, onDisk, onNetwork);
    }
    totals.waitingS += step * waiting / running.size();
    for (int node = 0; node < plan.nodes(); node++) {
      totals.diskS[node] += onDisk[node] > 0 ? step : 0;
      totals.networkS[node] += onNetwork[node] > 0 ? step : 0;
    }
    idle(step);
  }

  private static double rate(Running task, double[] slowness) {
    return task.granted / (task.phase.contended() ? slowness[task.node] : 1);
  }

  private void move(Running task, double step, double[] slowness, int[] onDisk, int[] onNetwork) {
    if (task.core > 0) {
      double work = rate(task, slowness) * step;
      task.done += Math.min(work, task.core);
      task.spent += task.granted * step;
      task.core = less(task.core, work);
    }
    task.least = less(task.least, step);
    task.disk = task.disk > 0 ? less(task.disk, step / onDisk[task.node]) : 0;
    task.network = task.network > 0 ? less(task.network, step / onNetwork[task.node]) : 0;
  }

  private static double less(double rest, double work) {
    double left = rest - work;
    return left <= RELATIVE_REST * work ? 0 : left;
  }

  /** Shares a node's cores; the factor by which work on it takes longer than with one busy core. */
  private double share(Stage stage, int node, List<Running> running) {
    List<Running> open = new ArrayList<>();
    for (Running task : running) {
      task.granted = task.node == node ? 0 : task.granted;
      if (task.node == node && task.core > 0) {
        open.add(task);
      }
    }
    open.sort((a, b) -> Double.compare(a.phase.parallelism(), b.phase.parallelism()));
    double free = Math.max(LEAST_FREE_CORES, stage.coresPerNode() - plan.idleCores());
    double busy = plan.idleCores();
    for (int i = 0; i < open.size(); i++) {
      Running task = open.get(i);
      task.granted = Math.min(task.phase.parallelism(), free / (open.size() - i));
      free -= task.granted;
      busy += task.granted;
    }
    return slowness(contention, busy, stage.coresPerNode());
  }

  /** f(b) of b busy of C cores. */
  static double slowness(double factor, double busy, int cores) {
    if (cores == 1) {
      return factor;
    }
    double part = Math.min(1, Math.max(0, (busy - 1) / (cores - 1)));
    return 1 + (factor - 1) * part;
  }

  /** Moves every task whose phase has ended on, and gives slots that became free to new tasks. */
  private void endPhases(
      Stage stage, List<Running> running, Iterator<List<Phase>> queue, Map<String, Totals> ends) {
    String last = stage.intervals().get(stage.intervals().size() - 1);
    Set<String> ended = new LinkedHashSet<>();
    for (ListIterator<Running> tasks = running.listIterator(); tasks.hasNext(); ) {
      Running task = tasks.next();
      while (task.phase == null || task.ended()) {
        if (task.phase != null) {
          task.book();
          ended.add(task.phase.interval());
          task.next();
        } else if (queue.hasNext()) {
          task = new Running(task.node, onUsedSlot(stage, queue.next()));
          tasks.set(task);
        } else {
          tasks.remove();
          break;
        }
      }
    }
    ended.remove(last);
    if (!ended.isEmpty()) {
      running.stream().filter(t -> t.phaseCoreS > 0).forEach(Running::book);
      ended.forEach(interval -> ends.put(interval, totals.copy()));
    }
  }

  private static List<Phase> onUsedSlot(Stage stage, List<Phase> task) {
    if (stage.turnaround() == null) {
      return task;
    }
    List<Phase> phases = new ArrayList<>();
    phases.add(stage.turnaround());
    phases.addAll(task);
    return phases;
  }
}
