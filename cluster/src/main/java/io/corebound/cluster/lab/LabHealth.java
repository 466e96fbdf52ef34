package io.corebound.cluster.lab;

import io.corebound.cluster.daemons.ClusterConfiguration;
import io.corebound.cluster.job.Health;
import io.corebound.hosts.machine.DiskHealth;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The disks of a cluster, and the links of its lab. */
final class LabHealth implements Health {
  /**
   * The NodeManager runs no task on a fuller disk ({@code max-disk-utilization-per-disk-percentage}
   * of {@link ClusterConfiguration}).
   */
  private static final double LEAST_FREE_SHARE = 0.01;

  private final Lab lab;
  private final LabStorage storage;

  /** The NameNode chooses no disk without room for a whole block. */
  private final DataSize blockSize;

  LabHealth(Lab lab, LabStorage storage, DataSize blockSize) {
    this.lab = lab;
    this.storage = storage;
    this.blockSize = blockSize;
  }

  @Override
  public List<String> seen() {
    return troubles(folder -> DiskHealth.seen(folder, blockSize, LEAST_FREE_SHARE));
  }

  @Override
  public List<String> tried() {
    return troubles(folder -> DiskHealth.tried(lab.bridge(), folder, blockSize, LEAST_FREE_SHARE));
  }

  private List<String> troubles(Function<Path, Optional<String>> look) {
    List<String> troubles = new ArrayList<>(linksDown());
    storage
        .mountPoints()
        .forEach(
            (worker, folders) -> {
              for (int i = 0; i < folders.size(); i++) {
                String disk =
                    "the disk %s of %s (%s) "
                        .formatted(storage.devices().get(worker).get(i), worker, folders.get(i));
                look.apply(folders.get(i)).ifPresent(what -> troubles.add(disk + what));
              }
            });
    return troubles;
  }

  private List<String> linksDown() {
    try {
      return lab.network().linksDown().stream()
          .map(node -> "the link of " + node + " is down")
          .toList();
    } catch (CoreboundException e) {
      // after a signal, for example: nothing is known of them
      return List.of();
    }
  }
}
