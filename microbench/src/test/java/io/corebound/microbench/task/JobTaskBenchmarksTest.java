package io.corebound.microbench.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.corebound.microbench.KeptInput;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measured;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.RunningHdfs;
import io.corebound.microbench.corpus.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
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

/** Tasks of a job that its own main class sets up: Hadoop's WordCount. */
@ExtendWith(KeptInput.class)
final class JobTaskBenchmarksTest {
  private static final int BYTES = 600_000;

  @BeforeAll
  static void startHdfs() throws Exception {
    RunningHdfs.use();
  }

  // a sort buffer of 1 MiB has three spills of so much text, of which the final merge combines the
  // words; one of 16 MiB has one
  @ParameterizedTest
  @CsvSource({"1, 3", "16, 1"})
  void mapOutputHasEveryWordOnceWithItsCountAndTheFiguresTellOfIt(int sortMib, int partitions)
      throws Exception {
    JobMapTaskBenchmark benchmark = map("hadoop", BYTES, sortMib, partitions);
    String text = text();
    Map<String, Integer> counts = counts(text);
    benchmark.prepare();
    try {
      for (int i = 0; i < 2; i++) {
        benchmark.newTask();
        Measured.figures();
        benchmark.run();
        List<String> words = new ArrayList<>();
        Map<String, Integer> found = new TreeMap<>();
        for (int partition = 0; partition < partitions; partition++) {
          List<String> one = partition(benchmark, partition, found);
          // in the order of the bytes, as Text compares
          assertThat(one).isSortedAccordingTo((a, b) -> new Text(a).compareTo(new Text(b)));
          words.addAll(one);
        }
        assertThat(words).doesNotHaveDuplicates();
        assertThat(found).isEqualTo(counts);
        Map<String, Long> figures = Measured.figures();
        long collected = counts.values().stream().mapToLong(Integer::longValue).sum();
        // a length of one byte before a word, four bytes for its count
        long serialized =
            counts.entrySet().stream()
                .mapToLong(
                    w -> (w.getKey().getBytes(StandardCharsets.UTF_8).length + 5L) * w.getValue())
                .sum();
        assertThat(figures)
            .contains(
                entry("word-count.map|records", text.lines().count()),
                entry("word-count.map|bytes", (long) text.getBytes(StandardCharsets.UTF_8).length),
                entry("word-count.map|map_output_records", collected),
                entry("word-count.map|map_output_bytes", serialized),
                entry("word-count.map|kept_records", (long) counts.size()));
        long spilled = figures.get("word-count.map|spilled_records");
        if (sortMib == 1) {
          assertThat(spilled).isGreaterThan(counts.size()).isLessThan(collected);
        } else {
          assertThat(spilled).isEqualTo(counts.size());
        }
        // two lengths of one byte more than what is serialized, and an end for each partition
        long ifile =
            counts.keySet().stream()
                .mapToLong(w -> w.getBytes(StandardCharsets.UTF_8).length + 7L)
                .sum();
        assertThat(figures.get("word-count.map|kept_ifile_bytes"))
            .isBetween(ifile, ifile + 16L * partitions);
        assertThat(figures.get("word-count.map|kept_compressed_bytes"))
            .isBetween(ifile / 4, ifile - 1);
        benchmark.deleteOutput();
      }
    } finally {
      benchmark.close();
    }
  }

