package io.corebound.memory.lean;

import io.corebound.memory.task.Maps;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Map tasks of one thread that read a file in pieces. */
abstract class LeanMaps implements Maps {
  private final Job job;
  private byte[] buffer = SplitReader.buffer();
  private long inputBytes;

  LeanMaps(Job job) {
    this.job = job;
  }

  /** Bytes of a record, or 0 for lines. */
  abstract int recordBytes();

  /** Maps a piece of whole lines or records. */
  abstract void piece(byte[] bytes, int from, int to);

  /** Pushes all that is left of a split. */
  abstract void endSplit();

  @Override
  public void map(InputSplit split, int number) throws IOException {
    FileSplit file = (FileSplit) split;
    FSDataInputStream in =
        file.getPath().getFileSystem(job.getConfiguration()).open(file.getPath());
    try (SplitReader reader = new SplitReader(file, in, recordBytes(), buffer)) {
      while (reader.next()) {
        inputBytes += reader.to() - reader.from();
        piece(reader.bytes(), reader.from(), reader.to());
      }
      // a long line may have made it larger
      buffer = reader.bytes();
    }
    endSplit();
  }

  long inputBytes() {
    return inputBytes;
  }
}
