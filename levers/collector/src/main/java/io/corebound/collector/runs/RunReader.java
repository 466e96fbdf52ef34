package io.corebound.collector.runs;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.HasFileDescriptor;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.mapred.IFileInputStream;
import org.apache.hadoop.mapreduce.CryptoUtils;

/** Reads a run, one partition after the other; each segment's checksum is verified at its end. */
final class RunReader extends StoredSource implements Closeable {
  private final TaskJob job;
  private final Run run;
  private FSDataInputStream file;

  // of the segment that is being read
  private IFileInputStream checked;
  private Decompressor decompressor;
  private InputStream in;
  private boolean allRead;

  RunReader(TaskJob job, Run run, int bufferBytes) {
    super(job.order, run.largestRecord());
    this.job = job;
    this.run = run;
    lieIn(new byte[bufferBytes + KeyOrder.READABLE_BEHIND]);
  }

  private int capacity() {
    return data.length - KeyOrder.READABLE_BEHIND;
  }

  @Override
  public void open(int partition) throws IOException {
    if (file == null || job.encrypts()) {
      // a cipher's stream reads ahead, so that each segment has its own
      IOUtils.closeStream(file);
      file = job.fileSystem.open(run.path);
    }
    file.seek(run.start(partition));
    if (job.encrypts()) {
      file = CryptoUtils.wrapIfNecessary(job.conf, file);
    }
    checked =
        new IFileInputStream(
            new LeftOpen(file), run.length(partition) - job.encryptionBytes, job.conf);
    decompressor = run.codec == null ? null : CodecPool.getDecompressor(run.codec);
    in = decompressor == null ? checked : run.codec.createInputStream(checked, decompressor);
    allRead = false;
    limit = 0;
    next = 0;
    records = 0;
  }

  @Override
  public void end() throws IOException {
    // reads and verifies what the codec did not need, and ends the reading ahead
    checked.close();
    if (decompressor != null) {
      decompressor.reset();
      CodecPool.returnDecompressor(decompressor);
      decompressor = null;
    }
    job.read.increment(records);
  }

  @Override
  public void require(int bytes) throws IOException {
    if (limit - start >= bytes || allRead) {
      return;
    }
    if (bytes > capacity()) {
      lieIn(Arrays.copyOf(data, bytes + KeyOrder.READABLE_BEHIND));
    }
    moveToFront();
    do {
      int got = IOUtils.wrappedReadForCompressedData(in, data, limit, capacity() - limit);
      if (got < 0) {
        allRead = true;
      } else {
        limit += got;
      }
    } while (limit - start < bytes && !allRead);
  }

  private void moveToFront() {
    System.arraycopy(data, start, data, 0, limit - start);
    limit -= start;
    key -= start;
    next -= start;
    start = 0;
  }

  @Override
  public Object name() {
    return run.path;
  }

  /** The file of a segment; the next one is read from it, too. */
  private static final class LeftOpen extends FilterInputStream implements HasFileDescriptor {
    LeftOpen(FSDataInputStream file) {
      super(file);
    }

    /** To read ahead by. */
    @Override
    public FileDescriptor getFileDescriptor() throws IOException {
      return ((FSDataInputStream) in).getFileDescriptor();
    }

    @Override
    public void close() {}
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
