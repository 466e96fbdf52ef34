package io.corebound.terasortrunner.sweep;

import io.corebound.cluster.job.Cluster;
import io.corebound.collectors.probe.Link;
import io.corebound.hosts.process.Host;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.terasortrunner.workload.WatchedNodes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where the cells of a sweep run: gives the cluster for each. One at a time is ready; what was
 * given before is not used any more. Closing it takes everything away.
 */
public interface SweepCluster extends AutoCloseable {
  /**
   * A disk that can be probed while no cluster uses it.
   *
   * @param host a node that it belongs to
   * @param folder an existing folder on it
   */
  record Disk(Host host, Path folder) {}

  /**
   * The cluster of a cell.
   *
   * @param cluster ready for jobs
   * @param fresh whether its daemons have run no job: they are still to load and compile their code
   * @param watched the hosts whose samples show its nodes: their CPU, disks and links
   * @param content says what its file system holds: as long as it is the same text, so are the
   *     files
   * @param storage the figures that a device was given; null where nothing was limited
   * @param network the figure that a link was given; null where nothing was limited
   * @param devices names of each node's block devices, as samples have them
   * @param links name of each node's link, as samples have it
   */
  record Ground(
      Cluster cluster,
      boolean fresh,
      WatchedNodes watched,
      String content,
      StorageFile storage,
      NetworkFile network,
      Map<String, List<String>> devices,
      Map<String, String> links) {}

  /**
   * A disk of a storage tier, as it was built; ends the cluster that ran before.
   *
   * @throws io.corebound.records.units.CoreboundException (failed, or missing) when it cannot be
   *     built
   */
  Disk disk(String storage) throws InterruptedException;

  /**
   * A link of a network tier between two nodes, as it was built.
   *
   * @throws io.corebound.records.units.CoreboundException (failed, or missing) when it cannot be
   *     built
   */
  Link link(String network) throws InterruptedException;

  /**
   * The cluster on the tiers of a cell and with the settings of its variant, ready for jobs.
   *
   * @throws io.corebound.records.units.CoreboundException (failed) when it does not get ready
   */
  Ground prepare(SweepCell cell) throws InterruptedException;

  /**
   * Throws away a storage tier with its file system and its daemons, after something on it failed:
   * the next cell finds it made again.
   *
   * @throws io.corebound.records.units.CoreboundException (failed) when something of it stays
   */
  void discard(String storage) throws InterruptedException;

  /** Takes everything away. */
  @Override
  void close();
}
