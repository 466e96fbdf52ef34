package io.corebound.terasortrunner.workload;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.NetworkFile;
import io.corebound.records.config.StorageFile;
import io.corebound.records.run.CellResult.Tier;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.time.Duration;

/** How long a job may take before it is killed: far longer than any that gets on. */
final class JobLimit {
  /** A job's own start and end, on a machine that is slow at it. */
  private static final double FIXED_S = 120;

  /** What a container takes of payload at least, in MB/s. */
  private static final double CONTAINER = 1;

  /** How much longer than by its tiers' figures. */
  private static final double PATIENCE = 2;

  /** Input; spills to be merged; map output to be fetched; what the reduce has merged on disk. */
  private static final int READS = 4;

  /** Spills, merged map output, segments of the reduce; the output counts by its replication. */
  private static final int WRITES = 3;

  /** Input from elsewhere, map output, output. */
  private static final int TRANSFERS = 3;

  /** What an operation of sequential I/O carries: the kernel's read-ahead, in MB. */
  private static final double OPERATION_MB = 0.131072;

  private JobLimit() {}

  /**
   * Two minutes, a second a megabyte of a container's share, and twice what disks and links take
   * for data that pass them as often as a sort's at worst; without a tier, ten minutes and a second
   * a megabyte.
   */
  static Duration of(DataSize data, ClusterFile cluster, Tier tier) {
    double all = data.megabytes();
    if (tier == null || !limited(tier.scaledStorage())) {
      return Duration.ofMinutes(10).plusSeconds(Math.round(all));
    }
    double ofNode = all / cluster.nodes();
    double seconds =
        FIXED_S
            + ofNode / Math.min(cluster.mapsAtOnce(), cluster.reducesAtOnce()) / CONTAINER
            + PATIENCE
                * (diskS(ofNode, tier.scaledStorage(), cluster.replication())
                    + linkS(ofNode * cluster.replication(), tier.scaledNetwork()));
    return Duration.ofSeconds((long) Math.ceil(seconds));
  }

  private static boolean limited(StorageFile storage) {
    return storage != null && !storage.real();
  }

  private static double diskS(double megabytes, StorageFile scaled, int replication) {
    double share = megabytes / scaled.devicesPerNode();
    return share * READS / rate(scaled.read(), scaled.readOperationsPerS())
        + share * (WRITES + replication) / rate(scaled.write(), scaled.writeOperationsPerS());
  }

  private static double rate(DataRate bandwidth, Integer operations) {
    double most = bandwidth.megabytesPerSecond();
    return operations == null ? most : Math.min(most, operations * OPERATION_MB);
  }

  private static double linkS(double megabytes, NetworkFile scaled) {
    return scaled == null || scaled.real()
        ? 0
        : megabytes * TRANSFERS / scaled.rate().megabytesPerSecond();
  }
}
