package io.corebound.cli;

import io.corebound.records.DataSize;

/** How long stages take, roughly, for the progress display alone. */
final class Estimate {
  private static final double CLUSTER_JOB_S = 12;

  private Estimate() {}

  static long teraSortSeconds(DataSize data) {
    return Math.round(3 * CLUSTER_JOB_S + data.megabytes() / 10);
  }
}
