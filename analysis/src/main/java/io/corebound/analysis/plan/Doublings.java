package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What twice of one thing would bring, and of two. */
final class Doublings {
  static final String DISKS = "disks";
  static final String NETWORK = "network";
  static final String CORES = "cores";
  static final String MEMORY = "memory for twice the tasks";
  static final String NODES = "nodes";

  private final Estimates estimates;
  private final Configuration own;
  private final double ownS;
  private final int measuredCores;
  private final Map<String, UnaryOperator<Configuration>> changes = new LinkedHashMap<>();

  Doublings(Estimates estimates, Estimate own, Machine machine) {
    this.estimates = estimates;
    this.own = own.configuration();
    this.ownS = own.totalS();
    this.measuredCores = machine.measuredCores();
    if (machine.modelsDisk()) {
      changes.put(DISKS, c -> c.withDisk(2));
    }
    if (machine.modelsNetwork()) {
      changes.put(NETWORK, c -> c.withNetwork(2));
    }
    changes.put(NODES, c -> c.with(c.cluster().withNodes(2 * c.cluster().nodes())));
    changes.put(CORES, c -> c.with(c.cluster().withCores(2 * c.cluster().cores())));
    // after the cores: as many tasks again as then run at once
    changes.put(MEMORY, c -> c.with(c.cluster().withTwiceTheTasks()));
  }

  /** One at a time, the largest gain first. */
  List<Plan.Change> single() {
    return changes.entrySet().stream()
        .map(c -> change(c.getKey(), c.getValue().apply(own)))
        .sorted(Comparator.comparingDouble(Plan.Change::totalS))
        .toList();
  }

  /** The two that bring most together. */
  Plan.Change bestPair() {
    List<Plan.Change> pairs = new ArrayList<>();
    List<String> names = List.copyOf(changes.keySet());
    for (int i = 0; i < names.size(); i++) {
      for (int j = i + 1; j < names.size(); j++) {
        Configuration first = changes.get(names.get(i)).apply(own);
        pairs.add(
            change(names.get(i) + " and " + names.get(j), changes.get(names.get(j)).apply(first)));
      }
    }
    return pairs.stream().min(Comparator.comparingDouble(Plan.Change::totalS)).orElseThrow();
  }

  private Plan.Change change(String name, Configuration changed) {
    Estimate estimate = estimates.of(changed);
    boolean disk = changed.storage() == null && changed.diskFactor() > 1;
    boolean network = changed.network() == null && changed.networkFactor() > 1;
    return new Plan.Change(
        name,
        changed.cluster().cores(),
        changed.cluster().containers(),
        estimate.totalS(),
        ownS - estimate.totalS(),
        estimate.bottleneck(),
        changed.cluster().cores() > measuredCores || disk || network);
  }
}
