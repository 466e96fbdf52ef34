package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.MeanInterval;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FigureTest {
  private static Measurement cost(MeanInterval i) {
    return new Measurement(
        "s", "o", Map.of(), "all", 1, "cost", "ns/B", "", i.mean(), i.low(), i.high(), 0.95, i.n(),
        "", "");
  }

  @Test
  void standardErrorIsThatOfTheSamplesOfNewAndOlderFilesAndOfTwoForks() {
    // s = 2 of three samples
    double error = 2 / Math.sqrt(3);
    MeanInterval three = MeanInterval.of(List.of(10.0, 12.0, 14.0));
    assertThat(Figure.of(cost(three)).error()).isCloseTo(error, within(1e-9));
    MeanInterval older = new MeanInterval(12, 7.0317244, 16.9682756, 3);
    assertThat(Figure.of(cost(older)).error()).isCloseTo(error, within(1e-6));
    assertThat(Figure.of(cost(MeanInterval.of(List.of(40.0, 48.0)))).error())
        .isCloseTo(4, within(1e-9));
  }
}
