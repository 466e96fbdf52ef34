package io.corebound.memory.task;

import org.apache.hadoop.mapreduce.InputSplit;

/** The map tasks of one thread. */
public interface Maps extends AutoCloseable {
  /** Maps a split; all that it wrote has been pushed at the end. */
  void map(InputSplit split, int number) throws Exception;

  /** What all of them have read and written so far. */
  Counts counts();

  /** Gives memory back. */
  @Override
  void close();

  /**
   * Of the input and of the output of the functions.
   *
   * @param inputRecords -1 where they are not counted
   */
  record Counts(long inputBytes, long inputRecords, long outputRecords) {}
}
