package io.corebound.cli;

import io.corebound.records.DataSize;
import io.corebound.records.ProfileFile;

/** How long stages take, roughly, for the progress display alone. */
final class Estimate {
  private static final double START_OF_FORK_S = 2.0;
  private static final double BATCH_S = 1.2;
  private static final double CLUSTER_JOB_S = 12;

  private Estimate() {}

  static long microSeconds(ProfileFile profile) {
    double batch = BATCH_S * profile.batchRecords() / 1_342_177;
    double forks =
        profile.suites().stream()
            .mapToDouble(s -> s.forks() * (START_OF_FORK_S + s.iterations() * batch))
            .sum();
    return Math.round(
        forks + profile.idleSeconds() + 3 * CLUSTER_JOB_S * profile.startRepetitions() + 30);
  }

  static long teraSortSeconds(DataSize data) {
    return Math.round(3 * CLUSTER_JOB_S + data.megabytes() / 10);
  }
}
