package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.run.Samples;
import io.corebound.records.run.Samples.Row;
import io.corebound.terasortrunner.workload.NodeCollections.Delivered;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CPU time of a cell whose workers are hosts of their own. */
class NodeCollectionsTest {
  private static final List<String> CPU =
      List.of("user_percent", "nice_percent", "system_percent", "irq_percent", "soft_percent");

  /** Ten seconds from 100 on, so many percent of so many cores. */
  private static Samples cpu(String host, int cores, double percent) {
    List<Row> rows = new ArrayList<>();
    for (int s = 101; s <= 110; s++) {
      rows.add(new Row(s, "all", List.of(percent, 0.0, 0.0, 0.0, 0.0)));
      for (int core = 0; core < cores; core++) {
        rows.add(new Row(s, Integer.toString(core), List.of(percent, 0.0, 0.0, 0.0, 0.0)));
      }
    }
    return new Samples(host, "sar-cpu", CPU, rows);
  }

  private static Samples roles(String host, int seconds, double mapPercent) {
    List<Row> rows = new ArrayList<>();
    for (int s = 101; s <= 100 + seconds; s++) {
      rows.add(new Row(s, "map", List.of(mapPercent, 10.0)));
      rows.add(new Row(s, "machine", List.of(mapPercent, 20.0)));
      rows.add(new Row(s, "gap", List.of(0.0, 10.0)));
    }
    return new Samples(host, "roles", List.of("user_percent", "system_percent"), rows);
  }

  private static Delivered of(int kernels, Samples... samples) {
    return new Delivered(List.of(), List.of(), List.of(samples), kernels);
  }

  @Test
  void coreSecondsOfWorkersAddUpEachByItsOwnCores() {
    // half of 2 cores and a quarter of 4, for 4 s
    assertThat(of(2, cpu("a", 2, 50), cpu("b", 4, 25)).busyCoreS(103, 107, 1))
        .isCloseTo(4 * (0.5 * 2 + 0.25 * 4), within(1e-9));
  }

  @Test
  void workerThatDeliveredNothingLeavesTheWholeUnknown() {
    assertThat(of(2, cpu("a", 2, 50)).busyCoreS(103, 107, 1)).isNaN();
    assertThat(of(2, roles("a", 10, 90)).coreSByRole(103, 107)).isEmpty();
    assertThat(of(2, roles("a", 10, 90), roles("b", 3, 90)).coreSByRole(103, 107)).isEmpty();
  }

  @Test
  void rolesOfWorkersAddUpAndTheGapIsNone() {
    assertThat(of(2, roles("a", 10, 90), roles("b", 10, 40)).coreSByRole(103.5, 107))
        .containsOnlyKeys("map", "machine")
        .hasEntrySatisfying("map", s -> assertThat(s).isCloseTo(3.5 * 1.5, within(1e-9)))
        .hasEntrySatisfying("machine", s -> assertThat(s).isCloseTo(3.5 * 1.7, within(1e-9)));
  }
}
