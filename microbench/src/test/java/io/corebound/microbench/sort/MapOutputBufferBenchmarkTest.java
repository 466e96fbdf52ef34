package io.corebound.microbench.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.corebound.microbench.Contents;
import io.corebound.microbench.KeptInput;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measured;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.PrefixCollector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SpillRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(KeptInput.class)
final class MapOutputBufferBenchmarkTest {
  private static final int SORT_BUFFER_BYTES = 1 << 20;
  private static final int PARTITIONS = 3;

  @BeforeEach
  void forgetEarlierFigures() {
    Measured.figures();
  }

  /** Any two values of two parameters meet in one of them. */
  static Stream<Arguments> pairs() {
    return Stream.of(
        Arguments.of("text-10", "90", "random", "several"),
        Arguments.of("text-10", "4", "sorted", "single"),
        Arguments.of("text-10", "int-4", "duplicates", "several"),
        Arguments.of("text-4", "90", "sorted", "several"),
        Arguments.of("text-4", "4", "duplicates", "several"),
        Arguments.of("text-4", "int-4", "random", "single"),
        Arguments.of("int-4", "90", "duplicates", "single"),
        Arguments.of("int-4", "4", "random", "several"),
        Arguments.of("int-4", "int-4", "sorted", "single"),
        Arguments.of("text-words", "90", "random", "single"),
        Arguments.of("text-words", "4", "sorted", "several"),
        Arguments.of("text-words", "int-4", "duplicates", "single"));
  }

