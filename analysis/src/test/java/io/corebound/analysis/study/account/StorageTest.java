package io.corebound.analysis.study.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.explain.Explainer;
import io.corebound.analysis.study.explain.Histories;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Doubt;
import io.corebound.records.history.HistoryJob;
import io.corebound.records.history.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which of a job's bytes go to disks and links: by where its input and output lie. */
class StorageTest {
  private static final long INPUT = 600_000_000;
  private static final long OUTPUT = 900_000_000;
  private static final long SPILLS = 50_000_000;

  /** A map and a reduce, with the counters that one file system has of them. */
  private static HistoryJob job(boolean onManyNodes, Counter[] read, Counter[] written) {
    Object[] map = {Counter.CPU_MILLISECONDS, 5000, Counter.INPUT_BYTES, INPUT};
    Object[] reduce = {Counter.CPU_MILLISECONDS, 5000, Counter.OUTPUT_BYTES, OUTPUT};
    return Histories.job(
        0,
        40,
        Map.of(Setting.REPLICATION, "3", Setting.REDUCES, "1"),
        List.of(
            Histories.map(0, "node0", 1, 11, with(map, read, INPUT)),
            Histories.map(1, onManyNodes ? "node1" : "node0", 1, 11, Counter.CPU_MILLISECONDS, 1),
            Histories.map(2, onManyNodes ? "node2" : "node0", 1, 11, Counter.CPU_MILLISECONDS, 1),
            Histories.reduce(0, "node0", 12, 20, 39, with(reduce, written, OUTPUT))));
  }

  private static Object[] with(Object[] counted, Counter[] counters, long value) {
    Object[] all = Arrays.copyOf(counted, counted.length + 2 * counters.length);
    for (int i = 0; i < counters.length; i++) {
      all[counted.length + 2 * i] = counters[i];
      // what merges wrote is in the same counter as output of file: paths
      boolean local = counters[i] == Counter.FILE_BYTES_WRITTEN;
      all[counted.length + 2 * i + 1] = local ? value + SPILLS : value;
    }
    return all;
  }

  private static List<Doubt.Kind> doubts(HistoryJob job) {
    return Explainer.explain(job, null).doubts().stream().map(Doubt::kind).toList();
  }

  private static void isStored(
      Storage storage, double onDisk, double away, double near, double written, double sent) {
    assertThat(storage.readOnDisk()).as("read from disks").isCloseTo(onDisk, within(1e-9));
    assertThat(storage.readAway()).as("read from elsewhere").isCloseTo(away, within(1e-9));
    assertThat(storage.readNear()).as("read by locality").isCloseTo(near, within(1e-9));
    assertThat(storage.written()).as("written").isCloseTo(written, within(1e-9));
    assertThat(storage.sent()).as("sent").isCloseTo(sent, within(1e-9));
  }

  @Test
  void blocksOfHdfsAreWrittenAsOftenAsTheyAreReplicated() {
    HistoryJob job =
        job(
            true,
            new Counter[] {Counter.STORE_BYTES_READ},
            new Counter[] {Counter.STORE_BYTES_WRITTEN});
    isStored(RanJob.of(job).shape().storage(), 1, 0, 1, 3, 2);
    assertThat(doubts(job)).isEmpty();
  }

  @Test
  void outputOfErasureCodedInputIsWrittenOneAndAHalfTimes() {
    HistoryJob job =
        job(
            true,
            new Counter[] {Counter.STORE_BYTES_READ, Counter.EC_BYTES_READ},
            new Counter[] {Counter.STORE_BYTES_WRITTEN});
    // RS-6-3: 5 of 6 blocks are on other nodes, and 8 of 9 of what is written
    isStored(RanJob.of(job).shape().storage(), 1, 5.0 / 6, 0, 1.5, 1.5 * 8 / 9);
    assertThat(doubts(job)).containsExactly(Doubt.Kind.ERASURE_CODED);
  }

  @Test
  void objectStoreKeepsNothingOnTheNodes() {
    HistoryJob job =
        job(
            true,
            new Counter[] {Counter.STORE_BYTES_READ, Counter.REMOTE_BYTES_READ},
            new Counter[] {Counter.STORE_BYTES_WRITTEN, Counter.REMOTE_BYTES_WRITTEN});
    isStored(RanJob.of(job).shape().storage(), 0, 1, 0, 0, 1);
  }

  @Test
  void inputAndOutputOfMountedPathsAreNoSpills() {
    HistoryJob job =
        job(
            true,
            new Counter[] {Counter.FILE_BYTES_READ},
            new Counter[] {Counter.FILE_BYTES_WRITTEN});
    isStored(RanJob.of(job).shape().storage(), 0, 1, 0, 0, 1);
    assertThat(RanJob.of(job).shape().reduce().writtenBytes()).isEqualTo(SPILLS);
    assertThat(RanJob.of(job).shape().reduce().outputBytes()).isEqualTo(OUTPUT);
    assertThat(Explainer.explain(job, null).doubts())
        .containsExactly(new Doubt(Doubt.Kind.SHARED_FILES, INPUT + OUTPUT, ""));
  }

  @Test
  void pathsOfOneNodeAreItsDisk() {
    HistoryJob job =
        job(
            false,
            new Counter[] {Counter.FILE_BYTES_READ},
            new Counter[] {Counter.FILE_BYTES_WRITTEN});
    isStored(RanJob.of(job).shape().storage(), 1, 0, 1, 1, 0);
    assertThat(RanJob.of(job).shape().reduce().writtenBytes()).isEqualTo(SPILLS);
    assertThat(doubts(job)).isEmpty();
  }

  @Test
  void outputThatMapsWriteToMountedPathsIsOutput() {
    HistoryJob job =
        Histories.job(
            0,
            40,
            Map.of(Setting.REDUCES, "0"),
            List.of(
                Histories.map(
                    0,
                    "node0",
                    1,
                    11,
                    Counter.CPU_MILLISECONDS,
                    5000,
                    Counter.OUTPUT_BYTES,
                    OUTPUT,
                    Counter.FILE_BYTES_WRITTEN,
                    OUTPUT)));
    assertThat(RanJob.of(job).shape().map().directBytes()).isEqualTo(OUTPUT);
  }
}
