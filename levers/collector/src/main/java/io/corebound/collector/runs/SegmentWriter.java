package io.corebound.collector.runs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.mapred.IFileOutputStream;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapreduce.CryptoUtils;

/**
 * A file of segments, one for each partition, as {@code IFile.Writer} writes them. What is written
 * is gathered before it goes through codec, checksum and cipher; how much of it is so chosen that a
 * codec gives the same bytes as for Hadoop's single pieces, see {@link CodecInput}.
 */
public final class SegmentWriter implements Closeable {
  /** Where the segments are. */
  public interface Index {
    /** One has been written. */
    void put(int partition, IndexRecord segment);

    /** All have been written; the largest record has so many bytes, with its lengths. */
    default void end(int largestRecordBytes) {}
  }

  private static final byte[] END = {RecordLayout.END, RecordLayout.END};

  private final TaskJob job;
  private final Path path;
  private final CompressionCodec codec;
  private final FSDataOutputStream file;
  private final byte[] gathered;
  private int used;

  // of the segment that is being written
  private FSDataOutputStream target;
  private IFileOutputStream checksum;
  private Compressor compressor;
  private CompressionOutputStream compressed;
  private OutputStream out;
  private long segmentStart;
  private long targetStart;
  private long rawLength;
  private long records;

  private int largestRecord;

  /** Takes the codec of this file, or null. */
  public SegmentWriter(TaskJob job, Path path, CompressionCodec codec) throws IOException {
    this.job = job;
    this.path = path;
    this.codec = codec;
    gathered = new byte[CodecInput.mostGathered(codec)];
    file = job.fileSystem.create(path);
  }

  /** Begins the segment of the next partition. */
  public void begin() throws IOException {
    segmentStart = file.getPos();
    target = job.encrypts() ? CryptoUtils.wrapIfNecessary(job.conf, file, false) : file;
    targetStart = target.getPos();
    checksum = new IFileOutputStream(target);
    compressor = codec == null ? null : CodecPool.getCompressor(codec);
    if (compressor == null) {
      // Hadoop, too, leaves out a codec that has no compressor
      out = checksum;
    } else {
      compressor.reset();
      compressed = codec.createOutputStream(checksum, compressor);
      out = compressed;
    }
    rawLength = 0;
    records = 0;
  }

  /** Writes a record that lies in IFile's layout; the header is both lengths. */
  public void append(byte[] data, int at, int header, int keyLength, int valueLength)
      throws IOException {
    int length = header + keyLength + valueLength;
    if (length <= gathered.length - used) {
      System.arraycopy(data, at, gathered, used, length);
      used += length;
    } else {
      // Hadoop writes the lengths byte by byte, then the key, then the value
      for (int i = 0; i < header; i++) {
        piece(data, at + i, 1);
      }
      piece(data, at + header, keyLength);
      piece(data, at + header + keyLength, valueLength);
    }
    count(length);
  }

  private void count(int length) {
    rawLength += length;
    records++;
    largestRecord = Math.max(largestRecord, length);
  }

  private void piece(byte[] data, int at, int length) throws IOException {
    if (length > gathered.length - used) {
      flush();
    }
    if (length > gathered.length) {
      out.write(data, at, length);
    } else {
      System.arraycopy(data, at, gathered, used, length);
      used += length;
    }
  }

  /** Ends the segment; returns where it is. */
  public IndexRecord end() throws IOException {
    piece(END, 0, 1);
    piece(END, 1, 1);
    rawLength += END.length;
    flush();
    out.flush();
    if (compressor != null) {
      compressed.finish();
      compressed.resetState();
    }
    checksum.finish();
    if (compressor != null) {
      CodecPool.returnCompressor(compressor);
      compressor = null;
    }
    long length = target.getPos() - targetStart;
    if (target != file) {
      target.close();
    }
    job.written.increment(records);
    return new IndexRecord(
        segmentStart, rawLength + job.encryptionBytes, length + job.encryptionBytes);
  }

  private void flush() throws IOException {
    if (used > 0) {
      out.write(gathered, 0, used);
      used = 0;
    }
    job.progressable.progress();
    if (Thread.interrupted()) {
      throw new InterruptedIOException(String.format("interrupted while %s was written", path));
    }
  }

  public Path path() {
    return path;
  }

  /** Bytes of the largest record, with its lengths. */
  public int largestRecord() {
    return largestRecord;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
