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
import java.util.Optional;

/**
 * Where the cells of a sweep run: gives the cluster for each. One at a time is ready; what was
 * given before is not used any more. Closing it takes everything away.
 */
public interface SweepCluster extends AutoCloseable {
  /**
   * A folder on a disk that can be probed while no cluster uses it, and a node that it belongs to.
   */
  record Disk(Host host, Path folder) {}

  /** A node's logical units as block devices, and where a program can read them. */
  record Units(Host host, List<Path> devices) {}

  /**
   * The cluster of a cell.
   *
   * @param fresh whether its daemons have run no job: they are still to load and compile their code
   * @param content says what its file system holds: as long as it is the same text, so are the
   *     files
   * @param storage the figures that a device was given; null where nothing was limited
   * @param network the figure that a link was given; null where nothing was limited
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

  /** A disk of a storage tier as it was built; ends the cluster that ran before. */
  Disk disk(String storage) throws InterruptedException;

  /** The units of a storage tier as they were built; empty where they are none of corebound's. */
  default Optional<Units> units(String storage) throws InterruptedException {
    return Optional.empty();
  }

  /** A link of a network tier between two nodes, as it was built. */
  Link link(String network) throws InterruptedException;

  /** The cluster on the tiers of a cell and with its variant's settings, ready for jobs. */
  Ground prepare(SweepCell cell) throws InterruptedException;

  /**
   * Throws away the disks of a storage tier after something on them failed, or where no later cell
   * needs them; the next cell on them makes others.
   */
  void discard(String storage) throws InterruptedException;

  @Override
  void close();
}
