package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The gain of doubling one thing, and two. Pairs are of what a node is made of: twice the nodes are
 * twice of everything, and would be half of nearly every best pair.
 */
final class Doublings {
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

  private final Estimates estimates;
  private final Configuration own;
  private final double ownS;
  private final Map<String, UnaryOperator<Configuration>> parts = new LinkedHashMap<>();

  Doublings(Estimates estimates, Estimate own, Machine machine) {
    this.estimates = estimates;
    this.own = own.configuration();
    this.ownS = own.totalS();
    if (machine.modelsDisk()) {
      parts.put(DISKS, c -> c.withDisk(2));
    }
    if (machine.modelsNetwork()) {
      parts.put(NETWORK, c -> c.withNetwork(2));
    }
    parts.put(CORES, c -> c.with(c.cluster().withCores(2 * c.cluster().cores())));
    parts.put(MEMORY, c -> c.with(c.cluster().withTwiceTheMemory()));
  }

  /** One at a time, the largest gain first. */
  List<Plan.Change> single() {
    Map<String, UnaryOperator<Configuration>> changes = new LinkedHashMap<>(parts);
    changes.put(TASKS, c -> c.with(c.cluster().withTwiceTheTasks()));
    changes.put(NODES, c -> c.with(c.cluster().withNodes(2 * c.cluster().nodes())));
    return changes.entrySet().stream()
        .map(c -> change(c.getKey(), c.getValue().apply(own)))
        .sorted(Comparator.comparingDouble(Plan.Change::totalS))
        .toList();
  }

  /** The two parts of a node that bring most together. */
  Plan.Change bestPair() {
    List<Plan.Change> pairs = new ArrayList<>();
    List<String> names = List.copyOf(parts.keySet());
    for (int i = 0; i < names.size(); i++) {
      for (int j = i + 1; j < names.size(); j++) {
        Configuration first = parts.get(names.get(i)).apply(own);
        pairs.add(
            change(names.get(i) + " and " + names.get(j), parts.get(names.get(j)).apply(first)));
      }
    }
    return pairs.stream().min(Comparator.comparingDouble(Plan.Change::totalS)).orElseThrow();
  }

  private Plan.Change change(String name, Configuration changed) {
    Estimate estimate = estimates.of(changed);
    int containers = changed.cluster().containers();
    return new Plan.Change(
        name,
        changed.cluster().cores(),
        containers,
        estimate.totalS(),
        ownS - estimate.totalS(),
        estimate.bottleneck(),
        estimate.extrapolated(),
        note(name, containers));
  }

  private String note(String name, int containers) {
    boolean fixed = own.cluster().settings().containersPerNode() != null;
    if (fixed && (name.equals(CORES) || name.equals(MEMORY))) {
      return FIXED;
    }
    return name.equals(MEMORY) && containers == own.cluster().containers() ? NOT_SHORT : "";
  }
}
