package io.corebound.memory.control;

import io.corebound.memory.shuffle.Peer;
import java.util.List;
import java.util.Map;

/** What the master and a worker say to each other. */
public sealed interface Message {
  /** The sender lives. */
  record Alive() implements Message {}

  /**
   * A worker is there.
   *
   * @param peer as others reach it
   * @param node what HDFS calls its node
   * @param budgetBytes what it may keep for a job
   * @param secret that the master and its workers were started with, {@link #secret}
   */
  record Hello(
      Peer peer, String node, String transport, int threads, long budgetBytes, String secret)
      implements Message {}

  /** What a master and its workers have in their environment, and no stranger knows. */
  static String secret() {
    return System.getenv().getOrDefault("COREBOUND_ENGINE_SECRET", "");
  }

  /**
   * A run starts.
   *
   * @param job settings by name, from which each side makes the job
   * @param boundaries of the partitions of a job that sorts: the first key of each but the first
   */
  record Start(Map<String, String> job, List<byte[]> boundaries, List<Peer> peers, byte[] secret)
      implements Message {}

  /** A worker's map thread has nothing to do. */
  record WantSplit() implements Message {}

  /**
   * A part of the input, in answer to {@link WantSplit}.
   *
   * @param type class of Hadoop's split, a Writable
   */
  record Split(int number, String type, byte[] split) implements Message {}

  /** All of the input is being read, in answer to {@link WantSplit}. */
  record NoMoreSplits() implements Message {}

  /** All maps of a worker have ended. */
  record Mapped(MapCounts counts) implements Message {}

  /** All workers' maps have ended: exchange with the partner of a step. */
  record Step(int step) implements Message {}

  /** A worker has all blocks of a step, or of the whole shuffle. */
  record Shuffled(int step, long bytes) implements Message {}

  /** The shuffle is over: reduce. */
  record Reduce() implements Message {}

  /** All reduces of a worker have ended, and its part of the run with them. */
  record Reduced(ReduceCounts counts) implements Message {}

  /** A worker cannot go on; it waits for {@link Finish}. */
  record Failed(int status, int blamed, String reason) implements Message {}

  /** The process ends. */
  record Finish(int status) implements Message {}

  /**
   * What the maps of a worker did.
   *
   * @param inputRecords -1 where they were not counted
   * @param outputRecords pairs that functions wrote
   * @param blockRecords pairs in blocks, after combining
   */
  record MapCounts(
      long inputBytes, long inputRecords, long outputRecords, long blockRecords, long blockBytes) {
    /** Of nothing. */
    public static final MapCounts NONE = new MapCounts(0, 0, 0, 0, 0);

    /** Both together. */
    public MapCounts plus(MapCounts other) {
      return new MapCounts(
          inputBytes + other.inputBytes,
          inputRecords < 0 || other.inputRecords < 0 ? -1 : inputRecords + other.inputRecords,
          outputRecords + other.outputRecords,
          blockRecords + other.blockRecords,
          blockBytes + other.blockBytes);
    }
  }

  /**
   * What the reduces of a worker did, and what the run took of it.
   *
   * @param largestPartition bytes of the blocks of its largest partition
   */
  record ReduceCounts(
      long outputRecords,
      long outputBytes,
      double cpuS,
      double gcS,
      long peakBytes,
      long largestPartition) {}
}
