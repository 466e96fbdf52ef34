package io.corebound.records;

import java.util.List;

/**
 * {@code configs/profile/<name>.yaml}: how much is measured.
 *
 * @param size payload of TeraSort's input
 * @param probeSeconds length of one run of a probe
 * @param probeRepetitions runs of each probe
 * @param batchRecords TeraSort records that one invocation of a benchmark handles
 * @param suites the micro suites, in order
 * @param contentionIterations iterations of the pinned copies
 * @param startWaves waves of empty maps from which the cost of a container is the slope
 * @param startRepetitions pairs of empty jobs
 * @param idleSeconds how long the idle cluster is watched
 */
public record ProfileFile(
    DataSize size,
    int probeSeconds,
    int probeRepetitions,
    int batchRecords,
    List<Suite> suites,
    int contentionIterations,
    int startWaves,
    int startRepetitions,
    int idleSeconds) {

  /** Refuses what cannot be measured; the message names the key. */
  public ProfileFile {
    atLeast(1, "probe_seconds", probeSeconds);
    atLeast(1, "probe_repetitions", probeRepetitions);
    atLeast(1, "batch_records", batchRecords);
    // the first is cold, the others are warm
    atLeast(2, "contention_iterations", contentionIterations);
    atLeast(2, "start_waves", startWaves);
    atLeast(1, "start_repetitions", startRepetitions);
    atLeast(1, "idle_seconds", idleSeconds);
    if (suites == null || suites.isEmpty()) {
      throw new IllegalArgumentException("suites names at least one suite");
    }
    suites = List.copyOf(suites);
  }

  /**
   * How one micro suite is run.
   *
   * @param suite its name: a package below {@code io.corebound.microbench}
   * @param forks fresh JVMs
   * @param iterations batches in each; the first is cold
   */
  public record Suite(String suite, int forks, int iterations) {
    /** Refuses fewer than two iterations: the first is cold, the others are warm. */
    public Suite {
      if (suite == null || suite.isBlank()) {
        throw new IllegalArgumentException("suite is the name of a micro suite");
      }
      atLeast(1, "forks", forks);
      atLeast(2, "iterations", iterations);
    }
  }

  private static void atLeast(int least, String key, int number) {
    if (number < least) {
      throw new IllegalArgumentException(key + " is at least " + least + ", not " + number);
    }
  }
}
