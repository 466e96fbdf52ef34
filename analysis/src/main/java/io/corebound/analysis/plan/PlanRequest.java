package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.time.Duration;
import java.util.List;

/**
 * What is to be planned.
 *
 * @param machine whose costs
 * @param workloadName name of the workload file
 * @param workload the job, cut into tasks
 * @param data payload of its input
 * @param cluster the user's own
 * @param codec of the map output, such as {@code gzip}; null for the cluster's
 * @param storage nominal disks to choose from, the own first; empty for the machine's
 * @param network nominal links to choose from, the own first; empty for the machine's
 * @param deadline by which the job is to be done; null for none
 * @param mostNodes nodes that a cluster has at most
 * @param nodePrice price of a node without disks and link; null where nobody says
 */
public record PlanRequest(
    Machine machine,
    String workloadName,
    WorkloadFile workload,
    DataSize data,
    PlannedCluster cluster,
    String codec,
    List<StorageTier> storage,
    List<NetworkTier> network,
    Duration deadline,
    int mostNodes,
    Double nodePrice) {

  /** Refuses what cannot be planned, with what to do instead. */
  public PlanRequest {
    storage = List.copyOf(storage);
    network = List.copyOf(network);
    if (workload.tasks() != WorkloadFile.Tasks.HADOOP) {
      throw CoreboundException.invalidInput(
          "workload "
              + workloadName
              + " is not cut into tasks, so that it has no waves to plan; 'corebound predict' gives"
              + " its rates");
    }
    if (data == null) {
      throw CoreboundException.invalidInput("a plan needs an amount of data, such as --data 400GB");
    }
    if (deadline != null && (deadline.isZero() || deadline.isNegative())) {
      throw CoreboundException.invalidInput("--deadline is more than no time");
    }
    if (nodePrice != null && !(nodePrice >= 0 && Double.isFinite(nodePrice))) {
      throw CoreboundException.invalidInput("--node-price is at least 0, not " + nodePrice);
    }
  }

  /** The user's own cluster with the first of the disks and links. */
  Configuration own() {
    return on(storage.isEmpty() ? null : storage.get(0), network.isEmpty() ? null : network.get(0));
  }

  /** The user's own cluster with these disks and this link; null for the machine's. */
  Configuration on(StorageTier disks, NetworkTier link) {
    return new Configuration(cluster, disks, link, 1, 1, codec, false);
  }
}
