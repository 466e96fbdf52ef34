package io.corebound.analysis.study.plan;

import io.corebound.analysis.Sentences;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.MachineFile.Rate;
import io.corebound.records.config.StorageFile;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.Mean;

/**
 * The disks of a planned node: some devices of one kind, with the figures that are stated for them.
 */
public record StorageTier(String name, StorageFile file, int devices) {

  /** Refuses no devices, and a real disk, which states no figures. */
  public StorageTier {
    if (file.real()) {
      throw Sentences.refusal("plan.real-storage", name);
    }
    if (devices < 1) {
      throw Sentences.refusal("plan.devices", devices);
    }
  }

  /** A storage file's tier; {@code devicesPerNode} is null for as many as the file says. */
  public static StorageTier of(String name, StorageFile file, Integer devicesPerNode) {
    int devices =
        devicesPerNode != null
            ? devicesPerNode
            : file.devicesPerNode() == null ? 1 : file.devicesPerNode();
    return new StorageTier(name, file, devices);
  }

  /** Rates of all of a node's devices together. */
  public MachineFile.Streams rates() {
    return new MachineFile.Streams(times(file.read()), times(file.write()));
  }

  private Rate times(DataRate one) {
    return Rate.of(Mean.exact(one.megabytesPerSecond() * devices));
  }

  /** Price of a node's devices; null where nobody says. */
  public Double price() {
    return file.price() == null ? null : file.price() * devices;
  }

  /** Its figures in words. */
  String words() {
    return Sentences.of(
        "plan.disk",
        rates().read().rate().display(),
        rates().write().rate().display(),
        devices + (devices == 1 ? " device" : " devices"),
        name);
  }
}
