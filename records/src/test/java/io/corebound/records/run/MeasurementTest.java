package io.corebound.records.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.units.MeanInterval;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  private static Measurement cost(String partitions, double value, int n, String flags) {
    return new Measurement(
        "tera",
        "partition.total-order",
        Map.of("partitions", partitions),
        "all",
        1,
        Measurement.Metric.COST,
        "ns/B",
        "payload",
        value,
        Double.NaN,
        Double.NaN,
        0.95,
        n,
        flags,
        "raw/micro/tera.json");
  }

  private static Measurement figure(String metric, double low, double high, int n) {
    return new Measurement(
        "sort", "sort", Map.of(), "wall", 1, metric, "MB/s", "", 44.2, low, high, 0.95, n, "", "");
  }

  @Test
  void fewerThanThreeSamplesHaveNoIntervalToShow() {
    assertThat(figure(Measurement.Metric.RATE, -3.5, 91.9, 2).interval()).isEmpty();
    assertThat(figure(Measurement.Metric.RATE, Double.NaN, Double.NaN, 3).interval()).isEmpty();
    assertThat(figure(Measurement.Metric.RATE, -3.5, 91.9, 3).interval()).isPresent();
  }

  @Test
  void rateOfAnOlderFileIsNeverShownBelowNothing() {
    MeanInterval shown = figure(Measurement.Metric.RATE, -3.5, 91.9, 3).interval().orElseThrow();
    // 47.7 to either side
    assertThat(shown.low()).isCloseTo(44.2 / Math.exp(47.7 / 44.2), within(1e-9));
    assertThat(shown.high()).isCloseTo(44.2 * Math.exp(47.7 / 44.2), within(1e-9));
    assertThat(figure(Measurement.Metric.COLD_COST, -3.5, 91.9, 3).interval())
        .hasValueSatisfying(i -> assertThat(i.low()).isEqualTo(-3.5));
  }

  @Test
  void laterForksTakeThePlaceOfEarlierOnes() {
    assertThat(cost("16", 0.5, 1, "f782b6fb86c4").sameFigure(cost("16", 0.6, 2, "f782b6fb86c4")))
        .isTrue();
    assertThat(cost("16", 0.5, 1, "f782b6fb86c4").sameFigure(cost("256", 0.5, 1, "f782b6fb86c4")))
        .isFalse();
  }

  @Test
  void figureOfOtherJvmFlagsIsAnotherOne() {
    assertThat(cost("16", 0.5, 5, "f782b6fb86c4").sameFigure(cost("16", 0.5, 5, "70996ede38e5")))
        .isFalse();
  }
}
