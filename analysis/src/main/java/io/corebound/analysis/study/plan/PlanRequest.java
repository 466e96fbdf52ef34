package io.corebound.analysis.study.plan;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.theory.Machine;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.units.DataSize;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;

/**
 * What is to be planned.
 *
 * @param codec of the map output, such as {@code gzip}; null for the cluster's
 * @param levers to compare with those of the cluster
 * @param storage nominal disks to choose from, the own first; empty for the machine's
 * @param network nominal links to choose from, likewise
 * @param deadline by which the job is to be done; null for none
 * @param mostNodes nodes that a cluster has at most
 * @param nodePrice price of a node without disks and link; null where none is given
 */
@RecordBuilder
public record PlanRequest(
    Machine machine,
    String workloadName,
    WorkloadFile workload,
    DataSize data,
    PlannedCluster cluster,
    String codec,
    List<LeverFile> levers,
    List<StorageTier> storage,
    List<NetworkTier> network,
    Duration deadline,
    int mostNodes,
    Double nodePrice)
    implements PlanRequestBuilder.With {

  /** Refuses what cannot be planned, with what to do instead. */
  public PlanRequest {
    storage = List.copyOf(storage);
    network = List.copyOf(network);
    if (workload.tasks() != WorkloadFile.Tasks.HADOOP) {
      throw Sentences.refusal("plan.no-waves", workloadName);
    }
    if (data == null) {
      throw Sentences.refusal("plan.no-data");
    }
    if (deadline != null && (deadline.isZero() || deadline.isNegative())) {
      throw Sentences.refusal("plan.no-time");
    }
    if (nodePrice != null && !(nodePrice >= 0 && Double.isFinite(nodePrice))) {
      throw Sentences.refusal("plan.price", nodePrice);
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
