package io.corebound.microbench.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.KeptInput;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.RunningHdfs;
import io.corebound.microbench.TeraRecords;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KeptInput.class)
final class TaskBenchmarksTest {
  /** At the end of each segment of an IFile. */
  private static final int CHECKSUM_BYTES = 4;

  @BeforeAll
  static void startHdfs() throws Exception {
    RunningHdfs.use();
  }

  @ParameterizedTest
  @CsvSource({"20000, 3", "0, 2"})
  void mapOutputIsCompleteAndEveryPartitionSorted(int records, int partitions) throws Exception {
    sorts(new MapTaskBenchmark(), "hadoop", records, partitions);
  }

  @Test
  void mapWithoutCodecSortsTheSameAndCompressesNothing() throws Exception {
    sorts(new PlainMapTaskBenchmark(), "hadoop", 20_000, 1);
  }

  /** Runs two tasks and compares what they leave with their input. */
  static void sorts(MapTaskBenchmark benchmark, String collector, int records, int partitions)
      throws Exception {
    benchmark.collector = collector;
    benchmark.records = records;
    benchmark.dir = "/map-task";
    benchmark.seed = 3;
    benchmark.partitions = partitions;
    benchmark.sortMib = 1;
    benchmark.spillPercent = 0.8f;
    benchmark.factor = 10;
    benchmark.prepare();
    try {
      for (int i = 0; i < 2; i++) {
        benchmark.newTask();
        benchmark.run();
        assertThat(benchmark.task.getTaskID().getId()).isEqualTo(i);
        List<String> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
          List<String> one = partition(benchmark, partition);
          assertThat(one).isSorted();
          // TeraSort samples every key of so few, and cuts them evenly
          assertThat(one.size()).isBetween(records / partitions - 1, records / partitions + 1);
          all.addAll(one);
        }
        assertThat(all).isEqualTo(sorted(records));
        benchmark.deleteOutput();
      }
    } finally {
      benchmark.close();
    }
  }

  @Test
  void inputOfOneForkServesTheNext() throws Exception {
    System.setProperty(Hdfs.KEEP_PROPERTY, "true");
    try {
      mapOutputIsCompleteAndEveryPartitionSorted(20_000, 2);
      List<FileStatus> first = kept();
      assertThat(first).hasSize(3).anyMatch(f -> f.getLen() == 20_000 * TeraRecords.RECORD_BYTES);
      mapOutputIsCompleteAndEveryPartitionSorted(20_000, 2);
      assertThat(kept())
          .extracting(FileStatus::getModificationTime)
          .isEqualTo(first.stream().map(FileStatus::getModificationTime).toList());
    } finally {
      System.clearProperty(Hdfs.KEEP_PROPERTY);
    }
  }

  private static List<FileStatus> kept() throws Exception {
    try (FileSystem hdfs =
        FileSystem.newInstance(URI.create(RunningHdfs.use().uri()), new Configuration())) {
      return files(hdfs, new Path("/map-task/input"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000, 0})
  void reduceOutputInHdfsIsSortedAndCompleteAndDeletedAfterwards(int records) throws Exception {
    reduces(new ReduceTaskBenchmark(), records);
  }

  @Test
  void reduceOfOutputsWithoutCodecWritesTheSame() throws Exception {
    reduces(new PlainReduceTaskBenchmark(), 20_000);
  }

  /** Runs two tasks and compares what they write with their input. */
  static void reduces(ReduceTaskBenchmark benchmark, int records) throws Exception {
    benchmark.records = records;
    benchmark.dir = "/reduce-task";
    benchmark.seed = 3;
    benchmark.maps = 12;
    benchmark.factor = 5;
    benchmark.prepare();
    FileSystem hdfs = benchmark.hdfs.fileSystem();
    try {
      for (int i = 0; i < 2; i++) {
        benchmark.newTask();
        benchmark.run();
        List<FileStatus> files = files(hdfs, benchmark.output());
        assertThat(files).hasSize(1);
        assertThat(files.get(0).getReplication()).isEqualTo((short) 1);
        // committed: no longer below _temporary
        assertThat(files.get(0).getPath().toString()).endsWith("/output/part-r-00000");
        try (FSDataInputStream in = hdfs.open(files.get(0).getPath())) {
          assertThat(Contents.of(in.readAllBytes())).isEqualTo(String.join("", sorted(records)));
        }
        benchmark.deleteOutput();
        assertThat(hdfs.exists(benchmark.output())).isFalse();
      }
    } finally {
      benchmark.close();
    }
    assertThat(hdfs.listStatus(new Path("/reduce-task"))).isEmpty();
  }

  private static List<String> sorted(int records) throws Exception {
    try (LocalDirectory directory = LocalDirectory.open()) {
      return Contents.of(TeraRecords.load(directory, records, 3, TeraRecords.Order.SORTED));
    }
  }

  private static List<FileStatus> files(FileSystem hdfs, Path directory) throws Exception {
    List<FileStatus> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> iterator = hdfs.listFiles(directory, true);
    while (iterator.hasNext()) {
      files.add(iterator.next());
    }
    return files;
  }

  /** Reads a partition as a ShuffleHandler and a reduce task would. */
  private static List<String> partition(MapTaskBenchmark benchmark, int partition)
      throws Exception {
    JobConf job = benchmark.job();
    var files = benchmark.task.getMapOutputFile();
    IndexRecord index = new SpillRecord(files.getOutputIndexFile(), job).getIndex(partition);
    List<String> records = new ArrayList<>();
    try (FSDataInputStream in = FileSystem.getLocal(job).getRaw().open(files.getOutputFile())) {
      in.seek(index.startOffset);
      assertThat(index.partLength == index.rawLength + CHECKSUM_BYTES)
          .isEqualTo(!job.getCompressMapOutput());
      CompressionCodec codec =
          job.getCompressMapOutput() ? ReflectionUtils.newInstance(SnappyCodec.class, job) : null;
      IFile.Reader<Text, Text> reader = new IFile.Reader<>(job, in, index.partLength, codec, null);
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
