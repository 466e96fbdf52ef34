package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;

/**
 * A job's surroundings, as far as a plan varies them.
 *
 * @param cluster nodes and Hadoop's settings
 * @param storage nominal disks; null for the machine's own
 * @param network nominal link; null for the machine's own
 * @param diskFactor how many times the rates of these disks a node has
 * @param networkFactor the same of the link
 * @param codec of the map output; null for the cluster's own
 * @param sumOfOperations whether tasks are the sums of their operations even where whole ones were
 *     measured, so that codecs can be compared
 */
record Configuration(
    PlannedCluster cluster,
    StorageTier storage,
    NetworkTier network,
    double diskFactor,
    double networkFactor,
    String codec,
    boolean sumOfOperations) {

  /** The costs of a machine with this disk and this link. */
  Machine machine(Machine measured) {
    Machine tiers = NominalTiers.on(measured, storage, network);
    Machine scaled =
        diskFactor == 1 && networkFactor == 1 ? tiers : tiers.times(diskFactor, networkFactor);
    return sumOfOperations ? scaled.withoutWholeTasks() : scaled;
  }

  Configuration with(PlannedCluster other) {
    return new Configuration(
        other, storage, network, diskFactor, networkFactor, codec, sumOfOperations);
  }

  Configuration withDisk(double factor) {
    return new Configuration(
        cluster, storage, network, diskFactor * factor, networkFactor, codec, sumOfOperations);
  }

  Configuration withNetwork(double factor) {
    return new Configuration(
        cluster, storage, network, diskFactor, networkFactor * factor, codec, sumOfOperations);
  }

  /**
   * Whether it stands on what was never measured: on more busy cores, on a disk or a link that are
   * stated, or that are faster than the measured ones. Whatever a plan says of it is extrapolated
   * then.
   *
   * @param measuredCores busy cores up to which costs were measured
   */
  boolean extrapolated(int measuredCores) {
    return cluster.cores() > measuredCores
        || storage != null
        || network != null
        || diskFactor > 1
        || networkFactor > 1;
  }

  /** With another codec, by the sum of operations. */
  Configuration withCodec(String other) {
    return new Configuration(cluster, storage, network, diskFactor, networkFactor, other, true);
  }
}
