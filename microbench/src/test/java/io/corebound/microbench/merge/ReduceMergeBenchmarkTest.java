package io.corebound.microbench.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.microbench.Contents;
import io.corebound.microbench.KeptInput;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measured;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.SmallTmpfs;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.Blackhole;

@ExtendWith(KeptInput.class)
final class ReduceMergeBenchmarkTest {
  private static final int RECORDS = 5_000;

  @BeforeEach
  void forgetEarlierFigures() {
    Measured.figures();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 10, none",
    "2, 10, none",
    "8, 10, none",
    "10, 10, none",
    "100, 10, none",
    "100, 100, none",
    "8, 3, none",
    "2, 10, snappy",
    "8, 10, snappy",
    "10, 10, snappy",
    "100, 10, snappy",
    "100, 100, snappy"
  })
  void mergedRecordsAreSortedAndComplete(int segments, int factor, String codec) throws Exception {
    List<String> merged = merge(90, segments, factor, codec);
    assertThat(merged).isEqualTo(expected());
  }

  private static List<String> expected() throws Exception {
    return Contents.of(
        TeraRecords.load(LocalDirectory.open(), RECORDS, 0, TeraRecords.Order.SORTED));
  }

  @Test
  void passesInBetweenAreCounted() throws Exception {
    merge(90, 10, 10, "none");
    assertThat(Measured.figures()).containsEntry("merge.reduce|intermediate_records", 0L);
    // 5 segments of 1000 records by 3: 3 at first, then the rest with their result
    merge(90, 5, 3, "none");
    assertThat(Measured.figures()).containsEntry("merge.reduce|intermediate_records", 3_000L);
  }

  @ParameterizedTest
  @CsvSource({"9990, 8, 10", "9990, 5, 3", "4, 8, 10"})
  void recordsOfOtherSizesHaveTheSameKeysAndBeginnings(int value, int segments, int factor)
      throws Exception {
    List<String> merged = merge(value, segments, factor, "none");
    int begin = Math.min(TeraRecords.RECORD_BYTES, TeraRecords.KEY_BYTES + value);
    assertThat(merged).allMatch(r -> r.length() == TeraRecords.KEY_BYTES + value);
    assertThat(merged.stream().map(r -> r.substring(0, begin)).toList())
        .isEqualTo(expected().stream().map(r -> r.substring(0, begin)).toList());
    assertThat(Measured.figures())
        .containsEntry("merge.reduce|bytes", (long) RECORDS * (TeraRecords.KEY_BYTES + value));
  }

  @Test
  void sizeOfNoValueIsNamed() {
    assertThatThrownBy(() -> merge(0, 2, 10, "none"))
        .isInstanceOf(OneLineException.class)
        .hasMessage("value: 0 is not from 1 to 100000 bytes");
  }

  @Test
  void unknownCodecIsNamed() {
    assertThatThrownBy(() -> merge(90, 2, 10, "snapy"))
        .isInstanceOf(OneLineException.class)
        .hasMessageStartingWith("codec: 'snapy'");
  }

  @Test
  void segmentsThatDoNotFitAreRefusedBeforeTheyAreWritten(@TempDir Path small) throws Exception {
    SmallTmpfs.Outcome outcome = SmallTmpfs.of(TooMany.class, small);
    assertThat(outcome.refusal()).matches(".* GB are needed and .* GB are free; .*");
    assertThat(outcome.left()).containsExactly("tera-records-6000-from-0-SORTED");
  }

  /** Has 0.6 MB of records, and as much of segments, where there is 1 MiB. */
  static final class TooMany {
    private TooMany() {}

    public static void main(String[] arguments) throws Exception {
      ReduceMergeBenchmark benchmark = new ReduceMergeBenchmark();
      benchmark.records = 6_000;
      benchmark.value = TeraRecords.VALUE_BYTES;
      benchmark.segments = 8;
      benchmark.factor = 10;
      benchmark.codec = "none";
      SmallTmpfs.attempt(arguments[0], directory -> benchmark.prepare());
    }
  }

  private static List<String> merge(int value, int segments, int factor, String codec)
      throws Exception {
    List<String> merged = new ArrayList<>();
    ReduceMergeBenchmark benchmark =
        new ReduceMergeBenchmark() {
          @Override
          void consume(DataInputBuffer key, DataInputBuffer value, Blackhole blackhole) {
            merged.add(text(key) + text(value));
          }
        };
    benchmark.records = RECORDS;
    benchmark.value = value;
    benchmark.segments = segments;
    benchmark.factor = factor;
    benchmark.codec = codec;
    benchmark.prepare();
    benchmark.merge(null);
    benchmark.close();
    return merged;
  }

  private static String text(DataInputBuffer serialized) {
    Text text = new Text();
    try {
      text.readFields(serialized);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return Contents.of(text);
  }
}
