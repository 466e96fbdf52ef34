package io.corebound.analysis.study.plan;

import io.corebound.analysis.theory.LeverRows;
import io.corebound.analysis.theory.Machine;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.MapOutputCodec;
import io.corebound.records.config.WorkloadFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The job where one thing, or a pair of them, is another than on the user's own cluster. */
final class Variations {
  static final String DISKS = "disks";
  static final String NETWORK = "network";
  static final String CORES = "cores";
  static final String MEMORY = "memory";
  static final String TASKS = "tasks at once";
  static final String NODES = "nodes";

  /** Said of memory: there was enough for the tasks, and twice of it brings none more. */
  private static final String NOT_SHORT = "is not short";

  /** Said of cores and memory where the cluster file states how many tasks run at once. */
  private static final String FIXED = "tasks at once are fixed";

  private static final String NO_CODEC = "none";

  /** The cores of a curve: from these on every second one of them doubles. */
  private static final List<Integer> FIRST_CORES = List.of(1, 2, 3, 4);

  private static final int BEYOND = 8;
  private static final int MOST_CORES = 512;

  /** Powers of two of the own disk's rates. */
  private static final int DISK_DOUBLINGS = 4;

  private final Estimates estimates;
  private final Machine measured;
  private final WorkloadFile workload;
  private final List<LeverFile> levers;
  private final Configuration own;
  private final Machine machine;
  private final Estimate before;

  /** What a node is made of, and how it is doubled. */
  private final Map<String, UnaryOperator<Configuration>> parts = new LinkedHashMap<>();

  Variations(PlanRequest request, Estimates estimates) {
    this.estimates = estimates;
    this.measured = request.machine();
    this.workload = request.workload();
    this.levers = request.levers();
    this.own = request.own();
    this.machine = own.machine(measured);
    this.before = estimates.of(own);
    if (machine.modelsDisk()) {
      parts.put(DISKS, c -> c.withDisk(2));
    }
    if (machine.modelsNetwork()) {
      parts.put(NETWORK, c -> c.withNetwork(2));
    }
    parts.put(CORES, c -> c.with(c.cluster().withCores(2 * c.cluster().cores())));
    parts.put(MEMORY, c -> c.with(c.cluster().withTwiceTheMemory()));
  }

  /** The job on the own cluster. */
  Estimate own() {
    return before;
  }

  /** The gain of doubling one thing, the largest first. */
  List<Plan.Point> doublings() {
    Map<String, UnaryOperator<Configuration>> changes = new LinkedHashMap<>(parts);
    changes.put(TASKS, c -> c.with(c.cluster().withTwiceTheTasks()));
    changes.put(NODES, c -> c.with(c.cluster().withNodes(2 * c.cluster().nodes())));
    return changes.entrySet().stream()
        .map(c -> doubling(c.getKey(), c.getValue().apply(own)))
        .sorted(Comparator.comparingDouble(Plan.Point::totalS))
        .toList();
  }

  /**
   * The two parts of a node that bring most together. Twice the nodes are twice of everything, and
   * would be half of nearly every best pair.
   */
  Plan.Point bestPair() {
    List<Plan.Point> pairs = new ArrayList<>();
    List<String> names = List.copyOf(parts.keySet());
    for (int i = 0; i < names.size(); i++) {
      for (int j = i + 1; j < names.size(); j++) {
        Configuration first = parts.get(names.get(i)).apply(own);
        pairs.add(
            doubling(names.get(i) + " and " + names.get(j), parts.get(names.get(j)).apply(first)));
      }
    }
    return pairs.stream().min(Comparator.comparingDouble(Plan.Point::totalS)).orElseThrow();
  }

  private Plan.Point doubling(String name, Configuration changed) {
    boolean memory = name.equals(MEMORY);
    ClusterFile settings = own.cluster().settings();
    boolean fixed =
        settings.containersPerNode() != null
            // more cores get more of them
            || memory && settings.containersPerCore() != null;
    String note =
        fixed && (memory || name.equals(CORES))
            ? FIXED
            : memory && changed.cluster().containers() == own.cluster().containers()
                ? NOT_SHORT
                : "";
    return point(name, estimates.of(changed), before, false, note);
  }

