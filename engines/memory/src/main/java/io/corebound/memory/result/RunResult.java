package io.corebound.memory.result;

import java.util.List;

/**
 * A run of a job. Moments are seconds since 1970 by the master's clock.
 *
 * @param inputRecords null where they were not counted
 * @param networkBytes of blocks that went between workers
 */
public record RunResult(
    double startAt,
    double mapStartAt,
    double mapEndAt,
    double shuffledAt,
    double reducedAt,
    double finishAt,
    double elapsedS,
    double mapS,
    double shuffleS,
    double reduceS,
    double overheadS,
    int maps,
    int localMaps,
    long inputBytes,
    Long inputRecords,
    long mapOutputRecords,
    long shuffleRecords,
    long shuffleBytes,
    long networkBytes,
    long outputRecords,
    long outputBytes,
    List<StepResult> steps,
    List<WorkerResult> workers) {
  /**
   * An exchange: the only one with fully-connected, one of n - 1 with pairwise.
   *
   * @param step 0, or the number of the step
   * @param links open at once in the whole cluster
   */
  public record StepResult(int step, double startAt, double finishAt, int links, long bytes) {}

  /**
   * A worker's share; its intervals start and end with its own work.
   *
   * @param waitS from the end of its maps to that of the last map of all
   * @param largestPartition bytes of the blocks of its largest partition
   */
  public record WorkerResult(
      int rank,
      double cpuS,
      double gcS,
      long peakBytes,
      long largestPartition,
      double mapS,
      double waitS,
      double shuffleS,
      double reduceS) {}
}
