package io.corebound.microbench.tera;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.Contents;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameBenchmarksTest {
  private final LastStatus master = new LastStatus();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10_000})
  void everyRecordPassesTheMapTasksFrame(int records) throws Exception {
    MapFrameBenchmark benchmark =
        new MapFrameBenchmark() {
          @Override
          TaskUmbilicalProtocol umbilical() {
            return master.protocol();
          }
        };
    benchmark.records = records;
    benchmark.prepare();
    try {
      for (int i = 0; i < 2; i++) {
        benchmark.newTask();
        benchmark.run();
        assertThat(MapFrameBenchmark.collected()).isEqualTo(records);
        assertThat(master.counter(TaskCounter.MAP_INPUT_RECORDS)).isEqualTo(records);
        benchmark.deleteOutput();
      }
    } finally {
      benchmark.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, 10_000})
  void everyRecordPassesTheReduceTasksFrameAsAGroupOfItsOwn(int records) throws Exception {
    List<String> written = new ArrayList<>();
    ReduceFrameBenchmark benchmark =
        new ReduceFrameBenchmark() {
          @Override
          TaskUmbilicalProtocol umbilical() {
            return master.protocol();
          }

          @Override
          void write(Text key, Text value) {
            written.add(Contents.of(key) + Contents.of(value));
          }
        };
    benchmark.records = records;
    benchmark.seed = 3;
    benchmark.prepare();
    try {
      List<String> batch = Contents.of(benchmark.input);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < records; i++) {
        expected.add(batch.get(i % ReduceFrameBenchmark.BATCH));
      }
      for (int i = 0; i < 2; i++) {
        written.clear();
        benchmark.newTask();
        benchmark.run();
        assertThat(written).isEqualTo(expected);
        assertThat(master.counter(TaskCounter.REDUCE_INPUT_GROUPS)).isEqualTo(records);
        assertThat(master.counter(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(records);
        assertThat(master.counter(TaskCounter.REDUCE_OUTPUT_RECORDS)).isEqualTo(records);
        benchmark.deleteOutput();
      }
    } finally {
      benchmark.close();
    }
  }
}
