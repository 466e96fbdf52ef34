package io.corebound.microbench.codec;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.SortedSegment;
import io.corebound.microbench.TeraRecords;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.util.ReflectionUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does Snappy cost a job that compresses its map output with it? Hadoop's {@code SnappyCodec}
 * with compressors of its {@code CodecPool} takes TeraSort's records, sorted, as {@code
 * IFile.Writer} hands them over (two lengths of one byte each, then the serialized key and value in
 * one piece), and gives them back as {@code IFile.Reader} asks for them (the two lengths byte by
 * byte, the key, the value). Compressed data stay in memory.
 *
 * <p>Paper: none; section 5 counts its cost within other steps.
 *
 * <p>Left out: the IFile's checksum over the compressed data (within {@code sort} and {@code merge}
 * it is over the uncompressed ones). A reduce task that fetches into memory decompresses a whole
 * segment in one piece: {@code pieces=segment}.
 */
@Measures(
    value = {"compress.snappy", "decompress.snappy"},
    question = "What does Snappy cost a job that compresses its map output with it?",
    localBytes = 2)
public class SnappyBenchmark extends OperationBenchmark {
  private static final int SERIALIZED_KEY_BYTES = TeraRecords.KEY_BYTES + 1;
  private static final int SERIALIZED_VALUE_BYTES = TeraRecords.VALUE_BYTES + 1;

  /** How decompressed data are asked for. */
  public enum Pieces {
    /** As {@code IFile.Reader} does when it reads a file. */
    record,
    /** As {@code InMemoryMapOutput} does when it fetches. */
    segment
  }

  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  @Param("record")
  Pieces pieces;

  private LocalDirectory directory;
  private TeraRecords input;
  private SnappyCodec codec;
  private byte[] compressed;
  private ByteArrayOutputStream sink;
  private OperationMeter compress;
  private OperationMeter decompress;

  /** Finds the records, and has them compressed by a JVM of its own. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    Path sorted = TeraRecords.file(directory, records, seed, TeraRecords.Order.SORTED);
    input = TeraRecords.load(directory, records, seed, TeraRecords.Order.SORTED);
    Path work = directory.fresh("codec");
    ChildJvm.run(
        SnappyFile.class,
        Integer.toString(records),
        Long.toString(seed),
        sorted.getParent().toString(),
        work.resolve("compressed").toString());
    compressed = Files.readAllBytes(work.resolve("compressed"));
    LocalDirectory.delete(work);
    sink = new ByteArrayOutputStream((int) (compressed.length * 1.1));
    codec = codec();
    compress = new OperationMeter("compress.snappy", ByteBase.IFILE);
    decompress = new OperationMeter("decompress.snappy", ByteBase.IFILE);
  }

  static SnappyCodec codec() {
    return ReflectionUtils.newInstance(SnappyCodec.class, new Configuration());
  }

  /** Compresses every record. */
  @Benchmark
  public int compress() throws IOException {
    sink.reset();
    compress.begin();
    compressInto(sink, codec, input);
    compress.end(input.count(), ifileBytes());
    compress.report("compressed_bytes", sink.size(), "B");
    return sink.size();
  }

  /** Hands the records to a codec as {@code IFile.Writer.append} and {@code close} do. */
  static void compressInto(OutputStream sink, SnappyCodec codec, TeraRecords records)
      throws IOException {
    byte[] record = new byte[TeraRecords.RECORD_BYTES];
    byte[] key = new byte[SERIALIZED_KEY_BYTES];
    byte[] value = new byte[SERIALIZED_VALUE_BYTES];
    key[0] = TeraRecords.KEY_BYTES;
    value[0] = TeraRecords.VALUE_BYTES;
    Compressor compressor = CodecPool.getCompressor(codec);
    compressor.reset();
    CompressionOutputStream compressing = codec.createOutputStream(sink, compressor);
    FSDataOutputStream out = new FSDataOutputStream(compressing, null);
    for (int i = 0; i < records.count(); i++) {
      records.get(i, record);
      System.arraycopy(record, 0, key, 1, TeraRecords.KEY_BYTES);
      System.arraycopy(record, TeraRecords.KEY_BYTES, value, 1, TeraRecords.VALUE_BYTES);
      WritableUtils.writeVInt(out, SERIALIZED_KEY_BYTES);
      WritableUtils.writeVInt(out, SERIALIZED_VALUE_BYTES);
      out.write(key, 0, SERIALIZED_KEY_BYTES);
      out.write(value, 0, SERIALIZED_VALUE_BYTES);
    }
    WritableUtils.writeVInt(out, IFile.EOF_MARKER);
    WritableUtils.writeVInt(out, IFile.EOF_MARKER);
    out.flush();
    compressing.finish();
    compressing.resetState();
    CodecPool.returnCompressor(compressor);
  }

  /** Decompresses every record. */
  @Benchmark
  public void decompress(Blackhole blackhole) throws IOException {
    byte[] segment = new byte[pieces == Pieces.segment ? Math.toIntExact(ifileBytes()) : 0];
    decompress.begin();
    Decompressor decompressor = CodecPool.getDecompressor(codec);
    decompressor.reset();
    InputStream in = codec.createInputStream(new ByteArrayInputStream(compressed), decompressor);
    if (pieces == Pieces.segment) {
      IOUtils.readFully(in, segment, 0, segment.length);
      consume(segment, segment.length, blackhole);
    } else {
      readRecords(in, blackhole);
    }
    in.close();
    CodecPool.returnDecompressor(decompressor);
    decompress.end(records, ifileBytes());
    decompress.report("compressed_bytes", compressed.length, "B");
  }

  private void readRecords(InputStream in, Blackhole blackhole) throws IOException {
    DataInputStream lengths = new DataInputStream(in);
    byte[] key = new byte[SERIALIZED_KEY_BYTES];
    byte[] value = new byte[SERIALIZED_VALUE_BYTES];
    while (true) {
      int keyBytes = WritableUtils.readVInt(lengths);
      int valueBytes = WritableUtils.readVInt(lengths);
      if (keyBytes == IFile.EOF_MARKER && valueBytes == IFile.EOF_MARKER) {
        return;
      }
      IOUtils.readFully(in, key, 0, keyBytes);
      consume(key, keyBytes, blackhole);
      IOUtils.readFully(in, value, 0, valueBytes);
      consume(value, valueBytes, blackhole);
    }
  }

  /** Takes what was decompressed: a serialized key, a serialized value, or a whole segment. */
  void consume(byte[] data, int length, Blackhole blackhole) {
    blackhole.consume(data);
  }

  /** The end of an IFile is marked by two lengths of one byte. */
  long ifileBytes() {
    return (long) records * SortedSegment.IFILE_RECORD_BYTES + 2;
  }

  TeraRecords input() {
    return input;
  }

  byte[] compressed() {
    return sink.toByteArray();
  }

  /** Removes the input where it is ours. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    directory.close();
  }
}
