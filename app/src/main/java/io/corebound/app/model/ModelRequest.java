package io.corebound.app.model;

import io.corebound.records.units.DataSize;
import java.util.List;

/**
 * What the model is asked: the costs (of a run or a machine file), the disk and network, the job
 * and the cluster. A null means that the user did not give it.
 */
public record ModelRequest(String machine, String base, Job job, Nodes nodes, Tiers tiers) {
  /** The job; workload and cluster are names of files of configs, or paths. */
  public record Job(String workload, DataSize data, String cluster, String codec, String lever) {}

  public record Nodes(Integer count, Integer cores, DataSize memory) {
    public boolean described() {
      return count != null || cores != null || memory != null;
    }
  }

  /** Nominal disks and links: files of configs/storage and configs/network, or paths. */
  public record Tiers(List<String> storage, List<String> network, Integer disksPerNode) {}
}
