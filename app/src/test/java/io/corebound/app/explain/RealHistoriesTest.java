package io.corebound.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.analysis.study.account.RanJob;
import io.corebound.analysis.study.account.Shape;
import io.corebound.analysis.study.explain.Explainer;
import io.corebound.analysis.study.explain.Explanation;
import io.corebound.cluster.history.HistoryFile;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.TaskType;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What explain adds up of histories of other tools' jobs, against sums that a Python program made:
 * Avro's own library for Python (1.12) read the binary ones, Python's json the others; it added the
 * counters of the events {@code *_ATTEMPT_FINISHED}, counted attempts by the events of their ends,
 * and took the submission from the event of the job's finish.
 */
class RealHistoriesTest {
  private static final Path HISTORIES = Path.of("../cluster/src/test/resources/histories");

  private static final List<Counter> COUNTERS =
      List.of(
          Counter.CPU_MILLISECONDS,
          Counter.GC_TIME_MILLIS,
          Counter.SPILLED_RECORDS,
          Counter.INPUT_BYTES,
          Counter.OUTPUT_BYTES,
          Counter.FILE_BYTES_READ,
          Counter.FILE_BYTES_WRITTEN,
          Counter.STORE_BYTES_READ,
          Counter.STORE_BYTES_WRITTEN,
          Counter.MAP_INPUT_RECORDS,
          Counter.MAP_OUTPUT_RECORDS,
          Counter.REDUCE_OUTPUT_RECORDS);

  @ParameterizedTest
  @CsvSource({
    // maps, reduces, failed attempts, ms; then the counters above
    """
    streaming, 3, 1, 0, 149349, 11570 3326 1200000 3887996 45112 5679810 12579161 3888257 45112 \
    60000 600000 2893\
    """,
    """
    failed-attempt, 2, 2, 1, 170386, 7780 1908 120000 3883900 50 2802843 7001339 3884074 50 \
    60000 60000 2\
    """,
    """
    distcp, 2, 0, 0, 101924, 2120 796 0 669 0 0 613244 3925839 3924916 2 0 0\
    """,
    """
    two-masters, 3, 1, 0, 277647, 10630 2756 1200000 3887996 45112 295533 1869253 3888257 45112 \
    60000 600000 2893\
    """,
    """
    uber, 1, 1, 0, 62904, 5240 711 5786 3879804 30647 57752 86642 7759860 657546 60000 600000 2893\
    """,
    """
    hive, 1, 1, 0, 96686, 12430 1668 5786 0 0 29588 1161295 7770680 30664 120000 2893 0\
    """,
    """
    sqoop, 3, 0, 0, 122774, 4450 1012 0 0 720311 0 917136 313 720311 20000 20000 0\
    """,
  })
  void sumsAreThoseOfAnotherProgram(
      String name, int maps, int reduces, int failed, long elapsedMs, String counters) {
    HistoryJob job = HistoryFile.read(HISTORIES.resolve("3.5.0-%s.jhist".formatted(name)));
    Explanation explained = Explainer.explain(job, null);
    RanJob ran = RanJob.of(job);

    assertThat(explained.job().maps()).isEqualTo(maps);
    assertThat(explained.job().reduces()).isEqualTo(reduces);
    assertThat(job.attempts()).filteredOn(Attempt::succeeded).hasSize(maps + reduces);
    assertThat(job.attempts()).filteredOn(a -> a.ending() == Ending.FAILED).hasSize(failed);
    assertThat(job.attempts()).hasSize(maps + reduces + failed);
    assertThat(explained.job().elapsedS()).isEqualTo(elapsedMs / 1e3);
    long[] sums = longs(counters);
    for (int i = 0; i < sums.length; i++) {
      Counter counter = COUNTERS.get(i);
      assertThat(sum(ran, counter)).as(counter.name()).isEqualTo(sums[i]);
    }
    assertThat(explained.account().countedCoreS()).isCloseTo(sums[0] / 1e3, Offset.offset(1e-9));
  }

  private static long[] longs(String text) {
    return List.of(text.strip().split(" +")).stream().mapToLong(Long::parseLong).toArray();
  }

  private static double sum(RanJob ran, Counter counter) {
    return ran.sums(TaskType.MAP).get(counter) + ran.sums(TaskType.REDUCE).get(counter);
  }

  @ParameterizedTest
  @CsvSource({
    "streaming, ''",
    "failed-attempt, ''",
    "distcp, ''",
    "hive, ''",
    "sqoop, ''",
    "two-masters, MASTER_RESTARTED",
    "uber, UBER",
  })
  void realHistoryHasNoDoubtButWhatIsSoOfIt(String name, String doubt) {
    HistoryJob job = HistoryFile.read(HISTORIES.resolve("3.5.0-%s.jhist".formatted(name)));
    assertThat(Explainer.explain(job, null).doubts())
        .extracting(Doubt::kind)
        .filteredOn(kind -> kind != Doubt.Kind.NO_CONFIGURATION)
        .extracting(Doubt.Kind::name)
        .isEqualTo(doubt.isEmpty() ? List.of() : List.of(doubt));
  }

  /** Hive and DistCp count no input, or a list of it, as what their input format read. */
  @ParameterizedTest
  @CsvSource({
    // HDFS_BYTES_READ without SPLIT_RAW_BYTES of the maps, HDFS_BYTES_WRITTEN of the last tasks
    "hive, 7764834, 30664",
    "distcp, 3925585, 3924916",
    "sqoop, 0, 720311",
    "streaming, 3887996, 45112",
  })
  void inputAndOutputAreThoseThatTheFileSystemCounted(String name, double read, double written) {
    HistoryJob job = HistoryFile.read(HISTORIES.resolve("3.5.0-%s.jhist".formatted(name)));
    Shape shape = RanJob.of(job).shape();
    assertThat(shape.map().inputBytes()).isEqualTo(read);
    assertThat(shape.reduce().outputBytes() + (shape.map().sorts() ? 0 : shape.map().directBytes()))
        .isEqualTo(written);
  }
}
