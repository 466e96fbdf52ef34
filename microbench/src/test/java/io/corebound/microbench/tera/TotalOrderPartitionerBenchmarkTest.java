package io.corebound.microbench.tera;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TotalOrderPartitionerBenchmarkTest {
  /** A record of the partition file: a length of one byte and a key. */
  private static final int ENTRY = 11;

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 256})
  void everyKeyGoesWhereTheSplitPointsSay(int partitions) throws Exception {
    TotalOrderPartitionerBenchmark benchmark = new TotalOrderPartitionerBenchmark();
    benchmark.records = TotalOrderPartitionerBenchmark.KEYS / 16;
    benchmark.seed = 3;
    benchmark.partitions = partitions;
    benchmark.prepare();
    try {
      benchmark.newPartitioner();
      List<String> splitPoints =
          splitPoints(Files.readAllBytes(benchmark.work.resolve("_partition.lst")));
      assertThat(splitPoints).hasSize(partitions - 1).isSorted();
      int[] sizes = new int[partitions];
      long sum = 0;
      for (Text key : benchmark.keys) {
        int found = benchmark.partitioner.getPartition(key, new Text(), partitions);
        String bytes = Contents.of(key);
        assertThat((long) found)
            .isEqualTo(splitPoints.stream().filter(p -> p.compareTo(bytes) <= 0).count());
        sizes[found]++;
        sum += found;
      }
      // every key was sampled, and they were cut evenly
      assertThat(Arrays.stream(sizes).boxed())
          .allSatisfy(
              size ->
                  assertThat(size)
                      .isBetween(
                          TotalOrderPartitionerBenchmark.KEYS / partitions - 1,
                          TotalOrderPartitionerBenchmark.KEYS / partitions + 1));
      // a batch of a sixteenth asks for every key once
      assertThat(benchmark.partition()).isEqualTo(sum);
    } finally {
      benchmark.close();
    }
    assertThat(benchmark.work).doesNotExist();
  }

  private static List<String> splitPoints(byte[] file) {
    List<String> points = new ArrayList<>();
    for (int at = 0; at < file.length; at += ENTRY) {
      points.add(Contents.of(Arrays.copyOfRange(file, at + 1, at + ENTRY)));
    }
    return points;
  }
}
