package io.corebound.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TeraRecordsTest {
  private static final int COUNT = 500;

  @Test
  void recordsAreThoseThatTeraGenWrites() throws Exception {
    assertThat(load(77, TeraRecords.Order.GENERATED)).isEqualTo(writtenByTeraGen(77));
  }

  @Test
  void sortedRecordsAreTheSameByKey() throws Exception {
    List<String> expected = load(5, TeraRecords.Order.GENERATED);
    expected.sort(null);
    assertThat(load(5, TeraRecords.Order.SORTED)).isEqualTo(expected);
  }

  @Test
  void anotherSeedGivesOtherRecords() throws Exception {
    assertThat(load(1, TeraRecords.Order.GENERATED))
        .doesNotContainAnyElementsOf(load(1_000_000, TeraRecords.Order.GENERATED));
  }

  @Test
  void countBeyondOneArrayIsRefused() throws Exception {
    try (LocalDirectory directory = LocalDirectory.open()) {
      for (int count : new int[] {-1, 21_474_837}) {
        assertThatThrownBy(() -> TeraRecords.load(directory, count, 0, TeraRecords.Order.GENERATED))
            .isInstanceOf(OneLineException.class)
            .hasMessage("records: " + count + " is not between 0 and 21474836");
      }
    }
  }

  @Test
  void recordsThatDoNotFitAreRefusedBeforeTheyAreWritten(@TempDir Path directory) throws Exception {
    SmallTmpfs.Outcome outcome = SmallTmpfs.of(TooMany.class, directory);
    assertThat(outcome.refusal())
        .startsWith(directory + ": 2.10 GB are needed and 0.00 GB are free; ");
    assertThat(outcome.left()).isEmpty();
  }

  /** Asks for 2.1 GB. */
  static final class TooMany {
    private TooMany() {}

    public static void main(String[] arguments) throws Exception {
      SmallTmpfs.attempt(
          arguments[0],
          directory -> TeraRecords.file(directory, 21_000_000, 0, TeraRecords.Order.SORTED));
    }
  }

  /** Records as text whose order is that of the bytes. */
  private static List<String> load(long seed, TeraRecords.Order order) throws Exception {
    try (LocalDirectory directory = LocalDirectory.open()) {
      return Contents.of(TeraRecords.load(directory, COUNT, seed, order));
    }
  }

  private static List<String> writtenByTeraGen(long firstRow) throws Exception {
    List<String> written = new ArrayList<>();
    RecordWriter<Text, Text> writer =
        new RecordWriter<>() {
          @Override
          public void write(Text key, Text value) {
            written.add(
                Contents.of(Arrays.copyOf(key.getBytes(), key.getLength()))
                    + Contents.of(Arrays.copyOf(value.getBytes(), value.getLength())));
          }

          @Override
          public void close(TaskAttemptContext context) {}
        };
    var context =
        new WrappedMapper<LongWritable, NullWritable, Text, Text>()
            .getMapContext(
                new MapContextImpl<>(
                    new JobConf(),
                    new TaskAttemptID(),
                    null,
                    writer,
                    null,
                    new TaskAttemptContextImpl.DummyReporter(),
                    null));
    TeraGen.SortGenMapper mapper = new TeraGen.SortGenMapper();
    for (long row = firstRow; row < firstRow + COUNT; row++) {
      mapper.map(new LongWritable(row), NullWritable.get(), context);
    }
    return written;
  }
}
