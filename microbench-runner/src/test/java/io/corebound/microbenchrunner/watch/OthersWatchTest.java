package io.corebound.microbenchrunner.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.OtherLoad;
import io.corebound.hosts.process.Watch;
import io.corebound.hosts.process.Watched;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.run.RunDirectory;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
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

  private RunDirectory run() throws IOException {
    RunDirectory run = new RunDirectory(folder);
    Files.createDirectories(run.rawFolder().resolve("micro"));
    return run;
  }

  @Test
  void quietMeasurementIsTakenAsItIs() throws Exception {
    OthersWatch watch = watch(2, null);
    meanwhile(0.05, 0.04);
    Watched<String> watched = watch.quieter("sort", name -> name);
    assertThat(watched.measured()).isEqualTo("sort");
    assertThat(value(watch.rows(run()), "all", Metric.DISTURBANCE)).isZero();
  }

  @Test
  void disturbedMeasurementIsRepeatedAndTheQuieterCounts() throws Exception {
    OthersWatch watch = watch(2, null);
    meanwhile(0.5, 0);
    meanwhile(0.3, 0);
    assertThat(watch.quieter("sort", name -> name).measured()).isEqualTo("sort-again");
    meanwhile(0.05, 0.1);
    meanwhile(0.4, 0);
    assertThat(watch.quieter("merge", name -> name).measured()).isEqualTo("merge");
  }

  @Test
  void repetitionThatFailsLeavesTheFirst() throws Exception {
    OthersWatch watch = watch(2, null);
    meanwhile(1, 0);
    meanwhile(0, 0);
    Watch.Attempt<String, InterruptedException> once =
        name -> {
          if (name.equals("sort-again")) {
            throw CoreboundException.failed("no memory");
          }
          return name;
        };
    assertThat(watch.quieter("sort", once).measured()).isEqualTo("sort");
  }

  @Test
  void disturbanceIsThePartOfTheOtherCoresThatOthersTook() throws Exception {
    double[] ofTwo = new double[4];
    double[] cores = {0.05, 0.5, 1, 5};
    for (int i = 0; i < cores.length; i++) {
      OthersWatch watch = watch(2, 0);
      meanwhile(cores[i], 0);
      watch.quieter("sort", name -> name);
      ofTwo[i] = value(watch.rows(run()), "all", Metric.DISTURBANCE);
    }
    assertThat(ofTwo[0]).isZero();
    assertThat(ofTwo[2]).isPositive().isEqualTo(2 * ofTwo[1]).isEqualTo(ofTwo[3]);
    OthersWatch ofNine = watch(9, 0);
    meanwhile(1, 0);
    ofNine.quieter("sort", name -> name);
    assertThat(value(ofNine.rows(run()), "all", Metric.DISTURBANCE))
        .isCloseTo(ofTwo[2] / 8, within(1e-12));
  }

  @Test
  void rowsSayHowMuchOfTheTimeWasDisturbedAndByWhich() throws Exception {
    OthersWatch watch = watch(2, 0);
    RunDirectory run = run();
    assertThat(watch.rows(run)).isEmpty();
    meanwhile(0.8, 0.2);
    watch.quieter("sort", name -> name);
    for (int i = 0; i < 3; i++) {
      meanwhile(0, 0);
      watch.quieter("merge", name -> name);
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
