package io.corebound.microbench.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import io.corebound.microbench.SortedSegment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.Blackhole;

final class SnappyBenchmarkTest {
  private static final int CHECKSUM_BYTES = 4;

  private final StringBuilder decompressed = new StringBuilder();

  private final SnappyBenchmark benchmark =
      new SnappyBenchmark() {
        @Override
        void consume(byte[] data, int length, Blackhole blackhole) {
          if (length == 11) {
            decompressed.append((char) 11).append((char) 91);
          }
          decompressed.append(Contents.of(data, length));
        }
      };

  @BeforeEach
  void prepare() throws Exception {
    benchmark.records = 5_000;
    benchmark.pieces = SnappyBenchmark.Pieces.record;
    benchmark.prepare();
  }

  @AfterEach
  void close() throws Exception {
    benchmark.close();
  }

  @Test
  void whatIsCompressedIsAnIfileOfTheSortedRecords() throws Exception {
    int size = benchmark.compress();
    byte[] back =
        SnappyBenchmark.codec()
            .createInputStream(new ByteArrayInputStream(benchmark.compressed()))
            .readAllBytes();
    assertThat(Contents.of(back)).isEqualTo(ifile());
    assertThat((long) back.length).isEqualTo(benchmark.ifileBytes());
    assertThat(size).isEqualTo(benchmark.compressed().length).isLessThan(back.length * 6 / 10);
  }

  @ParameterizedTest
  @EnumSource(SnappyBenchmark.Pieces.class)
  void whatIsDecompressedIsTheIfile(SnappyBenchmark.Pieces pieces) throws Exception {
    benchmark.pieces = pieces;
    benchmark.decompress(null);
    String end = pieces == SnappyBenchmark.Pieces.record ? "\u00ff\u00ff" : "";
    assertThat(decompressed + end).isEqualTo(ifile());
  }

  /** As Hadoop writes it, without its checksum. */
  private String ifile() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (FSDataOutputStream out = new FSDataOutputStream(bytes, null)) {
      SortedSegment.write(new Configuration(), out, benchmark.input(), 0, 1, null);
    }
    return Contents.of(bytes.toByteArray(), bytes.size() - CHECKSUM_BYTES);
  }
}
