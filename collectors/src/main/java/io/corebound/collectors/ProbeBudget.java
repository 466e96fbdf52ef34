package io.corebound.collectors;

import io.corebound.records.DataSize;
import java.time.Duration;

/**
 * How much a probe may take.
 *
 * @param runs how often each thing is measured; the confidence interval is over these runs
 * @param runLength how long a run lasts, in whole seconds
 * @param largestFile the most that a probe writes to a disk at once; it also leaves three quarters
 *     of the free room alone
 */
public record ProbeBudget(int runs, Duration runLength, DataSize largestFile) {

  /** Refuses a budget that measures nothing. */
  public ProbeBudget {
    if (runs < 1) {
      throw new IllegalArgumentException("a probe takes at least one run, not " + runs);
    }
    if (runLength.toSeconds() < 1) {
      throw new IllegalArgumentException("a probe's run takes at least 1 s, not " + runLength);
    }
  }
}
