package io.corebound.memory.lean;

import io.corebound.memory.task.Functions;
import io.corebound.memory.task.HadoopJob;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * A partition's file of the output, named and committed as Hadoop does; its bytes are the job's.
 */
public final class PartFile implements Closeable {
  private static final int BUFFER = 1 << 17;
  private static final int LONGEST_NUMBER = 20;

  private final TaskAttemptContextImpl task;
  private final FileOutputCommitter committer;
  private final OutputStream file;
  private final byte[] buffer = new byte[BUFFER];
  private int used;
  private long written;
  private long records;

  PartFile(Job job, int partition) throws IOException {
    task = HadoopJob.task(job, TaskType.REDUCE, partition);
    committer = new FileOutputCommitter(FileOutputFormat.getOutputPath(job), task);
    committer.setupTask(task);
    Path path = new Path(committer.getWorkPath(), FileOutputFormat.getUniqueFile(task, "part", ""));
    file = path.getFileSystem(task.getConfiguration()).create(path, true);
  }

  /** Writes bytes. */
  public void bytes(byte[] bytes, int from, int length) throws IOException {
    if (length > BUFFER - used) {
      flush();
    }
    if (length > BUFFER) {
      file.write(bytes, from, length);
      written += length;
    } else {
      System.arraycopy(bytes, from, buffer, used, length);
      used += length;
    }
  }

  /** Writes a number in decimal digits. */
  public void number(long number) throws IOException {
    if (number < 0) {
      byte[] text = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
      bytes(text, 0, text.length);
      return;
    }
    if (LONGEST_NUMBER > BUFFER - used) {
      flush();
    }
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    int at = used + digits;
    long rest = number;
    for (int digit = 0; digit < digits; digit++) {
      buffer[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    used += digits;
  }

  /** Writes a tab. */
  public void tab() throws IOException {
    one('\t');
  }

  /** Ends a line, which counts as a record. */
  public void endLine() throws IOException {
    one('\n');
    records++;
  }

  /** Writes a record of a fixed length. */
  void record(byte[] bytes, int from, int length) throws IOException {
    bytes(bytes, from, length);
    records++;
  }

  private void one(char next) throws IOException {
    if (used == BUFFER) {
      flush();
    }
    buffer[used++] = (byte) next;
  }

  private void flush() throws IOException {
    file.write(buffer, 0, used);
    written += used;
    used = 0;
  }

  /** Makes the file part of the output. */
  Functions.Written commit() throws IOException {
    flush();
    file.close();
    if (committer.needsTaskCommit(task)) {
      committer.commitTask(task);
    }
    return new Functions.Written(records, written);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
