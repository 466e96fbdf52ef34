package io.corebound.microbench.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.microbench.KeptInput;
import io.corebound.microbench.Measured;
import io.corebound.microbench.PrefixCollector;
import io.corebound.microbench.RunningHdfs;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole tasks with the collector and the merges of {@code levers/collector}. */
@ExtendWith(KeptInput.class)
final class PrefixTasksIT {
  @BeforeAll
  static void startHdfs() throws Exception {
    PrefixCollector.assume();
    RunningHdfs.use();
  }

  @ParameterizedTest
  @CsvSource({"20000, 1", "20000, 3", "0, 2"})
  void teraSortsOutputIsCompleteAndSorted(int records, int partitions) throws Exception {
    TaskBenchmarksTest.sorts(new MapTaskBenchmark(), "prefix", records, partitions);
  }

  @Test
  void withoutCodecItSortsTheSame() throws Exception {
    TaskBenchmarksTest.sorts(new PlainMapTaskBenchmark(), "prefix", 20_000, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000, 0})
  void reduceWithOurMergesWritesTheSame(int records) throws Exception {
    TaskBenchmarksTest.reduces(new PrefixReduceTaskBenchmark(), records);
  }

  @Test
  void wordCountKeepsWhatItKeepsWithHadoopsAndWritesNoMore() throws Exception {
    Map<String, Long> hadoops = wordCount("hadoop");
    Map<String, Long> prefix = wordCount("prefix");
    for (String same :
        new String[] {"records", "map_output_records", "kept_records", "kept_ifile_bytes"}) {
      String label = "word-count.map|" + same;
      assertThat(prefix).as(same).containsEntry(label, hadoops.get(label));
    }
    String spilled = "word-count.map|spilled_records";
    assertThat(prefix.get(spilled)).isPositive().isLessThanOrEqualTo(hadoops.get(spilled));
  }

  private static Map<String, Long> wordCount(String collector) throws Exception {
    JobMapTaskBenchmark benchmark = JobTaskBenchmarksTest.map(collector, 600_000, 16, 2);
    benchmark.prepare();
    try {
      benchmark.newTask();
      Measured.figures();
      benchmark.run();
      return Measured.figures();
    } finally {
      benchmark.close();
    }
  }
}
