package io.corebound.records.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * How the cold run of a job exchanged its data, as an engine's master saw it.
 *
 * @param steps one, or those of a pairwise exchange
 * @param reduces partitions of the map output
 * @param bytes of all partitions
 */
public record Exchange(List<Step> steps, List<Worker> workers, int reduces, long bytes) {
  public Exchange {
    steps = List.copyOf(steps);
    workers = List.copyOf(workers);
  }

  /**
   * An exchange of all workers at once.
   *
   * @param startS from the run's start, in seconds
   * @param links open at once in the whole cluster
   * @param bytes that went between workers
   */
  public record Step(int step, double startS, double elapsedS, int links, long bytes) {
    /** Rate of all links in MB/s; NaN without time. */
    public double mbPerS() {
      return elapsedS > 0 ? bytes / 1e6 / elapsedS : Double.NaN;
    }
  }

  /**
   * A worker's own times in seconds: of its maps, from their end until it had all blocks, of its
   * reduces.
   *
   * @param waitS from the end of its maps to that of the last map of all
   * @param peakBytes of blocks and tables, the most at once
   * @param largestPartition bytes of its largest partition
   */
  public record Worker(
      int rank,
      double mapS,
      double waitS,
      double shuffleS,
      double reduceS,
      double cpuS,
      long peakBytes,
      long largestPartition) {}

  /** Whether workers exchange step by step, when all maps have ended; else while maps run. */
  @JsonIgnore
  public boolean isPairwise() {
    return steps.stream().noneMatch(s -> s.step() == 0);
  }

  /** Bytes of the largest partition over those of the mean one, less 1; NaN without partitions. */
  public double skew() {
    long largest = workers.stream().mapToLong(Worker::largestPartition).max().orElse(0);
    return reduces > 0 && bytes > 0 ? (double) largest * reduces / bytes - 1 : Double.NaN;
  }
}
