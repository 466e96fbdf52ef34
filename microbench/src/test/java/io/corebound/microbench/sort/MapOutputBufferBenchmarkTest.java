package io.corebound.microbench.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SpillRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MapOutputBufferBenchmarkTest {
  @ParameterizedTest
  @CsvSource({"1, 0.80", "2, 0.80", "5, 0.30"})
  void everyPartitionOfTheOutputIsSortedAndComplete(int partitions, float spillPercent)
      throws Exception {
    MapOutputBufferBenchmark benchmark = new MapOutputBufferBenchmark();
    benchmark.records = 20_000;
    benchmark.seed = 3;
    benchmark.partitions = partitions;
    benchmark.sortMib = 1;
    benchmark.spillPercent = spillPercent;
    benchmark.prepare();
    try {
      benchmark.newTask();
      benchmark.sortAndMerge();
      // 102 B serialized and 16 B of metadata a record, and a buffer of 1 MiB
      int fewest = (int) Math.ceil(20_000 * (102 + 16) / (1024.0 * 1024.0));
      assertThat(benchmark.task().spills()).isGreaterThanOrEqualTo(fewest);
      List<String> all = new ArrayList<>();
      for (int partition = 0; partition < partitions; partition++) {
        List<String> one = read(benchmark, partition);
        assertThat(one).isSorted().isNotEmpty();
        for (String record : one) {
          assertThat(benchmark.partition(key(record))).isEqualTo(partition);
        }
        all.addAll(one);
      }
      assertThat(all).containsExactlyInAnyOrderElementsOf(Contents.of(benchmark.input()));
      benchmark.deleteOutput();
    } finally {
      benchmark.close();
    }
  }

  private static Text key(String record) {
    byte[] bytes = new byte[10];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) record.charAt(i);
    }
    return new Text(bytes);
  }

  /** Reads the map's output as a ShuffleHandler and a reduce task would. */
  private static List<String> read(MapOutputBufferBenchmark benchmark, int partition)
      throws Exception {
    JobConf job = new JobConf();
    FileSystem local = FileSystem.getLocal(job).getRaw();
    var files = benchmark.task().getMapOutputFile();
    IndexRecord index = new SpillRecord(files.getOutputIndexFile(), job).getIndex(partition);
    List<String> records = new ArrayList<>();
    try (FSDataInputStream in = local.open(files.getOutputFile())) {
      in.seek(index.startOffset);
      IFile.Reader<Text, Text> reader = new IFile.Reader<>(job, in, index.partLength, null, null);
      DataInputBuffer key = new DataInputBuffer();
      DataInputBuffer value = new DataInputBuffer();
      Text text = new Text();
      while (reader.nextRawKey(key)) {
        reader.nextRawValue(value);
        text.readFields(key);
        String record = Contents.of(text);
        text.readFields(value);
        records.add(record + Contents.of(text));
      }
    }
    return records;
  }
}