  private Plan.Point point(
      String name, Estimate after, Estimate first, boolean isOwn, String note) {
    Configuration changed = after.configuration();
    int containers = changed.cluster().containers();
    Machine on = changed.machine(measured);
    double[] mbPerS = on.diskMbPerS(containers);
    return new Plan.Point(
        name,
        changed.cluster().cores(),
        containers,
        on.modelsDisk() ? mbPerS[0] : null,
        on.modelsDisk() ? mbPerS[1] : null,
        after.totalS(),
        first.totalS() - after.totalS(),
        after.mapCoreS(),
        after.bottleneck(),
        isOwn,
        after.extrapolated(),
        note);
  }

  /** Whether a job can be computed with another codec than that of its whole tasks. */
  static boolean codecsComparable(WorkloadFile workload) {
    // tasks that work on a sample are no sum of operations
    return !workload.worksOnSample();
  }

  /**
   * All codecs by the sum of operations, that of the cluster too: whole tasks are not measured with
   * every codec, and would be compared with sums.
   */
  List<Plan.Point> codecs() {
    if (!codecsComparable(workload)) {
      return List.of();
    }
    Set<String> names = new TreeSet<>(machine.codecs());
    names.add(NO_CODEC);
    Map<String, Configuration> all = new LinkedHashMap<>();
    all.put(codec(), own.compressedBy(codec()));
    names.forEach(name -> all.putIfAbsent(name, own.compressedBy(name)));
    return alternatives(all);
  }

  List<String> codecsNotMeasured() {
    return MapOutputCodec.names().stream()
        .filter(c -> codecsComparable(workload) && !c.equals(NO_CODEC))
        .filter(c -> !machine.codecs().contains(c))
        .sorted()
        .toList();
  }

  private String codec() {
    return own.codec() == null ? own.cluster().settings().mapOutputCodec() : own.codec();
  }

  /** The job with each lever and with none, all of them computed in the same way. */
  List<Plan.Point> levers() {
    LeverFile none = LeverFile.named(LeverFile.NONE);
    LeverFile current = own.cluster().settings().attached().orElse(none);
    List<LeverFile> measuredWith = LeverRows.measured(machine, workload, levers);
    Map<String, LeverFile> all = new LinkedHashMap<>(Map.of(current.name(), current));
    if (measuredWith.stream()
        .allMatch(lever -> LeverRows.measuredWithout(machine, workload, lever))) {
      all.putIfAbsent(none.name(), none);
    }
    measuredWith.forEach(lever -> all.putIfAbsent(lever.name(), lever));
    if (all.size() < 2) {
      return List.of();
    }
    boolean whole = LeverRows.wholeMaps(machine, workload, codec(), all.values());
    Map<String, Configuration> changed = new LinkedHashMap<>();
    all.forEach((name, lever) -> changed.put(name, own.withLever(lever, whole)));
    return alternatives(changed);
  }

  /** Each against the first. */
  private List<Plan.Point> alternatives(Map<String, Configuration> all) {
    List<Plan.Point> points = new ArrayList<>();
    Estimate first = null;
    for (Map.Entry<String, Configuration> one : all.entrySet()) {
      Estimate estimate = estimates.of(one.getValue());
      first = first == null ? estimate : first;
      points.add(point(one.getKey(), estimate, first, estimate == first, ""));
    }
    return points;
  }

  /** Over the cores of a node. */
  List<Plan.Point> overCores() {
    int cores = own.cluster().cores();
    TreeSet<Integer> counts = new TreeSet<>(FIRST_CORES);
    counts.add(cores);
    int most = Math.min(MOST_CORES, Math.max(cores, BEYOND) * BEYOND);
    for (int power = 4; power <= most; power *= 2) {
      counts.add(power);
      counts.add(power * 3 / 2 <= most ? power * 3 / 2 : power);
    }
    return counts.stream()
        .map(
            count ->
                point(
                    null,
                    estimates.of(own.with(own.cluster().withCores(count))),
                    before,
                    count == cores,
                    ""))
        .toList();
  }

  /** Over the rates of a node's disks; empty where they are not modelled. */
  List<Plan.Point> overDisk() {
    List<Plan.Point> points = new ArrayList<>();
    for (int power = -DISK_DOUBLINGS; machine.modelsDisk() && power <= DISK_DOUBLINGS; power++) {
      Estimate estimate = estimates.of(own.withDisk(Math.pow(2, power)));
      points.add(point(null, estimate, before, power == 0, ""));
    }
    return points;
  }
}
