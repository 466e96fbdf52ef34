package io.corebound.microbench.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.RunningHdfs;
import io.corebound.microbench.TeraRecords;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.Blackhole;

final class ReadBenchmarksTest {
  @BeforeAll
  static void startHdfs() throws Exception {
    RunningHdfs.use();
  }

  @ParameterizedTest
  @CsvSource({"123457, 65536", "123400, 1000", "1, 65536"})
  void bytesReadAreTheFiles(long bytes, int buffer) throws Exception {
    StringBuilder read = new StringBuilder();
    ReadHdfsBenchmark benchmark =
        new ReadHdfsBenchmark() {
          @Override
          void consume(byte[] target, int length, Blackhole blackhole) {
            read.append(Contents.of(target, length));
          }
        };
    benchmark.bytes = bytes;
    benchmark.buffer = buffer;
    benchmark.dir = "/read-hdfs";
    benchmark.prepare();
    benchmark.read(null);
    benchmark.close();
    String whole = String.join("", generated((int) (bytes / 100) + 1));
    assertThat(read.toString()).isEqualTo(whole.substring(0, (int) bytes));
  }

  @Test
  void recordsReadAreTheFiles() throws Exception {
    List<String> read = new ArrayList<>();
    ReadTeraRecordsBenchmark benchmark =
        new ReadTeraRecordsBenchmark() {
          @Override
          void consume(Text key, Text value, Blackhole blackhole) {
            read.add(Contents.of(key) + Contents.of(value));
          }
        };
    benchmark.records = 5_000;
    benchmark.dir = "/read-tera-records";
    benchmark.prepare();
    benchmark.read(null);
    benchmark.close();
    assertThat(read).isEqualTo(generated(5_000));
  }

  private static List<String> generated(int records) throws Exception {
    try (LocalDirectory directory = LocalDirectory.open()) {
      return Contents.of(TeraRecords.load(directory, records, 0, TeraRecords.Order.GENERATED));
    }
  }
}
