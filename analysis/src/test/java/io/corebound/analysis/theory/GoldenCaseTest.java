package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.report.plan.PredictionSummary;
import io.corebound.analysis.study.predict.PredictionRequest;
import io.corebound.analysis.study.predict.Predictor;
import io.corebound.records.config.MachineFile;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.Bound;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The central paper's own case, section 5: its rates and steps give its results. */
class GoldenCaseTest {
  private static final Path CONFIGS = Path.of("..", "configs");

  private final Machine machine =
      Machine.of(
          "oikawa-2013",
          StructuredFiles.readYaml(CONFIGS.resolve("machine/oikawa-2013.yaml"), MachineFile.class));
  private final WorkloadFile workload =
      StructuredFiles.readYaml(
          CONFIGS.resolve("workload/terasort-oikawa-2013.yaml"), WorkloadFile.class);

  private Map<String, Object> summary(PredictionRequest request) {
    return PredictionSummary.of(
        Predictor.predict(machine, "terasort-oikawa-2013", workload, request));
  }

  @Test
  void ratesAreThosePublished() {
    Map<String, Object> summary = summary(PredictionRequest.rates());
    assertThat((Double) summary.get("map_mb_per_s_per_core")).isCloseTo(15.12, within(0.01));
    assertThat((Double) summary.get("reduce_mb_per_s_per_core")).isCloseTo(61.65, within(0.01));
    assertThat((Double) summary.get("combined_mb_per_s_per_core")).isCloseTo(12.14, within(0.01));
  }

  @Test
  void paperKnowsNoWholeTasks() {
    Prediction prediction =
        Predictor.predict(machine, "terasort-oikawa-2013", workload, published());
    assertThat(StructuredFiles.toJson(prediction)).doesNotContain("sum_of_operations");
    assertThat(prediction.notModelled()).noneMatch(s -> s.contains("task.map"));
  }

  @Test
  void withoutDataThereAreNoTimes() {
    assertThat(summary(PredictionRequest.rates()))
        .doesNotContainKeys("map_s", "reduce_s", "total_s", "core_s", "data");
  }

  @Test
  void timesOf400GigabytesAreThosePublished() {
    Map<String, Object> summary = summary(published());
    assertThat((Double) summary.get("map_s")).isCloseTo(331, within(1.0));
    assertThat((Double) summary.get("reduce_s")).isCloseTo(162, within(1.0));
  }

  @Test
  void totalIsLeftOpenWhereDiskAndStartAreNotModelled() {
    Prediction prediction =
        Predictor.predict(machine, "terasort-oikawa-2013", workload, published());
    assertThat(prediction.totalS()).isNull();
    assertThat(prediction.notModelled()).anyMatch(s -> s.startsWith("disk"));
    assertThat(prediction.intervals())
        .allSatisfy(i -> assertThat(i.diskS()).isNull())
        .allSatisfy(i -> assertThat(i.bottleneck()).isEqualTo(Bound.CPU));
  }

  @Test
  void breakdownIsThePapersSharesOfTheMapTime() {
    Prediction prediction =
        Predictor.predict(machine, "terasort-oikawa-2013", workload, published());
    // sort + merge: 33.3333 of 50.4999 ms a MB; Snappy twice and once: 4 + 4 and 2
    PredictedInterval map = prediction.intervals().get(0);
    assertThat(share(map, "sort-merge")).isCloseTo(0.660, within(0.0005));
    assertThat(share(map, "compress.snappy")).isCloseTo(8 / 50.4999, within(1e-4));
    assertThat(share(map, "decompress.snappy")).isCloseTo(2 / 50.4999, within(1e-4));
  }

  @Test
  void paperEstimatesOfItsSection45AreComputedFromItsWordsAndNotMetExactly() {
    // 1 / (1.31 · (1/1490 + 1/342 + 1/80)); the paper says 39
    assertThat(mapRate("log-filter-oikawa-2013")).isCloseTo(47.43, within(0.01));
    // and with 1/280 + 1/4.8 + 1/9.6; the paper says at most 2.8
    assertThat(mapRate("word-count-oikawa-2013")).isCloseTo(2.298, within(0.001));
  }

  private double mapRate(String name) {
    WorkloadFile estimate =
        StructuredFiles.readYaml(CONFIGS.resolve("workload/" + name + ".yaml"), WorkloadFile.class);
    return Predictor.predict(machine, name, estimate, PredictionRequest.rates())
        .intervals()
        .get(0)
        .mbPerSPerCore();
  }

  private static double share(PredictedInterval interval, String operation) {
    return interval.operations().stream()
            .filter(o -> o.operation().equals(operation))
            .mapToDouble(Prediction.OperationCost::coreS)
            .sum()
        / interval.coreS();
  }

  private PredictionRequest published() {
    return new PredictionRequest(DataSize.parse("400GB"), 5, 16, workload.coresOfReduce(16), null);
  }
}
