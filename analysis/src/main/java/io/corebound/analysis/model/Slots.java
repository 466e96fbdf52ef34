package io.corebound.analysis.model;

import io.corebound.analysis.model.JobPlan.Demand;
import io.corebound.analysis.model.JobPlan.Phase;
import io.corebound.analysis.model.JobPlan.Stage;
import io.corebound.analysis.model.Repeated.Run;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The slots of a stage and what runs on them. A job has thousands of tasks, of few kinds, most of
 * which begin at the same moment on nodes that are alike: those are one entry. Free slots are given
 * away in turn, one a node, to the tasks in their order; nodes that get different tasks are alike
 * no longer.
 */
final class Slots {
  private final Stage stage;
  private final Iterator<Run<List<Phase>>> queue;
  private Run<List<Phase>> head;
  private List<Nodes> nodes = new ArrayList<>();
  private int running;

  Slots(Stage stage, int nodes) {
    this.stage = stage;
    this.queue = stage.tasks().runs().iterator();
    this.head = queue.hasNext() ? queue.next() : null;
    this.nodes.add(new Nodes(0, nodes, new ArrayList<>(), stage.slotsPerNode()));
    deal(false);
  }

  /** Nodes that are alike, with what runs on each of them. */
  static final class Nodes {
    final int first;
    final int end;
    final List<Tasks> tasks;
    int free;
    int onDisk;
    int onNetwork;
    double slowness;

    private Nodes(int first, int end, List<Tasks> tasks, int free) {
      this.first = first;
      this.end = end;
      this.tasks = tasks;
      this.free = free;
    }

    int count() {
      return end - first;
    }

    private Nodes part(int from, int to) {
      List<Tasks> copies = new ArrayList<>();
      tasks.forEach(t -> copies.add(new Tasks(t)));
      return new Nodes(from, to, copies, free);
    }
  }

  /** Tasks of a node that began the same at the same moment; all figures are those of one. */
  static final class Tasks {
    final int count;
    private final List<Phase> phases;
    private int at;
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

    private Tasks(int count, Phase before, List<Phase> phases) {
      this.count = count;
      this.phases = phases;
      if (before == null) {
        next();
      } else {
        begin(before);
      }
    }

    private Tasks(Tasks other) {
      count = other.count;
      phases = other.phases;
      at = other.at;
      phase = other.phase;
      phaseCoreS = other.phaseCoreS;
      core = other.core;
      least = other.least;
      disk = other.disk;
      network = other.network;
      granted = other.granted;
      done = other.done;
      spent = other.spent;
    }

    /** Goes to the next phase; to null when there is none. */
    void next() {
      if (at < phases.size()) {
        begin(phases.get(at));
        at++;
      } else {
        phase = null;
      }
    }

    private void begin(Phase begun) {
      phase = begun;
      phaseCoreS = phase.coreS();
      core = phaseCoreS;
      least = phase.leastS();
      disk = phase.diskS();
      network = phase.networkS();
    }

    boolean ended() {
      return core <= 0 && least <= 0 && disk <= 0 && network <= 0;
    }

    /** Books what was spent since the last time among the phase's operations, on alike nodes. */
    void book(Totals totals, int nodes) {
      double all = (double) nodes * count;
      for (Demand demand : phase.demands()) {
        Totals.Use use = totals.use(demand.operation(), demand.byteBase());
        double share = phaseCoreS > 0 ? demand.coreS() / phaseCoreS : 0;
        double part = phaseCoreS > 0 ? done / phaseCoreS : 1;
        use.bytes += all * demand.bytes() * part;
        use.coreS += all * spent * share;
        use.taskCoreS += all * spent * share * demand.taskShare();
        if (demand.coreS() > 0) {
          use.coldCoreS += all * spent * share * demand.coldCoreS() / demand.coreS();
        }
      }
      done = 0;
      spent = 0;
    }

    /** The part of its time in which one uses nothing. */
    double waiting() {
      if (disk > 0 || network > 0) {
        return 0;
      }
      return core > 0 ? Math.max(0, 1 - phase.parallelism()) : 1;
    }
  }

  /** Nodes by what they are alike in. */
  List<Nodes> nodes() {
    return nodes;
  }

  /** Tasks that run, on all nodes. */
  int running() {
    return running;
  }

  /** Takes tasks that are through off their slots and gives these away; whether any began. */
  boolean refill() {
    int before = running;
    for (Nodes alike : nodes) {
      for (Tasks tasks : alike.tasks) {
        if (tasks.phase == null) {
          alike.free += tasks.count;
          running -= alike.count() * tasks.count;
        }
      }
      alike.tasks.removeIf(t -> t.phase == null);
    }
    return running < before && deal(true);
  }

  private boolean deal(boolean used) {
    if (head == null) {
      return false;
    }
    // of the nodes that were alike until now, those that get the same
    List<List<Given>> given = new ArrayList<>();
    nodes.forEach(alike -> given.add(new ArrayList<>(List.of(new Given(alike)))));
    int most = nodes.stream().mapToInt(n -> n.free).max().orElse(0);
    for (int round = 0; round < most; round++) {
      for (int i = 0; i < nodes.size(); i++) {
        if (round < nodes.get(i).free) {
          give(given.get(i));
        }
      }
    }
    List<Nodes> dealt = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      for (Given part : given.get(i)) {
        boolean whole = given.get(i).size() == 1;
        Nodes alike = whole ? nodes.get(i) : nodes.get(i).part(part.first, part.end);
        begin(alike, part.tasks, used);
        dealt.add(alike);
      }
    }
    nodes = dealt;
    return true;
  }

  /** Nodes that get the same tasks. */
  private static final class Given {
    final int first;
    final int end;
    final List<List<Phase>> tasks;

    Given(Nodes alike) {
      this(alike.first, alike.end, new ArrayList<>(alike.free));
    }

    Given(int first, int end, List<List<Phase>> tasks) {
      this.first = first;
      this.end = end;
      this.tasks = tasks;
    }
  }

  /** A task for each node; where a run of alike tasks ends among alike nodes, these are parted. */
  private void give(List<Given> parts) {
    for (int i = 0; i < parts.size() && head != null; i++) {
      Given part = parts.get(i);
      int count = part.end - part.first;
      if (head.count() < count) {
        int parting = part.first + head.count();
        parts.set(i, new Given(part.first, parting, part.tasks));
        parts.add(i + 1, new Given(parting, part.end, new ArrayList<>(part.tasks)));
        count = head.count();
      }
      parts.get(i).tasks.add(head.value());
      take(count);
    }
  }

  private void take(int count) {
    if (count < head.count()) {
      head = new Run<>(head.value(), head.count() - count);
    } else {
      head = queue.hasNext() ? queue.next() : null;
    }
  }

  private void begin(Nodes part, List<List<Phase>> given, boolean used) {
    int from = 0;
    for (int i = 1; i <= given.size(); i++) {
      if (i == given.size() || given.get(i) != given.get(from)) {
        part.tasks.add(new Tasks(i - from, used ? stage.turnaround() : null, given.get(from)));
        from = i;
      }
    }
    part.free -= given.size();
    running += part.count() * given.size();
  }
}
