package io.corebound.terasortrunner;

import io.corebound.records.CellResult.Tier;

/**
 * A cell of a sweep.
 *
 * @param storage name of its storage tier
 * @param network name of its network tier
 * @param repetition from 1
 */
public record SweepCell(String storage, String network, int repetition) {
  /** Its name in the run directory: {@code hdd_ethernet-1g_1}. */
  public String name() {
    return Tier.cellName(storage, network, repetition);
  }

  /** What {@code --only} is matched with: {@code hdd/ethernet-1g}. */
  public String pair() {
    return storage + "/" + network;
  }
}
