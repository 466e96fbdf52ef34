package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ListBenchmarksTest {
  @Test
  void everyBenchmarkSaysWhatItMeasures() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ListBenchmarks.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\n");
    assertThat(lines).hasSameSizeAs(ListBenchmarks.classes());
    assertThat(lines)
        .allSatisfy(
            line -> {
              String[] fields = line.split("\t", -1);
              assertThat(fields).hasSize(9);
              assertThat(fields[1]).endsWith("Benchmark");
              assertThat(fields[2]).isNotBlank();
              assertThat(fields[6]).endsWith("?");
              assertThat(fields[7]).matches("[1-9]\\d*");
              assertThat(fields[8]).matches("(\\S+=\\S* )*\\S+=\\S*");
            });
    assertThat(lines)
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("read\tReadHdfsBenchmark\tread.hdfs\thdfs\t")
                    .contains("seed=0"));
  }
}
