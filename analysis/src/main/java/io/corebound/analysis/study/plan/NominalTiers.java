package io.corebound.analysis.study.plan;

import io.corebound.analysis.theory.Machine;
import io.corebound.analysis.theory.Overlay;
import io.corebound.records.run.Prediction;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A measured machine whose disk, link or both are replaced by nominal ones, taken as they are: no
 * share of them as a lab's nodes have, for the planned node is the one that gets the whole device.
 */
public final class NominalTiers {
  private NominalTiers() {}

  /**
   * The machine over them.
   *
   * @param storage null leaves the disk as it is
   * @param network null leaves the link as it is
   */
  public static Machine on(Machine machine, StorageTier storage, NetworkTier network) {
    if (storage == null && network == null) {
      return machine;
    }
    return machine.with(
        Overlay.stated(
            storage == null ? null : storage.rates(),
            network == null ? null : network.file().rate(),
            base(machine, storage, network)));
  }

  private static Prediction.Base base(Machine machine, StorageTier storage, NetworkTier network) {
    String others = machine.base() == null ? machine.name() : machine.base().file();
    String names =
        Stream.of(
                storage == null ? others : storage.name(),
                network == null ? others : network.name())
            .collect(Collectors.joining(" and "));
    List<String> nominal =
        Stream.of(
                storage == null ? null : storage.words(), network == null ? null : network.words())
            .filter(Objects::nonNull)
            .toList();
    String rest =
        storage == null
            ? "; the disk is that of " + others
            : network == null ? "; the network is that of " + others : "";
    return new Prediction.Base(
        names, "nominal, not measured: " + String.join(", ", nominal) + rest);
  }
}
