package io.corebound.microbench;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IndexRecord;

/** A share of sorted records as a map task leaves it for one reducer: an IFile. */
public final class SortedSegment {
  /** Bytes of a record in an IFile: two lengths of one byte before the serialized key and value. */
  public static final int IFILE_RECORD_BYTES = TeraRecords.RECORD_BYTES + 4;

  private SortedSegment() {}

  /** Bytes of a record in an IFile whose value has so many, without lengths. */
  public static int ifileRecordBytes(int valueBytes) {
    int serialized = valueBytes + WritableUtils.getVIntSize(valueBytes);
    return TeraRecords.KEY_BYTES + 2 + WritableUtils.getVIntSize(serialized) + serialized;
  }

  /** Writes every n-th record, so that all segments cover all keys. */
  public static IndexRecord write(
      Configuration configuration,
      FSDataOutputStream out,
      TeraRecords sorted,
      int first,
      int step,
      CompressionCodec codec)
      throws IOException {
    return write(configuration, out, sorted, TeraRecords.VALUE_BYTES, first, step, codec);
  }

  /**
   * The same with values of so many bytes: a record's own value as far as they go, then random
   * bytes.
   */
  public static IndexRecord write(
      Configuration configuration,
      FSDataOutputStream out,
      TeraRecords sorted,
      int valueBytes,
      int first,
      int step,
      CompressionCodec codec)
      throws IOException {
    long start = out.getPos();
    IFile.Writer<Text, Text> writer =
        new IFile.Writer<>(configuration, out, Text.class, Text.class, codec, null);
    Text key = new Text();
    Text value = new Text();
    byte[] resized = new byte[valueBytes];
    Random random = new Random(first);
    for (int i = first; i < sorted.count(); i += step) {
      sorted.get(i, key, value);
      if (valueBytes != value.getLength()) {
        random.nextBytes(resized);
        System.arraycopy(value.getBytes(), 0, resized, 0, Math.min(value.getLength(), valueBytes));
        value.set(resized);
      }
      writer.append(key, value);
    }
    writer.close();
    return new IndexRecord(start, writer.getRawLength(), writer.getCompressedLength());
  }
}
