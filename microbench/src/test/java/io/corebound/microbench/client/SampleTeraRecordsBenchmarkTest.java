package io.corebound.microbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Hdfs;
import io.corebound.microbench.KeptInput;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.RunningHdfs;
import io.corebound.microbench.TeraRecords;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(KeptInput.class)
final class SampleTeraRecordsBenchmarkTest {
  @BeforeAll
  static void startHdfs() throws Exception {
    RunningHdfs.use();
  }

  @ParameterizedTest
  @CsvSource({"20000, 2", "20000, 16", "230, 2"})
  void everySamplingWritesThePartitionFileOfItsInput(int records, int partitions) throws Throwable {
    SampleTeraRecordsBenchmark benchmark = new SampleTeraRecordsBenchmark();
    benchmark.records = records;
    benchmark.partitions = partitions;
    benchmark.dir = "/sample";
    benchmark.prepare();
    benchmark.sample();
    List<Text> first = keys(benchmark.partitionFile());
    benchmark.sample();
    assertThat(keys(benchmark.partitionFile())).isEqualTo(first);
    assertThat(first).hasSize(partitions - 1).isSorted().doesNotHaveDuplicates();
    assertThat(inOrder(records)).containsAll(first);
    if (partitions == 2) {
      // half of the records are before the only one
      assertThat(Collections.binarySearch(inOrder(records), first.get(0)) / (double) records)
          .isBetween(0.35, 0.65);
    }
    benchmark.close();
  }

  private static List<Text> inOrder(int records) throws Exception {
    List<Text> keys = new ArrayList<>();
    try (LocalDirectory local = LocalDirectory.open()) {
      byte[] all =
          java.nio.file.Files.readAllBytes(
              TeraRecords.file(local, records, 0, TeraRecords.Order.SORTED));
      for (int at = 0; at < all.length; at += TeraRecords.RECORD_BYTES) {
        Text key = new Text();
        key.set(all, at, TeraRecords.KEY_BYTES);
        keys.add(key);
      }
    }
    return keys;
  }

  private static List<Text> keys(org.apache.hadoop.fs.Path file) throws Exception {
    Configuration configuration = new Configuration();
    FileSystem.setDefaultUri(configuration, System.getProperty(Hdfs.PROPERTY));
    List<Text> keys = new ArrayList<>();
    try (FSDataInputStream in = FileSystem.get(configuration).open(file)) {
      while (in.available() > 0) {
        Text key = new Text();
        key.readFields(in);
        keys.add(key);
      }
    }
    return keys;
  }
}