  private static String text(FileSystem hdfs, Path file) throws IOException {
    try (FSDataInputStream in = hdfs.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void mapOfAJobWithoutReducesLeavesItsOutputInHdfs() throws Exception {
    JobMapTaskBenchmark benchmark = map("hadoop", BYTES, 1, 0);
    benchmark.prepare();
    FileSystem hdfs = benchmark.hdfs.fileSystem();
    try {
      for (int i = 0; i < 2; i++) {
        benchmark.newTask();
        Measured.figures();
        benchmark.run();
        String written = text(hdfs, new Path(benchmark.output(), "part-m-00000"));
        List<String> words = List.of(text().strip().split("\\s+"));
        assertThat(written.lines())
            .containsExactlyElementsOf(words.stream().map(w -> w + "\t1").toList());
        assertThat(Measured.figures())
            .contains(
                entry("word-count.map|map_output_records", (long) words.size()),
                entry(
                    "word-count.map|text_bytes",
                    (long) text().getBytes(StandardCharsets.UTF_8).length),
                entry(
                    "word-count.map|output_bytes",
                    (long) written.getBytes(StandardCharsets.UTF_8).length))
            .doesNotContainKey("word-count.map|kept_records");
        benchmark.deleteOutput();
        assertThat(hdfs.exists(benchmark.output())).isFalse();
      }
    } finally {
      benchmark.close();
    }
  }

  @Test
  void emptySplitHasAnEmptyOutput() throws Exception {
    JobMapTaskBenchmark benchmark = map("hadoop", 0, 1, 2);
    benchmark.prepare();
    try {
      benchmark.newTask();
      Measured.figures();
      benchmark.run();
      assertThat(Measured.figures())
          .contains(
              entry("word-count.map|records", 0L),
              entry("word-count.map|bytes", 0L),
              entry("word-count.map|kept_records", 0L));
    } finally {
      benchmark.close();
    }
  }

  /** It has no combiner: what its maps collect is what they keep. */
  @Test
  void jobOfOneOfItsOwnClassesKeepsWhatItsMapsPassOn() throws Exception {
    JobMapTaskBenchmark benchmark = map("hadoop", BYTES, 16, 2);
    benchmark.workload = "log-filter";
    benchmark.command = "io.corebound.jobs.LogFilter+{input}+{output}";
    benchmark.corpus = Corpus.WEB_LOG;
    benchmark.prepare();
    try {
      benchmark.newTask();
      Measured.figures();
      benchmark.run();
      Map<String, Long> figures = Measured.figures();
      String text;
      try (LocalDirectory directory = LocalDirectory.open()) {
        text = Files.readString(Corpus.file(directory, BYTES, Corpus.WEB_LOG));
      }
      long failed = text.lines().filter(l -> l.matches(".*\" 5\\d\\d \\d.*")).count();
      assertThat(failed).isPositive();
      assertThat(figures)
          .contains(
              entry("log-filter.map|records", text.lines().count()),
              entry("log-filter.map|map_output_records", failed),
              entry("log-filter.map|kept_records", failed),
              entry("log-filter.map|spilled_records", failed));
    } finally {
      benchmark.close();
    }
  }

  /** Its input is no text, and its main class asks how many slots there are. */
  @Test
  void sortOfSequenceFilesKeepsEveryRecordInMapsAndReduces() throws Exception {
    String command = "org.apache.hadoop.examples.Sort+-r+{reduces}+{input}+{output}";
    JobMapTaskBenchmark map = map("hadoop", BYTES, 16, 2);
    map.workload = "sort";
    map.command = command;
    map.corpus = RandomRecords.NAME;
    map.prepare();
    Map<String, Long> mapped;
    try {
      map.newTask();
      Measured.figures();
      map.run();
      mapped = Measured.figures();
    } finally {
      map.close();
    }
    assertThat(mapped.get("sort.map|records")).isPositive();
    assertThat(mapped)
        .containsEntry("sort.map|map_output_records", mapped.get("sort.map|records"))
        .containsEntry("sort.map|kept_records", mapped.get("sort.map|records"));
    for (int bytes : new int[] {BYTES, 0}) {
      JobReduceTaskBenchmark reduce = reduce(bytes, 3);
      reduce.workload = "sort";
      reduce.command = command;
      reduce.corpus = RandomRecords.NAME;
      reduce.prepare();
      try {
        reduce.newTask();
        Measured.figures();
        reduce.run();
        assertThat(Measured.figures())
            .containsEntry(
                "sort.reduce|reduce_output_records",
                bytes == 0 ? 0 : mapped.get("sort.map|records"));
      } finally {
        reduce.close();
      }
    }
  }

  @Test
  void jobWithoutAMainClassIsRefusedWithItsName() {
    JobMapTaskBenchmark benchmark = map("hadoop", BYTES, 1, 1);
    benchmark.command = "io.corebound.jobs.Missing";
    assertThatThrownBy(benchmark::prepare)
        .hasMessage("job: there is no main class io.corebound.jobs.Missing in the class path");
  }

  @Test
  void textOfLessThanNoBytesIsRefused() {
    assertThatThrownBy(() -> map("hadoop", -1, 1, 1).prepare())
        .isInstanceOf(OneLineException.class)
        .hasMessage("bytes: -1 is less than 0");
  }

  // with fewer maps than the merge factor: sortOfSequenceFilesKeepsEveryRecordInMapsAndReduces
  @ParameterizedTest
  @CsvSource({"600000, 12", "0, 3"})
  void reduceOutputHasEveryWordOfAllMapsOnceWithItsCount(int bytes, int maps) throws Exception {
    JobReduceTaskBenchmark benchmark = reduce(bytes, maps);
    benchmark.prepare();
    FileSystem hdfs = benchmark.hdfs.fileSystem();
    try {
      for (int i = 0; i < 2; i++) {
        benchmark.newTask();
        Measured.figures();
        benchmark.run();
        Map<String, Integer> counts = bytes == 0 ? Map.of() : counts(text());
        Map<String, Integer> found = new TreeMap<>();
        String written = text(hdfs, new Path(benchmark.output(), "part-r-00000"));
        written
            .lines()
            .map(line -> line.split("\\t", -1))
            .forEach(w -> assertThat(found.put(w[0], Integer.valueOf(w[1]))).isNull());
        assertThat(found).isEqualTo(counts);
        Map<String, Long> figures = Measured.figures();
        assertThat(figures)
            .contains(
                entry("word-count.reduce|reduce_output_records", (long) counts.size()),
                entry(
                    "word-count.reduce|output_bytes",
                    (long) written.getBytes(StandardCharsets.UTF_8).length),
                entry("word-count.reduce|maps", (long) maps));
        assertThat(figures.get("word-count.reduce|reduce_input_records"))
            .isBetween((long) counts.size(), (long) maps * counts.size());
        assertThat(figures.get("word-count.reduce|records"))
            .isEqualTo(figures.get("word-count.reduce|reduce_input_records"));
        assertThat(figures.get("word-count.reduce|bytes") > 0).isEqualTo(bytes > 0);
        benchmark.deleteOutput();
        assertThat(hdfs.exists(benchmark.output())).isFalse();
      }
    } finally {
      benchmark.close();
    }
  }

  static JobMapTaskBenchmark map(String collector, long bytes, int sortMib, int partitions) {
    JobMapTaskBenchmark benchmark = new JobMapTaskBenchmark();
    benchmark.workload = SampledJob.WORD_COUNT;
    benchmark.command = SampledJob.WORD_COUNT_COMMAND;
    benchmark.jar = "";
    benchmark.collector = collector;
    benchmark.bytes = bytes;
    benchmark.corpus = Corpus.OWN;
    benchmark.dir = "/job-map";
    benchmark.partitions = partitions;
    benchmark.sortMib = sortMib;
    benchmark.spillPercent = 0.8f;
    benchmark.factor = 10;
    return benchmark;
  }

  private static JobReduceTaskBenchmark reduce(int bytes, int maps) {
    JobReduceTaskBenchmark benchmark = new JobReduceTaskBenchmark();
    benchmark.workload = SampledJob.WORD_COUNT;
    benchmark.command = SampledJob.WORD_COUNT_COMMAND;
    benchmark.jar = "";
    benchmark.bytes = bytes;
    benchmark.corpus = Corpus.OWN;
    benchmark.dir = "/job-reduce";
    benchmark.maps = maps;
    benchmark.factor = 5;
    return benchmark;
  }

  private static String text() throws Exception {
    try (LocalDirectory directory = LocalDirectory.open()) {
      return Files.readString(Corpus.file(directory, BYTES, Corpus.OWN));
    }
  }

  private static Map<String, Integer> counts(String text) {
    Map<String, Integer> counts = new TreeMap<>();
    for (String word : text.strip().split("\\s+")) {
      counts.merge(word, 1, Integer::sum);
    }
    return counts;
  }

  /** Reads a partition as a ShuffleHandler and a reduce task would; returns its words, in order. */
  private static List<String> partition(
      JobMapTaskBenchmark benchmark, int partition, Map<String, Integer> into) throws Exception {
    JobConf job = benchmark.job();
    var files = benchmark.task.getMapOutputFile();
    IndexRecord index = new SpillRecord(files.getOutputIndexFile(), job).getIndex(partition);
    List<String> words = new ArrayList<>();
    try (FSDataInputStream in = FileSystem.getLocal(job).getRaw().open(files.getOutputFile())) {
      in.seek(index.startOffset);
      IFile.Reader<Text, IntWritable> reader =
          new IFile.Reader<>(
              job, in, index.partLength, ReflectionUtils.newInstance(SnappyCodec.class, job), null);
      DataInputBuffer key = new DataInputBuffer();
      DataInputBuffer value = new DataInputBuffer();
      Text word = new Text();
      IntWritable count = new IntWritable();
      while (reader.nextRawKey(key)) {
        reader.nextRawValue(value);
        word.readFields(key);
        count.readFields(value);
        words.add(word.toString());
        into.put(word.toString(), count.get());
      }
    }
    return words;
  }
}