  static Stream<Arguments> combinations() {
    return Stream.of("text-10", "text-4", "int-4", "text-words")
        .flatMap(key -> Stream.of("90", "4", "int-4").map(value -> List.of(key, value)))
        .flatMap(
            pair ->
                Stream.of("random", "sorted", "duplicates")
                    .flatMap(
                        order ->
                            Stream.of("several", "single")
                                .map(
                                    spills ->
                                        Arguments.of(pair.get(0), pair.get(1), order, spills))));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  @Tag("long")
  void everyCombinationIsSortedAndCompleteAndSpilledAsOftenAsAsked(
      String key, String value, String order, String spills) throws Exception {
    outputIsSortedAndCompleteAndSpilledAsOftenAsAsked(key, value, order, spills);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void outputIsSortedAndCompleteAndSpilledAsOftenAsAsked(
      String key, String value, String order, String spills) throws Exception {
    MapOutputBufferBenchmark benchmark = benchmark(key, value, order, spills);
    benchmark.records = 0;
    check(benchmark);
    if (spills.equals("single")) {
      assertThat(benchmark.task.spills()).isEqualTo(1);
    } else {
      assertThat(benchmark.task.spills()).isGreaterThanOrEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0.8", "2, 0.8", "5, 0.3"})
  void taskOfAnyNumberOfPartitionsAndAnySpillPercentageIsSortedAndComplete(
      int partitions, float spillPercent) throws Exception {
    MapOutputBufferBenchmark benchmark = benchmark("text-10", "90", "random", "several");
    benchmark.records = 20_000;
    benchmark.partitions = partitions;
    benchmark.spillPercent = spillPercent;
    check(benchmark);
    // 102 B serialized and 16 B of metadata a record
    assertThat(benchmark.task.spills())
        .isGreaterThanOrEqualTo((int) Math.ceil(20_000.0 * (102 + 16) / SORT_BUFFER_BYTES));
  }

  @Test
  void figuresTellTheBatchAndItsSpills() throws Exception {
    MapOutputBufferBenchmark benchmark = benchmark("int-4", "4", "random", "several");
    benchmark.records = 0;
    check(benchmark);
    int records = benchmark.pairs.count();
    int spills = benchmark.task.spills();
    Map<String, Long> figures = Measured.figures();
    for (String operation : List.of("sort", "merge", "sort-merge")) {
      String label = operation + "(records=" + records + ")|";
      assertThat(figures).containsEntry(label + "records", (long) records);
      assertThat(figures).containsEntry(label + "bytes", 8L * records);
    }
    String sort = "sort(records=" + records + ")|";
    assertThat(figures).containsEntry(sort + "spills", (long) spills);
    assertThat(figures).containsEntry(sort + "records_per_spill", (long) records / spills);
  }

  @Test
  void singleSpillIsNoMerge() throws Exception {
    MapOutputBufferBenchmark benchmark = benchmark("text-10", "90", "random", "single");
    benchmark.records = 1_000;
    check(benchmark);
    assertThat(Measured.figures().keySet())
        .noneMatch(label -> label.startsWith("merge"))
        .contains("sort|wall_ns", "sort-merge|wall_ns");
  }

  @ParameterizedTest
  @CsvSource({"several, 100, give more records", "single, 100000, give fewer records"})
  void otherNumberOfSpillsThanAskedIsRefused(String spills, int records, String remedy)
      throws Exception {
    MapOutputBufferBenchmark benchmark = benchmark("text-10", "90", "random", spills);
    benchmark.records = records;
    assertThatThrownBy(() -> check(benchmark))
        .isInstanceOf(OneLineException.class)
        .hasMessageContaining(remedy);
  }

  @Test
  void batchThatDoesNotFitIsRefusedBeforeItIsWritten() {
    MapOutputBufferBenchmark benchmark = benchmark("text-4", "90", "random", "several");
    benchmark.records = Integer.MAX_VALUE;
    assertThatThrownBy(benchmark::prepare)
        .isInstanceOf(OneLineException.class)
        .hasMessageMatching(".*: \\d+\\.\\d\\d GB are needed and .* are free; .*");
  }

  @ParameterizedTest
  @CsvSource({
    "text-3, 90, random, several, key: 'text-3'",
    "text-10, 0, random, several, value: '0'",
    "text-10, 90, rising, several, order: 'rising'",
    "text-10, 90, random, some, spills: 'some'"
  })
  void misspeltParameterIsNamed(
      String key, String value, String order, String spills, String message) {
    assertThatThrownBy(() -> benchmark(key, value, order, spills).prepare())
        .isInstanceOf(OneLineException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void collectorThatIsUnknownOrNotThereIsNamedWithTheRemedy() {
    MapOutputBufferBenchmark benchmark = benchmark("text-10", "90", "random", "several");
    benchmark.collector = "hadop";
    assertThatThrownBy(benchmark::prepare)
        .isInstanceOf(OneLineException.class)
        .hasMessageStartingWith("collector: 'hadop'");
    assumeFalse(PrefixCollector.isThere(), "levers/collector is on the class path");
    benchmark.collector = "prefix";
    assertThatThrownBy(benchmark::prepare)
        .isInstanceOf(OneLineException.class)
        .hasMessageContaining("add the jar of levers/collector");
  }

  static MapOutputBufferBenchmark benchmark(String key, String value, String order, String spills) {
    MapOutputBufferBenchmark benchmark =
        new MapOutputBufferBenchmark() {
          @Override
          Pairs load(LocalDirectory from, PairType of, PairOrder in, int count)
              throws IOException, InterruptedException {
            // no JVM of its own: what is cold does not matter here
            return Pairs.load(from, of, in, count, seed, corpus, PairsFile::main);
          }
        };
    benchmark.seed = 3;
    benchmark.partitions = PARTITIONS;
    benchmark.sortMib = 1;
    benchmark.spillPercent = 0.8f;
    benchmark.key = key;
    benchmark.value = value;
    benchmark.order = order;
    benchmark.spills = spills;
    benchmark.corpus = "";
    benchmark.collector = "hadoop";
    return benchmark;
  }

  /** Runs a benchmark once and compares its output with its input. */
  static void check(MapOutputBufferBenchmark benchmark) throws Exception {
    benchmark.prepare();
    try {
      benchmark.newTask();
      benchmark.sortAndMerge();
      Map<String, Integer> missing = new HashMap<>();
      input(benchmark.pairs).forEach(pair -> missing.merge(pair, 1, Integer::sum));
      for (int partition = 0; partition < benchmark.partitions; partition++) {
        List<Pair> pairs = read(benchmark, partition);
        assertThat(pairs).isSortedAccordingTo(Pair::compareKeys);
        int expected = partition;
        assertThat(pairs)
            .allMatch(
                p ->
                    benchmark.key.equals("text-words")
                        ? p.first() % benchmark.partitions == expected
                        : p.first() * benchmark.partitions / 256 == expected);
        for (Pair pair : pairs) {
          missing.merge(pair.key() + "=" + pair.value(), -1, (n, m) -> n + m == 0 ? null : n + m);
        }
      }
      assertThat(missing).as("pairs that are missing, or one too many").isEmpty();
      benchmark.deleteOutput();
    } finally {
      benchmark.close();
    }
  }

  private static Stream<String> input(Pairs pairs) {
    pairs.rewind();
    return Stream.generate(
            () -> {
              pairs.next();
              return content(pairs.key()) + "=" + content(pairs.value());
            })
        .limit(pairs.count());
  }

  /** A pair as it was read back; its number stands for a key that is one. */
  private record Pair(String key, String value, boolean isInt, int number) {
    int compareKeys(Pair other) {
      return isInt ? Integer.compare(number, other.number) : key.compareTo(other.key);
    }

    int first() {
      return isInt ? (int) ((number - (long) Integer.MIN_VALUE) >> 24) : key.charAt(0);
    }
  }

  private static String content(Writable writable) {
    return writable instanceof Text text ? Contents.of(text) : writable.toString();
  }

  /** Reads the map's output as a ShuffleHandler and a reduce task would. */
  private static List<Pair> read(MapOutputBufferBenchmark benchmark, int partition)
      throws Exception {
    JobConf job = new JobConf();
    FileSystem local = FileSystem.getLocal(job).getRaw();
    var files = benchmark.task.getMapOutputFile();
    IndexRecord index = new SpillRecord(files.getOutputIndexFile(), job).getIndex(partition);
    List<Pair> pairs = new ArrayList<>();
    Writable key = benchmark.key.startsWith("int") ? new IntWritable() : new Text();
    Writable value = benchmark.value.startsWith("int") ? new IntWritable() : new Text();
    try (FSDataInputStream in = local.open(files.getOutputFile())) {
      in.seek(index.startOffset);
      IFile.Reader<Writable, Writable> reader =
          new IFile.Reader<>(job, in, index.partLength, null, null);
      DataInputBuffer bytes = new DataInputBuffer();
      while (reader.nextRawKey(bytes)) {
        String keyContent = read(bytes, key);
        reader.nextRawValue(bytes);
        int number = key instanceof IntWritable whole ? whole.get() : 0;
        pairs.add(new Pair(keyContent, read(bytes, value), key instanceof IntWritable, number));
      }
    }
    return pairs;
  }

  private static String read(DataInputBuffer bytes, Writable writable) throws IOException {
    writable.readFields(bytes);
    return content(writable);
  }
}
