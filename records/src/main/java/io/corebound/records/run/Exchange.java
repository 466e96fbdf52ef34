package io.corebound.records.run;

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
    /** Rate of each link in MB/s; NaN without links or time. */
    public double mbPerSPerLink() {
      return links > 0 && elapsedS > 0 ? bytes / 1e6 / elapsedS / links : Double.NaN;
    }
  }

  /**
   * A worker's own times in seconds: of its maps, until it had all blocks, of its reduces.
   *
   * @param peakBytes of blocks and tables, the most at once
   * @param largestPartition bytes of its largest partition
   */
  public record Worker(
      int rank,
      double mapS,
      double shuffleS,
      double reduceS,
      double cpuS,
      long peakBytes,
      long largestPartition) {}

  /** How long a worker waits for the slowest one's maps, in seconds. */
  public double waitS(Worker worker) {
    return workers.stream().mapToDouble(Worker::mapS).max().orElse(worker.mapS) - worker.mapS;
  }

  /** Bytes of the largest partition over those of the mean one, less 1; NaN without partitions. */
  public double skew() {
    long largest = workers.stream().mapToLong(Worker::largestPartition).max().orElse(0);
    return reduces > 0 && bytes > 0 ? (double) largest * reduces / bytes - 1 : Double.NaN;
  }
}
