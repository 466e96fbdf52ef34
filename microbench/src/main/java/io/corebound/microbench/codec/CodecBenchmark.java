package io.corebound.microbench.codec;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.Skipped;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.corpus.Corpus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does a codec cost a job that compresses with it, and how small do the data get? Hadoop's
 * codec with compressors of its {@code CodecPool} takes either TeraSort's records, sorted, as
 * {@code IFile.Writer} hands them over (two lengths of one byte each, then the serialized key, then
 * the value), and gives them back as {@code IFile.Reader} asks for them; or text, as {@code
 * TextOutputFormat} writes and {@code LineReader} reads it. Compressed data stay in memory; the
 * data to be compressed lie in the heap, serialized, as in a map task's sort buffer.
 */
@Measures(
    value = {"compress.*", "decompress.*"},
    question = "What does a codec cost a job that compresses with it?",
    localBytes = 2)
public class CodecBenchmark extends OperationBenchmark {
  public enum Content {
    tera {
      @Override
      Data load(LocalDirectory directory, int records, long seed)
          throws IOException, InterruptedException {
        return new TeraData(TeraRecords.load(directory, records, seed, TeraRecords.Order.SORTED));
      }
    },
    text {
      @Override
      Data load(LocalDirectory directory, int records, long seed)
          throws IOException, InterruptedException {
        return new TextData(
            Files.readAllBytes(Corpus.file(directory, TEXT_BYTES, "")),
            (long) records * TeraRecords.RECORD_BYTES);
      }
    };

    private static final int TEXT_BYTES = Corpus.OWN_BYTES;

    /** Finds or makes so many records, or text of as many bytes. */
    abstract Data load(LocalDirectory directory, int records, long seed)
        throws IOException, InterruptedException;
  }

  public enum Pieces {
    /** As a file is read: by {@code IFile.Reader}, or text by {@code LineReader}. */
    record,
    /** All at once, as {@code InMemoryMapOutput} does when it fetches. */
    segment
  }

  @Param({"snappy", "lz4", "gzip", "zstd"})
  Codec codec;

  @Param({"tera", "text"})
  Content data;

  @Param("record")
  Pieces pieces;

  /** TeraSort's records, or text of as many bytes. */
  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  private LocalDirectory directory;
  Data input;
  private CompressionCodec hadoops;
  private CompressedFile compressed;
  private ByteArrayOutputStream sink;
  private OperationMeter compress;
  private OperationMeter decompress;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    input = data.load(directory, records, seed);
    compressed = CompressedFile.make(directory, codec, data, records, seed);
    if (available()) {
      sink = new ByteArrayOutputStream((int) (compressed.bytes.length * 1.1));
      hadoops = codec.open();
      compress =
          new OperationMeter("compress." + codec, input.base())
              .tag("implementation", compressed.compressor);
      decompress =
          new OperationMeter("decompress." + codec, input.base())
              .tag("implementation", compressed.decompressor);
    } else {
      Skipped.print("compress." + codec, compressed.reason);
      Skipped.print("decompress." + codec, compressed.reason);
    }
  }

  @Benchmark
  public int compress() throws IOException {
    if (!available()) {
      return 0;
    }
    sink.reset();
    input.layOut();
    compress.begin();
    compressInto(sink, hadoops, input);
    compress.end(input.records(), input.bytes());
    compress.report("compressed_bytes", sink.size(), "B");
    return sink.size();
  }

  static void compressInto(OutputStream sink, CompressionCodec codec, Data data)
      throws IOException {
    Compressor compressor = CodecPool.getCompressor(codec);
    if (compressor != null) { // gzip of the JDK had none before 3.3.2
      compressor.reset();
    }
    CompressionOutputStream compressing = codec.createOutputStream(sink, compressor);
    data.write(compressing);
    compressing.finish();
    compressing.resetState();
    CodecPool.returnCompressor(compressor);
  }

  @Benchmark
  public void decompress(Blackhole blackhole) throws IOException {
    if (!available()) {
      return;
    }
    byte[] segment = new byte[pieces == Pieces.segment ? Math.toIntExact(input.bytes()) : 0];
    decompress.begin();
    Decompressor decompressor = CodecPool.getDecompressor(hadoops);
    decompressor.reset();
    InputStream in =
        hadoops.createInputStream(new ByteArrayInputStream(compressed.bytes), decompressor);
    if (pieces == Pieces.segment) {
      IOUtils.readFully(in, segment, 0, segment.length);
      consume(segment, segment.length, blackhole);
    } else {
      input.read(in, (piece, length) -> consume(piece, length, blackhole));
    }
    in.close();
    CodecPool.returnDecompressor(decompressor);
    decompress.end(input.records(), input.bytes());
    decompress.report("compressed_bytes", compressed.bytes.length, "B");
  }

  void consume(byte[] piece, int length, Blackhole blackhole) {
    blackhole.consume(piece);
  }

  boolean available() {
    return compressed.reason == null;
  }

  byte[] compressed() {
    return sink.toByteArray();
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    directory.close();
  }
}
