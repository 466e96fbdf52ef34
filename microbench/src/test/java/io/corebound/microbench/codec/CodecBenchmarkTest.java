package io.corebound.microbench.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.corebound.microbench.Contents;
import io.corebound.microbench.KeptInput;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Skipped;
import io.corebound.microbench.SortedSegment;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.corpus.Corpus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.util.NativeCodeLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.infra.Blackhole;
import org.xerial.snappy.Snappy;

@ExtendWith(KeptInput.class)
final class CodecBenchmarkTest {
  private static final int CHECKSUM_BYTES = 4;

  private final StringBuilder decompressed = new StringBuilder();

  private final CodecBenchmark benchmark =
      new CodecBenchmark() {
        @Override
        void consume(byte[] piece, int length, Blackhole blackhole) {
          if (pieces == Pieces.record && data == Content.tera && length == 11) {
            decompressed.append((char) 11).append((char) 91);
          }
          decompressed.append(Contents.of(piece, length));
        }
      };

  @AfterEach
  void close() throws Exception {
    benchmark.close();
  }

  /**
   * Without native Hadoop there is no Zstandard: see {@link
   * #codecThatDoesNotWorkIsSkippedWithItsReason}.
   */
  static Stream<Arguments> variants() {
    return Stream.of(Codec.values())
        .filter(codec -> codec != Codec.zstd || NativeCodeLoader.isNativeCodeLoaded())
        .flatMap(
            codec ->
                Stream.of(CodecBenchmark.Content.values()).map(data -> Arguments.of(codec, data)));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void whatIsCompressedIsTheData(Codec codec, CodecBenchmark.Content data) throws Exception {
    prepare(codec, data);
    assertThat(benchmark.available()).as("%s works here", codec).isTrue();
    int size = benchmark.compress();
    assertThat(Contents.of(uncompressed(codec, benchmark.compressed()))).isEqualTo(expected(data));
    assertThat(size).isEqualTo(benchmark.compressed().length).isLessThan(expected(data).length());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void whatIsDecompressedIsTheData(Codec codec, CodecBenchmark.Content data) throws Exception {
    prepare(codec, data);
    assertThat(benchmark.available()).as("%s works here", codec).isTrue();
    for (CodecBenchmark.Pieces pieces : CodecBenchmark.Pieces.values()) {
      decompressed.setLength(0);
      benchmark.pieces = pieces;
      benchmark.decompress(null);
      boolean withoutEnd =
          pieces == CodecBenchmark.Pieces.record && data == CodecBenchmark.Content.tera;
      assertThat(decompressed + (withoutEnd ? "\u00ff\u00ff" : "")).isEqualTo(expected(data));
    }
  }

  @ParameterizedTest
  @EnumSource(CodecBenchmark.Content.class)
  void bytesAreThoseOfTheUncompressedData(CodecBenchmark.Content data) throws Exception {
    prepare(Codec.snappy, data);
    assertThat(benchmark.input.bytes()).isEqualTo(expected(data).length());
    assertThat(benchmark.input.records())
        .isEqualTo(
            data == CodecBenchmark.Content.tera
                ? benchmark.records
                : expected(data).chars().filter(c -> c == '\n').count());
  }

  @Test
  void codecThatDoesNotWorkIsSkippedWithItsReason() throws Exception {
    assumeFalse(NativeCodeLoader.isNativeCodeLoaded(), "native Hadoop is there");
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      prepare(Codec.zstd, CodecBenchmark.Content.tera);
      assertThat(benchmark.compress()).isZero();
      benchmark.decompress(null);
    } finally {
      System.setOut(out);
    }
    assertThat(decompressed).isEmpty();
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(line -> line.matches(Skipped.PREFIX + "compress\\.zstd: native zStandard .+"))
        .anyMatch(line -> line.matches(Skipped.PREFIX + "decompress\\.zstd: native zStandard .+"));
  }

  private void prepare(Codec codec, CodecBenchmark.Content data) throws Exception {
    benchmark.codec = codec;
    benchmark.data = data;
    benchmark.records = 5_000;
    benchmark.pieces = CodecBenchmark.Pieces.record;
    benchmark.prepare();
  }

  private String expected(CodecBenchmark.Content data) throws Exception {
    if (data == CodecBenchmark.Content.tera) {
      return ifile();
    }
    String enough = Contents.of(wikipedia());
    return enough.substring(0, enough.indexOf('\n', 100 * benchmark.records - 1) + 1);
  }

  private static byte[] wikipedia() throws IOException {
    try (InputStream text =
        new GZIPInputStream(Corpus.class.getResourceAsStream("enwiki-2016.txt.gz"))) {
      return text.readAllBytes();
    }
  }

  /** As Hadoop writes it, without its checksum. */
  private String ifile() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (LocalDirectory directory = LocalDirectory.open();
        FSDataOutputStream out = new FSDataOutputStream(bytes, null)) {
      SortedSegment.write(
          new Configuration(),
          out,
          TeraRecords.load(directory, benchmark.records, 0, TeraRecords.Order.SORTED),
          0,
          1,
          null);
    }
    return Contents.of(bytes.toByteArray(), bytes.size() - CHECKSUM_BYTES);
  }

  /** By the libraries themselves, without Hadoop; for Zstandard there is none but Hadoop. */
  private static byte[] uncompressed(Codec codec, byte[] compressed) throws IOException {
    switch (codec) {
      case gzip:
        return new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes();
      case zstd:
        return codec.open().createInputStream(new ByteArrayInputStream(compressed)).readAllBytes();
      case snappy:
      case lz4:
        return blocks(codec, compressed);
      default:
        throw new IllegalArgumentException("the test cannot read " + codec);
    }
  }

  /** Hadoop's block format: length of a block, then chunks, each behind its compressed length. */
  private static byte[] blocks(Codec codec, byte[] compressed) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(compressed));
    while (in.available() > 0) {
      int left = in.readInt();
      while (left > 0) {
        byte[] chunk = in.readNBytes(in.readInt());
        byte[] plain = codec == Codec.snappy ? Snappy.uncompress(chunk) : lz4(chunk, left);
        all.write(plain);
        left -= plain.length;
      }
    }
    return all.toByteArray();
  }

  private static byte[] lz4(byte[] chunk, int most) {
    byte[] plain = new byte[most];
    int length = LZ4Factory.safeInstance().safeDecompressor().decompress(chunk, plain);
    return Arrays.copyOf(plain, length);
  }
}
