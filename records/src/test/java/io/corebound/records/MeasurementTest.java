package io.corebound.records;

import static org.assertj.core.api.Assertions.assertThat;

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
