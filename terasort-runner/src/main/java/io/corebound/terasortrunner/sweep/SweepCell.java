package io.corebound.terasortrunner.sweep;

import io.corebound.records.run.CellResult.Tier;

/** A cell of a sweep; its variant is empty where the sweep has none, repetitions count from 1. */
public record SweepCell(String storage, String network, String variant, int repetition) {
  /** A cell of a sweep without variants. */
  public SweepCell(String storage, String network, int repetition) {
    this(storage, network, "", repetition);
  }

  /** Its name in the run directory: {@code hdd_ethernet-1g_1}. */
  public String name() {
    return Tier.cellName(storage, network, variant, repetition);
  }

  /** Its storage and network: {@code hdd/ethernet-1g}. */
  public String pair() {
    return storage + "/" + network;
  }

  /** What {@code --only} matches: {@code hdd/ethernet-1g}, {@code hdd/ethernet-1g/large}. */
  public String combination() {
    return variant.isEmpty() ? pair() : pair() + "/" + variant;
  }
}
