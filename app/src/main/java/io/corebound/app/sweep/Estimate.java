package io.corebound.app.sweep;

import io.corebound.microbenchrunner.suite.ExpectedTime;
import io.corebound.records.units.DataSize;

/** How long stages take, roughly, for the progress display alone. */
final class Estimate {
  private Estimate() {}

  static long teraSortSeconds(DataSize data) {
    return Math.round(3 * ExpectedTime.CLUSTER_JOB_S + data.megabytes() / 10);
  }
}
