package io.corebound.analysis.study.plan;

import io.corebound.analysis.Sentences;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.units.DataSize;

/**
 * A planned cluster: equal nodes, each a machine. What its settings leave open follows from a node,
 * as it does where a job is run: as many tasks at once as cores, more where reduces begin before
 * the last map or have their own slots, fewer where memory is short; as many reduce tasks as run at
 * once.
 */
public record PlannedCluster(ClusterFile settings, DataSize memory) {

  /** Refuses a node without the memory for the tasks that run on it at once. */
  public PlannedCluster {
    if (settings.coresPerNode() == null) {
      throw new IllegalArgumentException("a planned cluster needs the cores of a node");
    }
    // what follows from a node is one task at least, be there room for it or not
    int tasks = settings.on(settings.coresPerNode(), memory).containersPerNode();
    long left = Math.max(0, memory.bytes() - ClusterFile.memoryBesideTasks().bytes());
    long room = left / settings.taskMemory().bytes();
    if (tasks > room) {
      throw Sentences.refusal(
          "plan.memory",
          memory.display(),
          tasks == 1 ? "1 task" : tasks + " tasks",
          settings.taskMemory(),
          ClusterFile.memoryBesideTasks(),
          room);
    }
  }

  /** A cluster by its size; refuses one that cannot be. What the file leaves open stays so. */
  public static PlannedCluster of(ClusterFile file, int nodes, int cores, DataSize memory) {
    return new PlannedCluster(settings(file, nodes, cores, file.containersPerNode()), memory);
  }

  private static ClusterFile settings(ClusterFile file, int nodes, int cores, Integer containers) {
    try {
      return file.planned(nodes, cores, containers);
    } catch (IllegalArgumentException e) {
      throw Sentences.refusal("plan.no-cluster", e.getMessage());
    }
  }

  /** Everything filled in: what the model takes. */
  public ClusterFile fitted() {
    return settings.on(settings.coresPerNode(), memory);
  }

  /** Worker nodes. */
  public int nodes() {
    return settings.nodes();
  }

  /** Logical CPUs of a node. */
  public int cores() {
    return settings.coresPerNode();
  }

  /** Tasks that run at once on a node. */
  public int containers() {
    return fitted().containersPerNode();
  }

  /** The same nodes, more or fewer of them. */
  public PlannedCluster withNodes(int nodes) {
    return new PlannedCluster(
        settings(settings, nodes, cores(), settings.containersPerNode()), memory);
  }

  /** Other cores in each node; the tasks at once follow where the settings leave them open. */
  public PlannedCluster withCores(int cores) {
    return new PlannedCluster(
        settings(settings, nodes(), cores, settings.containersPerNode()), memory);
  }

  /** The same with another lever. */
  PlannedCluster withLever(LeverFile lever) {
    return new PlannedCluster(settings.withLever(lever), memory);
  }

  /** Twice the memory of a node; the tasks at once follow where the settings leave them open. */
  public PlannedCluster withTwiceTheMemory() {
    return new PlannedCluster(settings, new DataSize(2 * memory.bytes()));
  }

  /** Twice as many tasks at once on each node, and memory for them. */
  public PlannedCluster withTwiceTheTasks() {
    DataSize more = new DataSize(memory.bytes() + containers() * settings.taskMemory().bytes());
    return new PlannedCluster(settings(settings, nodes(), cores(), 2 * containers()), more);
  }
}
