package io.corebound.analysis.theory.simulation;

import io.corebound.analysis.theory.simulation.JobPlan.Demand;
import io.corebound.analysis.theory.simulation.JobPlan.Overlap;
import io.corebound.analysis.theory.simulation.JobPlan.Phase;
import io.corebound.analysis.theory.simulation.JobPlan.Stage;
import io.corebound.analysis.theory.simulation.RunLengthList.Run;
import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The slots of a job's nodes and what runs on them. A job has thousands of tasks, of few kinds,
 * most of which begin at the same moment on nodes that are alike: those are one entry, and one on
 * each node where a node's tasks differ ({@link TaskSpread}). Free slots are given away in turn,
 * one a node, to the tasks in their order; nodes that get different tasks are alike no longer.
 *
 * <p>Two stages run at once where the later one (reduce) may begin before the earlier one (map) has
 * ended, on the same slots, or each on its own. How many of its tasks then get slots is decided as
 * Hadoop 3.5.0 does (RMContainerAllocator, scheduleReduces): none before the slow start; while maps
 * wait for slots, at most the part of all slots that is the part of the maps that have ended, and
 * at most {@link #RAMP_UP_LIMIT}; whatever waiting maps do not need; all once the last map has its
 * slot. They go before maps, and are spread evenly, where Hadoop gives them whichever slot becomes
 * free. The slot that a map leaves is often given away before the ApplicationMaster asks for the
 * reduce that its end allows: that reduce gets the next one. A node whose slot a reduce has leaves
 * maps to others, which first take those whose data they have. One that waits for maps asks once in
 * {@link #POLL_S} which have ended, and so learns of the last one late. Hadoop's ramping down, for
 * maps that run again or a queue that shrinks, is not here.
 *
 * <p>Over 600 lines: dealing slots and what runs on them change one state together.
 */
final class Slots {
  /** {@code yarn.app.mapreduce.am.job.reduce.rampup.limit}, Hadoop's default. */
  static final double RAMP_UP_LIMIT = 0.5;

  /** How long a reduce sleeps between two questions ({@code EventFetcher.SLEEP_TIME}). */
  static final double POLL_S = 1;

  private final Queue first;
  private final Queue later;
  private final Overlap overlap;
  private final int all;

  /** Whether tasks of one kind take the same. */
  private final boolean alike;

  private List<Nodes> nodes = new ArrayList<>();

  /** Whether the later stage begins only after the first one has ended. */
  private boolean afterwards;

  /** Whether the tasks that were dealt last got slots in which none had run yet. */
  private boolean dealtUnused;

  private Optional<Wave> begun = Optional.empty();

  Slots(Stage stage, int nodes, TaskSpread spread) {
    this(stage, null, Overlap.NONE, nodes, spread);
  }

  /**
   * Slots for one stage, or for two that run at once.
   *
   * @param later begins before the first one has ended; null for none
   */
  Slots(Stage first, Stage later, Overlap overlap, int nodes, TaskSpread spread) {
    boolean own = overlap.ownSlots();
    this.first = new Queue(first, 0, nodes, later != null, spread);
    this.later = later == null ? null : new Queue(later, own ? 1 : 0, nodes, false, spread);
    this.overlap = overlap;
    this.alike = spread.isNone();
    int[] slots =
        own
            ? new int[] {first.slotsPerNode(), later.slotsPerNode()}
            : new int[] {first.slotsPerNode()};
    this.all = nodes * IntStream.of(slots).sum();
    int[] begun = new int[this.first.runs.size()];
    int[] begunLater = new int[later == null ? 0 : this.later.runs.size()];
    this.nodes.add(new Nodes(0, nodes, new ArrayList<>(), slots, slots, begun, begunLater));
    deal();
  }

  /**
   * Tasks of one kind that all nodes, in the same state, have begun at one moment while nothing
   * else runs; {@code ended} tasks of the stage had ended then.
   */
  record Wave(List<Phase> phases, int tasks, int ended) {
    /** Whether it began when an earlier one like it had ended, and nothing ran between the two. */
    boolean follows(Wave earlier) {
      return phases == earlier.phases
          && tasks == earlier.tasks
          && ended == earlier.ended + earlier.tasks;
    }
  }

  /** Tasks of a stage that wait for slots, in order, and how many run and have ended. */
  private static final class Queue {
    final Phase turnaround;
    final Double contention;
    final double sharing;
    final double delayS;
    final Interval interval;
    final int size;

    /** Which of a node's slots are for it; those of two stages that share them are the same. */
    final int pool;

    final List<Run<List<Phase>>> runs;
    private final List<Run<List<Phase>>> elsewhere;

    /**
     * Of each run by task of a node, in the order in which they begin; none where all are alike.
     */
    private final List<double[]> factors;

    /** How many of each run have their data on a node. */
    private final int[] ofNode;

    /** How many of each run wait. */
    final int[] left;

    /** The first run of which any waits. */
    int head;

    int waiting;
    int running;
    int ended;

    /** Those that have ended without having led to a request yet. */
    int unanswered;

    /** {@code placed}: whether it matters on which node a task runs. */
    Queue(Stage stage, int pool, int nodes, boolean placed, TaskSpread spread) {
      this.pool = pool;
      turnaround = stage.turnaround();
      contention = stage.contention();
      sharing = stage.sharing();
      delayS = stage.delayS();
      interval = stage.intervals().get(0);
      size = stage.tasks().size();
      waiting = size;
      runs = stage.tasks().runs();
      factors =
          spread.isNone()
              ? List.of()
              : runs.stream().map(run -> spread.factors((double) run.count() / nodes)).toList();
      elsewhere = placed ? stage.elsewhere().runs() : runs;
      left = runs.stream().mapToInt(Run::count).toArray();
      ofNode = IntStream.of(left).map(count -> (count + nodes - 1) / nodes).toArray();
    }

    /** The run for a node that has begun so many of each: if there is one, of data that it has. */
    int next(int[] begun) {
      for (int run = head; run < left.length; run++) {
        if (left[run] > 0 && has(run, begun)) {
          return run;
        }
      }
      return head;
    }

    /** What a node's next task takes of what those of its kind take on average. */
    double factor(int run, int[] begun) {
      return factors.isEmpty() ? 1 : factors.get(run)[begun[run] % factors.get(run).length];
    }

    List<Phase> task(int run, int[] begun) {
      return (has(run, begun) ? runs : elsewhere).get(run).value();
    }

    private boolean has(int run, int[] begun) {
      return elsewhere == runs || begun[run] < ofNode[run];
    }

    void take(int run, int count) {
      waiting -= count;
      running += count;
      left[run] -= count;
      while (head < left.length && left[head] == 0) {
        head++;
      }
    }

    void end(int count) {
      running -= count;
      ended += count;
    }
  }

  /** Nodes that are alike, with what runs on each of them. */
  static final class Nodes {
    final int first;
    final int end;
    final List<Tasks> tasks;

    final int[] free;

    /** Those of the free ones in which no task has run yet. */
    final int[] unused;

    /** Tasks of each run of the first stage that have begun on one. */
    int[] begun;

    /** Those of the later stage. */
    int[] begunLater;

    int onDisk;
    int onNetwork;

    private Nodes(
        int first,
        int end,
        List<Tasks> tasks,
        int[] free,
        int[] unused,
        int[] begun,
        int[] begunLater) {
      this.first = first;
      this.end = end;
      this.tasks = tasks;
      this.free = free.clone();
      this.unused = unused.clone();
      this.begun = begun;
      this.begunLater = begunLater;
    }

    int count() {
      return end - first;
    }

    private Nodes part(int from, int to) {
      List<Tasks> copies = new ArrayList<>();
      tasks.forEach(t -> copies.add(t.copy()));
      return new Nodes(from, to, copies, free, unused, begun, begunLater);
    }
  }

  /** Tasks of a node that began the same at the same moment; all figures are those of one. */
  static final class Tasks implements Cloneable {
    final int count;
    private final Queue queue;
    private final List<Phase> phases;
    private final double factor;
    private int at;
    Phase phase;

    /** Of what the phase takes. */
    private double scale;

    double phaseCoreS;
    double core;
    double least;
    double disk;
    double network;
    double granted;

    /** Core-seconds for each that one core would need. */
    double slowness;

    // part of the phase that may be done by now
    private double open;
    // whether it has yet to learn that the stage before has ended
    private boolean polls;
    // since the last booking
    double done;
    double spent;

    private Tasks(int count, Phase before, Task task, double gate) {
      this.count = count;
      this.queue = task.queue;
      this.phases = task.phases;
      this.factor = task.factor;
      if (before == null) {
        next(gate);
      } else {
        begin(before, 1, gate);
      }
    }

    private Tasks copy() {
      try {
        return (Tasks) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    /** By how much its work costs more with every core busy, where its stage says so. */
    double contention(double otherwise) {
      return queue.contention == null ? otherwise : queue.contention;
    }

    /** By how much its work costs more with another one on its core. */
    double sharing() {
      return queue.sharing;
    }

    /** Goes to the next phase, null after the last; {@code gate} of the stage before has ended. */
    void next(double gate) {
      if (polls) {
        begin(poll(), 1, gate);
      } else if (at < phases.size()) {
        begin(phases.get(at), factor, gate);
        at++;
      } else {
        phase = null;
      }
    }

    /**
     * Each asks at a moment of its own: of n that do, the last to learn it is expected to sleep n /
     * (n + 1) of its time, and the interval ends with that one.
     */
    private Phase poll() {
      double asking = queue.running;
      double sleepS = POLL_S * asking / (asking + 1);
      return new Phase(phase.interval(), List.of(), 1, sleepS, 0, 0, false);
    }

    private void begin(Phase begun, double part, double gate) {
      phase = begun;
      scale = part;
      phaseCoreS = scale * phase.coreS();
      open = 0;
      polls = phase.gated() && gate < 1;
      open(phase.gated() ? gate : 1);
    }

    /** Lets it go on to a greater part of its phase; whether there is any. */
    private boolean open(double part) {
      double more = part - open;
      if (!(more > 0)) {
        return false;
      }
      core += more * phaseCoreS;
      least += more * scale * phase.leastS();
      disk += more * scale * phase.diskS();
      network += more * scale * phase.networkS();
      open = part;
      return true;
    }

    private boolean atRest() {
      return core <= 0 && least <= 0 && disk <= 0 && network <= 0;
    }

    boolean ended() {
      return open >= 1 && atRest();
    }

    /** Whether it can do nothing before more tasks of the stage before have ended. */
    boolean held() {
      return open < 1 && atRest();
    }

    /** Books what was spent since the last time among the phase's operations, on alike nodes. */
    void book(Totals totals, int nodes) {
      double all = (double) nodes * count;
      for (Demand demand : phase.demands()) {
        Totals.Use use = totals.use(demand.operation(), demand.byteBase());
        double share = phaseCoreS > 0 ? scale * demand.coreS() / phaseCoreS : 0;
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

  List<Nodes> nodes() {
    return nodes;
  }

  int running() {
    return first.running + (later == null ? 0 : later.running);
  }

  /** Part of what the first stage leaves to the later one that is there. */
  double gate() {
    return later == null || first.ended == first.size ? 1 : (double) first.ended / first.size;
  }

  /**
   * Takes tasks that are through off their slots, gives these away, and lets what runs go on to
   * what they left; whether anything began by that.
   */
  boolean refill() {
    int before = running();
    int endedBefore = first.ended;
    for (Nodes alike : nodes) {
      for (Tasks tasks : alike.tasks) {
        if (tasks.phase == null) {
          alike.free[tasks.queue.pool] += tasks.count;
          tasks.queue.end(alike.count() * tasks.count);
        }
      }
      alike.tasks.removeIf(t -> t.phase == null);
    }
    if (running() == before) {
      return false;
    }
    // a slot that is for the later stage alone waits for the request
    boolean late = overlap.askedLate() && !overlap.ownSlots();
    first.unanswered = late ? first.ended - endedBefore : 0;
    boolean idle = running() == 0;
    boolean opened = false;
    for (Nodes alike : nodes) {
      for (Tasks tasks : alike.tasks) {
        opened |= tasks.phase.gated() && tasks.open(gate());
      }
    }
    boolean dealt = deal();
    begun = idle && dealt ? wave() : Optional.empty();
    return dealt | opened;
  }

  private Optional<Wave> wave() {
    boolean one = later == null && nodes.size() == 1 && nodes.get(0).tasks.size() == 1;
    return alike && one && !dealtUnused
        ? Optional.of(new Wave(nodes.get(0).tasks.get(0).phases, first.running, first.ended))
        : Optional.empty();
  }

  Optional<Wave> begun() {
    Optional<Wave> wave = begun;
    begun = Optional.empty();
    return wave;
  }

  /** Takes waiting whole waves like a running one as ended; returns how many. */
  int skip(Wave wave) {
    if (first.waiting == 0 || first.runs.get(first.head).value() != wave.phases) {
      return 0;
    }
    int waves = first.left[first.head] / wave.tasks;
    if (waves > 0) {
      first.take(first.head, waves * wave.tasks);
      first.end(waves * wave.tasks);
    }
    return waves;
  }

  private boolean anyMayBegin() {
    return first.waiting > 0 || later != null && laterTasks() > 0;
  }

  /** Tasks of the later stage that may begin now. */
  private int laterTasks() {
    int ended = first.ended - (first.waiting == 0 ? 0 : first.unanswered);
    // in single precision, as Hadoop
    if (ended < Math.ceil((float) overlap.slowStart() * first.size)) {
      return 0;
    }
    if (first.waiting == 0) {
      return later.waiting;
    }
    long ideal = Math.min((long) all * ended / first.size, (long) (all * RAMP_UP_LIMIT));
    int needed = first.size - ended;
    long limit = all - ideal >= needed ? all - needed : ideal;
    return (int) Math.min(later.waiting, limit - later.running);
  }

  private boolean deal() {
    if (!anyMayBegin()) {
      return false;
    }
    dealtUnused = false;
    afterwards = later != null && later.waiting == later.size && first.ended == first.size;
    // of the nodes that were alike until now, those that get the same
    List<List<Given>> given = new ArrayList<>();
    nodes.forEach(alike -> given.add(new ArrayList<>(List.of(new Given(alike)))));
    boolean any = false;
    boolean more = true;
    while (more) {
      more = false;
      for (List<Given> alike : given) {
        more |= give(given, alike);
      }
      any |= more;
    }
    List<Nodes> dealt = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      for (Given part : given.get(i)) {
        boolean whole = given.get(i).size() == 1;
        Nodes alike = whole ? nodes.get(i) : nodes.get(i).part(part.first, part.end);
        alike.begun = part.begun;
        alike.begunLater = part.begunLater;
        begin(alike, part.tasks);
        dealt.add(alike);
      }
    }
    nodes = dealt;
    return any;
  }

  private record Task(Queue queue, List<Phase> phases, double factor) {
    boolean isLike(Task other) {
      return phases == other.phases && factor == other.factor;
    }
  }

  private final class Given {
    final int first;
    final int end;
    final List<Task> tasks;

    int ofLater;

    /** Slots of each pool that are left. */
    final int[] free;

    final int[] begun;
    final int[] begunLater;

    Given(Nodes alike) {
      this(
          alike.first,
          alike.end,
          new ArrayList<>(),
          0,
          alike.free.clone(),
          alike.begun.clone(),
          alike.begunLater.clone());
      for (Tasks running : alike.tasks) {
        ofLater += running.queue == later ? running.count : 0;
      }
    }

    Given(
        int first,
        int end,
        List<Task> tasks,
        int ofLater,
        int[] free,
        int[] begun,
        int[] begunLater) {
      this.first = first;
      this.end = end;
      this.tasks = tasks;
      this.ofLater = ofLater;
      this.free = free;
      this.begun = begun;
      this.begunLater = begunLater;
    }

    Given part(int from, int to) {
      return new Given(
          from,
          to,
          new ArrayList<>(tasks),
          ofLater,
          free.clone(),
          begun.clone(),
          begunLater.clone());
    }

    boolean hasRoom(Queue queue) {
      return free[queue.pool] > 0;
    }

    void add(Queue queue, int run) {
      int[] before = queue == later ? begunLater : begun;
      tasks.add(new Task(queue, queue.task(run, before), queue.factor(run, before)));
      before[run]++;
      ofLater += queue == later ? 1 : 0;
      free[queue.pool]--;
    }
  }

  /**
   * A task for each node that has a slot for it; where a run of tasks ends among nodes of one
   * state, these are parted. Returns whether any got one.
   */
  private boolean give(List<List<Given>> all, List<Given> parts) {
    boolean any = false;
    for (int i = 0; i < parts.size(); i++) {
      Queue queue = next(all, parts.get(i));
      if (queue == null) {
        continue;
      }
      Given part = parts.get(i);
      int run = queue == later ? queue.head : queue.next(part.begun);
      int there = queue.left[run];
      there = queue == later ? Math.min(there, laterTasks()) : there;
      int count = part.end - part.first;
      if (there < count) {
        int parting = part.first + there;
        parts.set(i, part.part(part.first, parting));
        parts.add(i + 1, part.part(parting, part.end));
        count = there;
      }
      parts.get(i).add(queue, run);
      queue.take(run, count);
      any = true;
    }
    return any;
  }

  /**
   * Whose task a node gets next: of the later stage only where no other node has fewer of them, so
   * that they are even in the end. A node that has the fewest has a slot sooner or later: as long
   * as another one's is free, its own are not all taken by them.
   */
  private Queue next(List<List<Given>> all, Given node) {
    if (later != null && node.hasRoom(later) && laterTasks() > 0) {
      int fewest =
          all.stream().flatMap(List::stream).mapToInt(g -> g.ofLater).min().orElse(node.ofLater);
      if (node.ofLater <= fewest) {
        return later;
      }
    }
    return first.waiting > 0 && node.hasRoom(first) ? first : null;
  }

  private void begin(Nodes part, List<Task> given) {
    int from = 0;
    while (from < given.size()) {
      Task task = given.get(from);
      int pool = task.queue.pool;
      boolean unused = part.unused[pool] > 0;
      dealtUnused |= unused;
      int end = from + 1;
      while (end < given.size()
          && given.get(end).isLike(task)
          && (!unused || end - from < part.unused[pool])) {
        end++;
      }
      part.tasks.add(new Tasks(end - from, before(task.queue, unused), task, gate()));
      part.free[pool] -= end - from;
      part.unused[pool] -= unused ? end - from : 0;
      from = end;
    }
  }

  /** What a slot goes through before a task; null for nothing. */
  private Phase before(Queue queue, boolean unused) {
    if (queue == later && afterwards) {
      return new Phase(queue.interval, List.of(), 1, queue.delayS, 0, 0, false);
    }
    return unused ? null : queue.turnaround;
  }
}
