package io.corebound.microbench.codec;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.SortedSegment;
import io.corebound.microbench.TeraRecords;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapred.IFile;

/** TeraSort's records, sorted, in an IFile without its checksum. */
final class TeraData implements Data {
  private static final int SERIALIZED_KEY_BYTES = TeraRecords.KEY_BYTES + 1;
  private static final int SERIALIZED_VALUE_BYTES = TeraRecords.VALUE_BYTES + 1;

  private static final int SERIALIZED_BYTES = SERIALIZED_KEY_BYTES + SERIALIZED_VALUE_BYTES;

  /** The end of an IFile is marked by two lengths of one byte. */
  private static final int END_BYTES = 2;

  /** Records of an array, so that all of them together may be more than one has room for. */
  private static final int BLOCK = 1 << 16;

  private final TeraRecords records;

  /** Serialized keys and values one after the other, as in a map task's sort buffer. */
  private byte[][] serialized;

  TeraData(TeraRecords records) {
    this.records = records;
  }

  @Override
  public ByteBase base() {
    return ByteBase.IFILE;
  }

  @Override
  public long records() {
    return records.count();
  }

  @Override
  public long bytes() {
    return (long) records.count() * SortedSegment.IFILE_RECORD_BYTES + END_BYTES;
  }

  @Override
  public void layOut() {
    if (serialized != null) {
      return;
    }
    serialized = new byte[(records.count() + BLOCK - 1) / BLOCK][];
    byte[] record = new byte[TeraRecords.RECORD_BYTES];
    for (int i = 0; i < records.count(); i++) {
      if (i % BLOCK == 0) {
        serialized[i / BLOCK] = new byte[Math.min(BLOCK, records.count() - i) * SERIALIZED_BYTES];
      }
      byte[] block = serialized[i / BLOCK];
      int key = i % BLOCK * SERIALIZED_BYTES;
      int value = key + SERIALIZED_KEY_BYTES;
      records.get(i, record);
      block[key] = TeraRecords.KEY_BYTES;
      System.arraycopy(record, 0, block, key + 1, TeraRecords.KEY_BYTES);
      block[value] = TeraRecords.VALUE_BYTES;
      System.arraycopy(record, TeraRecords.KEY_BYTES, block, value + 1, TeraRecords.VALUE_BYTES);
    }
  }

  /** Hands the records over as {@code IFile.Writer.append} and {@code close} do. */
  @Override
  public void write(OutputStream compressing) throws IOException {
    layOut();
    FSDataOutputStream out = new FSDataOutputStream(compressing, null);
    for (byte[] block : serialized) {
      for (int at = 0; at < block.length; at += SERIALIZED_BYTES) {
        WritableUtils.writeVInt(out, SERIALIZED_KEY_BYTES);
        WritableUtils.writeVInt(out, SERIALIZED_VALUE_BYTES);
        out.write(block, at, SERIALIZED_KEY_BYTES);
        out.write(block, at + SERIALIZED_KEY_BYTES, SERIALIZED_VALUE_BYTES);
      }
    }
    WritableUtils.writeVInt(out, IFile.EOF_MARKER);
    WritableUtils.writeVInt(out, IFile.EOF_MARKER);
    out.flush();
  }

  /** Asks for lengths byte by byte, then key, then value, as {@code IFile.Reader} does. */
  @Override
  public void read(InputStream decompressing, Sink sink) throws IOException {
    DataInputStream lengths = new DataInputStream(decompressing);
    byte[] key = new byte[SERIALIZED_KEY_BYTES];
    byte[] value = new byte[SERIALIZED_VALUE_BYTES];
    while (true) {
      int keyBytes = WritableUtils.readVInt(lengths);
      int valueBytes = WritableUtils.readVInt(lengths);
      if (keyBytes == IFile.EOF_MARKER && valueBytes == IFile.EOF_MARKER) {
        return;
      }
      IOUtils.readFully(decompressing, key, 0, keyBytes);
      sink.take(key, keyBytes);
      IOUtils.readFully(decompressing, value, 0, valueBytes);
      sink.take(value, valueBytes);
    }
  }
}
