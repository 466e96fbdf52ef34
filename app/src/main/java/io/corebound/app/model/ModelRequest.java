package io.corebound.app.model;

import io.corebound.records.units.DataSize;
import java.util.List;

/**
 * What the model is asked: whose costs, which job, which cluster. What is null was not said.
 *
 * @param machine a run, or a machine file
 * @param base the run or the machine file whose disk and network are used in place of the machine's
 */
public record ModelRequest(String machine, String base, Job job, Nodes nodes, Tiers tiers) {
  /**
   * The job.
   *
   * @param workload a file of configs/workload, or a path
   * @param data payload of the input
   * @param cluster Hadoop's settings: a file of configs/cluster, or a path
   * @param codec of the map output, in place of the cluster file's
   */
  public record Job(String workload, DataSize data, String cluster, String codec) {}

  /** Worker nodes, the cores of each, and its memory. */
  public record Nodes(Integer count, Integer cores, DataSize memory) {
    public boolean described() {
      return count != null || cores != null || memory != null;
    }
  }

  /** Nominal disks and links: files of configs/storage and configs/network, or paths. */
  public record Tiers(List<String> storage, List<String> network, Integer disksPerNode) {}
}
