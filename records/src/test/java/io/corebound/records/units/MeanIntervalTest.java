package io.corebound.records.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeanIntervalTest {
  /** By R: t.test(c(10, 12, 14)) has the interval 7.031724 to 16.968276. */
  private static final double HALF = 12 - 7.031724;

  @Test
  void halfIsStudentsT() {
    MeanInterval interval = MeanInterval.of(List.of(10.0, 12.0, 14.0));
    assertThat(interval.mean()).isEqualTo(12);
    assertThat(interval.half()).isCloseTo(HALF, within(1e-5));
    assertThat(MeanInterval.of(List.of(10.0)).low()).isNaN();
    assertThat(MeanInterval.of(List.of(10.0)).half()).isNaN();
  }

  @Test
  void intervalOfWhatCannotBeNegativeIsOnTheLogarithm() {
    MeanInterval interval = MeanInterval.of(List.of(10.0, 12.0, 14.0));
    assertThat(interval.low()).isCloseTo(12 / Math.exp(HALF / 12), within(1e-5));
    assertThat(interval.high()).isCloseTo(12 * Math.exp(HALF / 12), within(1e-5));

    // 44.2 with 3.75 x 12.7062 to either side would begin at -3.45
    MeanInterval two = MeanInterval.of(List.of(40.45, 47.95));
    assertThat(two.low()).isCloseTo(44.2 / Math.exp(3.75 * 12.7062 / 44.2), within(1e-3));
    assertThat(two.half()).isCloseTo(3.75 * 12.7062, within(1e-3));
  }

  @Test
  void intervalOfWhatMayBeNegativeIsOnTheFigureItself() {
    // s = 1, t(0.975, 2) = 4.302653
    MeanInterval interval = MeanInterval.of(List.of(-1.0, 0.0, 1.0));
    assertThat(interval.low()).isCloseTo(-4.302653 / Math.sqrt(3), within(1e-5));
    assertThat(interval.high()).isCloseTo(4.302653 / Math.sqrt(3), within(1e-5));
  }

  @Test
  void intervalOfAnOlderFileHasTheSameHalf() {
    assertThat(new MeanInterval(12, 7.031724, 16.968276, 3).half()).isCloseTo(HALF, within(1e-6));
    assertThat(new MeanInterval(44.2, -3.5, 91.9, 2).half()).isCloseTo(47.7, within(1e-9));
    assertThat(new MeanInterval(1, 0.999, 1.001, 5).half()).isCloseTo(0.001, within(1e-9));
  }
}
