package io.corebound.analysis.plan;

import io.corebound.analysis.model.Machine;

/**
 * A job's surroundings, as far as a plan varies them; a tier or codec that is null is the own one.
 *
 * @param diskFactor how many times the rates of these disks a node has
 * @param networkFactor the same of the link
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
   * stated, or that are faster than the measured ones.
   */
  boolean extrapolated(int measuredCores) {
    return cluster.cores() > measuredCores
        || storage != null
        || network != null
        || diskFactor > 1
        || networkFactor > 1;
  }

  Configuration withCodec(String other) {
    return new Configuration(cluster, storage, network, diskFactor, networkFactor, other, true);
  }
}
