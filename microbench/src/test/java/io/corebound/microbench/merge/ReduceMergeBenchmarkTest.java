package io.corebound.microbench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.Blackhole;

final class ReduceMergeBenchmarkTest {
  @ParameterizedTest
  @CsvSource({"1, 10", "8, 10", "8, 3"})
  void mergedRecordsAreSortedAndComplete(int segments, int factor) throws Exception {
    List<String> merged = new ArrayList<>();
    ReduceMergeBenchmark benchmark =
        new ReduceMergeBenchmark() {
          @Override
          void consume(DataInputBuffer key, DataInputBuffer value, Blackhole blackhole) {
            merged.add(text(key) + text(value));
          }
        };
    benchmark.records = 5_000;
    benchmark.segments = segments;
    benchmark.factor = factor;
    benchmark.prepare();
    benchmark.merge(null);
    benchmark.close();
    try (LocalDirectory directory = LocalDirectory.open()) {
      assertThat(merged)
          .isEqualTo(Contents.of(TeraRecords.load(directory, 5_000, 0, TeraRecords.Order.SORTED)));
    }
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
