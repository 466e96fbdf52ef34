package io.corebound.microbenchrunner.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.OtherLoad;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.Mean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OthersWatchTest {
  private static final double SECONDS = 10;

  @TempDir Path folder;

  /** What is said in turn of what is measured. */
  private final Deque<OtherLoad> loads = new ArrayDeque<>();

  private void meanwhile(double makeCores, double stolenCores) {
    loads.add(new OtherLoad(SECONDS, stolenCores * SECONDS, Map.of("make", makeCores * SECONDS)));
  }

  private OthersWatch watch(int cpus, Integer seconds) {
    return new OthersWatch(() -> loads::remove, cpus, seconds);
  }

  private static Measurement row(String unit) {
    return new Measurement(
        "sort", "sort", Map.of(), "all", 1, "cost", unit, "", new Mean(100, 3, 5), "", "raw");
  }

  private static double error(OthersWatch watch, OtherLoad load, String unit) {
    return watch.widened(List.of(row(unit)), load).get(0).mean().error();
  }

  @Test
  void quietMeasurementIsTakenAsItIs() throws Exception {
    OthersWatch watch = watch(2, null);
    meanwhile(0.05, 0.04);
    Watched<Integer> watched = watch.quieter("sort", before -> before);
    assertThat(watched.measured()).isZero();
    assertThat(error(watch, watched.others(), "ns/B")).isEqualTo(3);
  }

  @Test
  void disturbedMeasurementIsRepeatedAndTheQuieterCounts() throws Exception {
    OthersWatch watch = watch(2, null);
    meanwhile(0.5, 0);
    meanwhile(0.3, 0);
    assertThat(watch.quieter("sort", before -> before).measured()).isEqualTo(1);
    meanwhile(0.05, 0.1);
    meanwhile(0.4, 0);
    assertThat(watch.quieter("merge", before -> before).measured()).isZero();
  }

  @Test
  void nothingIsRepeatedThatDoesNotFit() throws Exception {
    OthersWatch watch = watch(2, (int) (1.5 * SECONDS));
    meanwhile(1, 0);
    meanwhile(0, 0);
    assertThat(watch.quieter("sort", before -> before).measured()).isEqualTo(1);
    meanwhile(1, 0);
    assertThat(watch.quieter("sort", before -> before).measured()).isZero();
    assertThat(loads).isEmpty();
  }

  @Test
  void errorGrowsWithWhatOthersTookOfTheOtherCores() {
    OtherLoad load = new OtherLoad(SECONDS, 0, Map.of("make", SECONDS));
    double added = error(watch(2, null), load, "ns/B") - 3;
    assertThat(added).isPositive();
    assertThat(error(watch(9, null), load, "ns/B") - 3).isBetween(0.0, added / 8);
    Measurement wall = row("s").withProcess("wall");
    assertThat(watch(2, null).widened(List.of(wall), load).get(0).mean().error() - 3)
        .isGreaterThan(2 * added);
    // a ratio of compression is what it is
    assertThat(error(watch(2, null), load, "ratio")).isEqualTo(3);
  }

  @Test
  void rowsSayHowMuchOfTheTimeWasDisturbedAndByWhich() throws Exception {
    OthersWatch watch = watch(2, 0);
    RunDirectory run = new RunDirectory(folder);
    Files.createDirectories(run.rawFolder().resolve("micro"));
    assertThat(watch.rows(run)).isEmpty();
    meanwhile(0.8, 0.2);
    watch.quieter("sort", before -> before);
    for (int i = 0; i < 3; i++) {
      meanwhile(0, 0);
      watch.quieter("merge", before -> before);
    }
    List<Measurement> rows = watch.rows(run);
    assertThat(value(rows, "all", Metric.OTHERS_COST)).isCloseTo(0.2, within(1e-9));
    assertThat(value(rows, "make", Metric.OTHERS_COST)).isCloseTo(0.2, within(1e-9));
    assertThat(value(rows, "steal", Metric.OTHERS_COST)).isCloseTo(0.05, within(1e-9));
    assertThat(value(rows, "all", Metric.DISTURBED)).isCloseTo(0.25, within(1e-9));
    assertThat(value(rows, "all", Metric.DISTURBANCE)).isPositive();
    assertThat(Files.readAllLines(folder.resolve(rows.get(0).rawFile())))
        .hasSize(5)
        .element(1)
        .asString()
        .startsWith("sort,10")
        .endsWith("make");
  }

  private static double value(List<Measurement> rows, String process, String metric) {
    return rows.stream()
        .filter(r -> r.process().equals(process) && r.metric().equals(metric))
        .findFirst()
        .orElseThrow()
        .value();
  }
}
