package io.corebound.analysis.study.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.study.explain.Histories;
import io.corebound.analysis.theory.volumes.Volumes;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.history.Attempt;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Two maps on two nodes, each of 1000 records of 100 B that it spills in two parts and merges, and
 * a reduce that gets them in half of their bytes.
 */
class CountedVolumesTest {
  private static final Map<Setting, String> SETTINGS =
      Map.of(Setting.SORT_MB, "100", Setting.REPLICATION, "3");

  private static final List<Attempt> TASKS =
      List.of(
          map(0),
          map(1),
          Histories.reduce(
              0,
              "node0",
              12,
              20,
              39,
              Counter.REDUCE_SHUFFLE_BYTES,
              104_000,
              Counter.REDUCE_INPUT_RECORDS,
              2000,
              Counter.REDUCE_OUTPUT_RECORDS,
              2000,
              Counter.OUTPUT_BYTES,
              200_000,
              Counter.STORE_BYTES_WRITTEN,
              200_000));

  private final Shape shape = RanJob.of(Histories.job(0, 60, SETTINGS, TASKS)).shape();

  private static Attempt map(int task) {
    return Histories.map(
        task,
        "node" + task,
        1,
        11,
        Counter.INPUT_BYTES,
        100_000,
        Counter.STORE_BYTES_READ,
        100_000,
        Counter.MAP_INPUT_RECORDS,
        1000,
        Counter.MAP_OUTPUT_RECORDS,
        1000,
        Counter.MAP_OUTPUT_BYTES,
        102_000,
        Counter.MAP_OUTPUT_MATERIALIZED_BYTES,
        52_000,
        Counter.SPILLED_RECORDS,
        2000);
  }

  private static void holds(Volumes data, String name, double bytes, double records) {
    assertThat(data.amount(name).bytes()).as(name).isCloseTo(bytes, within(1e-6));
    assertThat(data.amount(name).records()).as(name).isCloseTo(records, within(1e-6));
  }

  @Test
  void mapHasWhatTheMapsCountedInTheMean() {
    Volumes map = CountedVolumes.map(shape);
    holds(map, "split", 100_000, 1000);
    holds(map, "split-on-disk", 100_000, 0);
    holds(map, "hdfs-read", 0, 0);
    holds(map, "collected", 102_000, 1000);
    holds(map, "spilled", 102_000, 1000);
    // two lengths of a byte each a record
    holds(map, "map-output", 104_000, 0);
    holds(map, "map-output-stored", 52_000, 0);
    holds(map, "combined", 0, 0);
    assertThat(map.times("map-merge-passes")).isCloseTo(1, within(1e-9));
  }

  @Test
  void reduceHasWhatTheReducesCountedInTheMean() {
    Volumes reduce = CountedVolumes.reduce(shape);
    holds(reduce, "fetched", 104_000, 0);
    holds(reduce, "fetched-over-network", 52_000, 0);
    holds(reduce, "fetched-to-memory", 208_000, 0);
    holds(reduce, "merged-in-shuffle", 0, 0);
    holds(reduce, "reduce-input", 204_000, 2000);
    holds(reduce, "output", 200_000, 2000);
    // a copy on each of two nodes
    holds(reduce, "output-stored", 400_000, 0);
    holds(reduce, "hdfs-written", 200_000, 0);
  }

  @Test
  void everyNameThatAStepMayCallHasData() {
    assertThat(CountedVolumes.map(shape).amounts()).containsOnlyKeys(WorkloadFile.MAP_VOLUMES);
    assertThat(CountedVolumes.map(shape).times()).containsOnlyKeys(WorkloadFile.MAP_TIMES);
    assertThat(CountedVolumes.reduce(shape).amounts())
        .containsOnlyKeys(WorkloadFile.REDUCE_VOLUMES);
  }
}
