package io.corebound.collectors.probe;

import io.corebound.records.units.DataSize;
import java.time.Duration;
import java.util.List;

/**
 * How much a probe may take.
 *
 * @param largestFile the most that a probe writes to a disk at once; it also leaves three quarters
 *     of the free room alone
 * @param streams how many streams read or write a disk at once; each number is measured
 */
public record ProbeBudget(
    int runs, Duration runLength, DataSize largestFile, List<Integer> streams) {

  /** Refuses a budget that measures nothing. */
  public ProbeBudget {
    if (runs < 1) {
      throw new IllegalArgumentException("a probe takes at least one run, not " + runs);
    }
    if (runLength.toSeconds() < 1) {
      throw new IllegalArgumentException("a probe's run takes at least 1 s, not " + runLength);
    }
    if (streams.isEmpty() || streams.stream().anyMatch(s -> s < 1)) {
      throw new IllegalArgumentException("a probe has at least one stream, not " + streams);
    }
    streams = streams.stream().distinct().sorted().toList();
  }

  /** One stream each way and nothing else: what a short run has time for. */
  public static ProbeBudget quick(int runs, Duration runLength, DataSize largestFile) {
    return new ProbeBudget(runs, runLength, largestFile, List.of(1));
  }
}
