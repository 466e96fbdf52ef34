package io.corebound.microbench.serialize;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.Blackhole;

final class TeraRecordBenchmarkTest {
  private final List<String> deserialized = new ArrayList<>();
  private final StringBuilder bytes = new StringBuilder();

  private final TeraRecordBenchmark benchmark =
      new TeraRecordBenchmark() {
        @Override
        void serializedBatch(DataOutputBuffer buffer, Blackhole blackhole) {
          bytes.append(Contents.of(buffer.getData(), buffer.getLength()));
        }

        @Override
        void deserialized(Text key, Text value, Blackhole blackhole) {
          deserialized.add(Contents.of(key) + Contents.of(value));
        }
      };

  @Test
  void serializedRecordsAreLengthsAndContents() throws Exception {
    benchmark.records = 5_000;
    benchmark.prepare();
    benchmark.serialize(null);
    StringBuilder expected = new StringBuilder();
    List<String> input = Contents.of(benchmark.input);
    for (int i = 0; i < 5_000; i++) {
      String record = input.get(i % 4096); // what is longer than a batch begins again
      expected.append((char) 10).append(record, 0, 10).append((char) 90).append(record, 10, 100);
    }
    assertThat(bytes.toString()).isEqualTo(expected.toString());
    benchmark.close();
  }

  @Test
  void deserializedRecordsAreTheInput() throws Exception {
    benchmark.records = 3_000;
    benchmark.prepare();
    benchmark.deserialize(null);
    assertThat(deserialized).isEqualTo(Contents.of(benchmark.input));
    benchmark.close();
  }

  @Test
  void whatIsLongerThanABatchBeginsAgain() throws Exception {
    benchmark.records = 5_000;
    benchmark.prepare();
    benchmark.deserialize(null);
    List<String> batch = Contents.of(benchmark.input).subList(0, 4096);
    assertThat(deserialized).hasSize(5_000);
    assertThat(deserialized.subList(0, 4096)).isEqualTo(batch);
    assertThat(deserialized.subList(4096, 5_000)).isEqualTo(batch.subList(0, 904));
    benchmark.close();
  }
}
