package io.corebound.analysis.study.plan;

import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Overlay;
import io.corebound.records.config.LeverFile;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A job's surroundings, as far as a plan varies them; a tier or codec that is null is the own one.
 *
 * @param diskFactor how many times the rates of these disks a node has
 * @param networkFactor the same of the link
 * @param sumOfOperations whether tasks are the sums of their operations even where whole ones were
 *     measured, so that codecs and levers can be compared
 */
@RecordBuilder
record Configuration(
    PlannedCluster cluster,
    StorageTier storage,
    NetworkTier network,
    double diskFactor,
    double networkFactor,
    String codec,
    boolean sumOfOperations)
    implements ConfigurationBuilder.With {

  Machine machine(Machine measured) {
    Machine tiers = NominalTiers.on(measured, storage, network);
    Machine scaled =
        diskFactor == 1 && networkFactor == 1
            ? tiers
            : tiers.with(Overlay.faster(diskFactor, networkFactor));
    return sumOfOperations ? scaled.with(Overlay.withoutWholeTasks()) : scaled;
  }

  Configuration with(PlannedCluster other) {
    return withCluster(other);
  }

  Configuration withDisk(double factor) {
    return withDiskFactor(diskFactor * factor);
  }

  Configuration withNetwork(double factor) {
    return withNetworkFactor(networkFactor * factor);
  }

  /** Whether it has more busy cores, other disks or a faster link than were measured. */
  boolean extrapolated(int measuredCores) {
    return cluster.cores() > measuredCores
        || storage != null
        || network != null
        || diskFactor > 1
        || networkFactor > 1;
  }

  Configuration compressedBy(String other) {
    return with(b -> b.codec(other).sumOfOperations(true));
  }

  /** With whole tasks where they were measured, or by the sum of operations. */
  Configuration withLever(LeverFile other, boolean whole) {
    return with(b -> b.cluster(cluster.withLever(other)).sumOfOperations(!whole));
  }
}
