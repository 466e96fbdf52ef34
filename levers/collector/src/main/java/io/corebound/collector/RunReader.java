package io.corebound.collector;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.HasFileDescriptor;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.mapred.IFileInputStream;
import org.apache.hadoop.mapreduce.CryptoUtils;

/** Reads a run, one partition after the other; each segment's checksum is verified at its end. */
final class RunReader extends Source implements Closeable {
  private final MapJob job;
  private final Run run;
  private FSDataInputStream file;

  // of the segment that is being read
  private IFileInputStream checked;
  private Decompressor decompressor;
  private InputStream in;
  private boolean allRead;

  private ByteBuffer view;
  private int limit;
  private int next;

  RunReader(MapJob job, Run run, int bufferBytes) {
    this.job = job;
    this.run = run;
    allocate(new byte[bufferBytes + KeyOrder.READABLE_BEHIND]);
  }

  private void allocate(byte[] buffer) {
    data = buffer;
    view = ByteBuffer.wrap(buffer);
  }

  private int capacity() {
    return data.length - KeyOrder.READABLE_BEHIND;
  }

  /** Goes to a partition. */
  void open(int partition) throws IOException {
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
    decompressor = job.runCodec == null ? null : CodecPool.getDecompressor(job.runCodec);
    in = decompressor == null ? checked : job.runCodec.createInputStream(checked, decompressor);
    allRead = false;
    limit = 0;
    next = 0;
  }

  @Override
  boolean advance() throws IOException {
    start = next;
    require(RecordLayout.MOST_HEADER_BYTES);
    if (limit - start < 2) {
      throw damaged();
    }
    keyLength = RecordLayout.length(data, start);
    int second = start + RecordLayout.lengthBytes(data[start]);
    valueLength = RecordLayout.length(data, second);
    if (keyLength == RecordLayout.END && valueLength == RecordLayout.END) {
      endSegment();
      return false;
    }
    key = second + RecordLayout.lengthBytes(data[second]);
    long length = (long) key - start + keyLength + valueLength;
    if (keyLength < 0 || valueLength < 0 || length > run.largestRecord()) {
      throw damaged();
    }
    requireAll((int) length);
    next = start + (int) length;
    prefix = job.order.prefix(view, data, key, keyLength);
    return true;
  }

  private void endSegment() throws IOException {
    // reads and verifies what the codec did not need, and ends the reading ahead
    checked.close();
    if (decompressor != null) {
      decompressor.reset();
      CodecPool.returnDecompressor(decompressor);
      decompressor = null;
    }
  }

  private void requireAll(int bytes) throws IOException {
    require(bytes);
    if (limit - start < bytes) {
      throw damaged();
    }
  }

  /** Reads until the buffer has so many bytes of the current record, or all that there are. */
  private void require(int bytes) throws IOException {
    if (limit - start >= bytes || allRead) {
      return;
    }
    if (bytes > capacity()) {
      allocate(Arrays.copyOf(data, bytes + KeyOrder.READABLE_BEHIND));
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
  void locate() {}

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

  private IOException damaged() {
    return new IOException(
        String.format("%s is damaged: there is no record where one should be", run.path));
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
