package io.corebound.microbench.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.RunningHdfs;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WriteBenchmarksTest {
  @BeforeAll
  static void startHdfs() throws Exception {
    RunningHdfs.use();
  }

  @ParameterizedTest
  @CsvSource({"true, 1000", "false, 1000", "true, 65536"})
  void bytesWrittenCanBeReadBack(boolean finalSync, int buffer) throws Exception {
    WriteHdfsBenchmark benchmark = new WriteHdfsBenchmark();
    benchmark.bytes = 123_457;
    benchmark.buffer = buffer;
    benchmark.finalSync = finalSync;
    benchmark.dir = "/write-hdfs";
    benchmark.prepare();
    benchmark.write();
    String expected =
        Contents.of(benchmark.source()).repeat(123_457 / buffer + 1).substring(0, 123_457);
    assertThat(read(benchmark.hdfs(), benchmark.file())).isEqualTo(expected);
    benchmark.delete();
    assertThat(benchmark.hdfs().fileSystem().exists(benchmark.file())).isFalse();
    benchmark.close();
  }

  @Test
  void recordsWrittenCanBeReadBack() throws Exception {
    WriteTeraRecordsBenchmark benchmark = new WriteTeraRecordsBenchmark();
    benchmark.records = 5_000;
    benchmark.dir = "/write-tera-records";
    benchmark.prepare();
    for (int i = 0; i < 2; i++) {
      benchmark.newTask();
      benchmark.write();
      assertThat(read(benchmark.hdfs(), benchmark.file()))
          .isEqualTo(String.join("", Contents.of(benchmark.input())));
      assertThat(benchmark.hdfs().fileSystem().getFileStatus(benchmark.file()).getReplication())
          .isEqualTo((short) 1);
      benchmark.delete();
    }
    benchmark.close();
    assertThat(benchmark.hdfs().fileSystem().listStatus(new Path("/write-tera-records"))).isEmpty();
  }

  private static String read(Hdfs hdfs, Path file) throws IOException {
    try (FSDataInputStream in = hdfs.fileSystem().open(file)) {
      return Contents.of(in.readAllBytes());
    }
  }
}
