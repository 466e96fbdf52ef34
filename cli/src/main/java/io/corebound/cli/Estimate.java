package io.corebound.cli;

import io.corebound.records.DataSize;
import io.corebound.records.ProfileFile;
import java.util.Map;

/** How long stages take, roughly, for the progress display alone. */
final class Estimate {
  static final double CONTENTION_S = 30;

  private static final double START_OF_FORK_S = 1.5;
  private static final double BATCH_S = 0.8;
  private static final int RECORDS_OF_BATCH = 1_342_177;
  private static final double CLUSTER_JOB_S = 12;

  /** Benchmarks of a suite that has more than one. */
  private static final Map<String, Integer> BENCHMARKS =
      Map.of("read", 2, "write", 2, "serialize", 2, "codec", 2, "task", 4);

  private Estimate() {}

  static long microSeconds(ProfileFile profile) {
    return Math.round(
        profile.suites().stream().mapToDouble(s -> suiteSeconds(profile, s)).sum()
            + profile.idleSeconds()
            + startSeconds(profile)
            + CONTENTION_S);
  }

  static double suiteSeconds(ProfileFile profile, ProfileFile.Suite suite) {
    double batch = BATCH_S * profile.batchRecords() / RECORDS_OF_BATCH;
    return BENCHMARKS.getOrDefault(suite.suite(), 1)
        * suite.forks()
        * (START_OF_FORK_S + suite.iterations() * batch);
  }

  /** A warm-up job, then pairs of a short and a long one. */
  static double startSeconds(ProfileFile profile) {
    return CLUSTER_JOB_S
        + profile.startRepetitions() * CLUSTER_JOB_S * (2 + profile.startWaves() / 4.0);
  }

  static long teraSortSeconds(DataSize data) {
    return Math.round(3 * CLUSTER_JOB_S + data.megabytes() / 10);
  }
}
