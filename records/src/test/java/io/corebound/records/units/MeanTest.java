package io.corebound.records.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeanTest {
  /** By R: t.test(c(10, 12, 14)) has the interval 7.031724 to 16.968276. */
  private static final double HALF = 12 - 7.031724;

  private static final Mean THREE = Mean.of(List.of(10.0, 12.0, 14.0));

  @Test
  void halfIsStudentsT() {
    assertThat(THREE.value()).isEqualTo(12);
    assertThat(THREE.half()).isCloseTo(HALF, within(1e-5));
    assertThat(Mean.of(List.of(10.0)).error()).isNaN();
    assertThat(Mean.of(List.of(10.0)).half()).isNaN();
    assertThat(Mean.exact(10.0).half()).isNaN();
  }

  @Test
  void standardErrorIsThatOfTheSamplesOfNewAndOlderFilesAndOfTwoForks() {
    // s = 2 of three samples
    double error = 2 / Math.sqrt(3);
    assertThat(THREE.error()).isCloseTo(error, within(1e-9));
    assertThat(Mean.ofInterval(12, 7.0317244, 16.9682756, 0.95, 3).error())
        .isCloseTo(error, within(1e-6));
    assertThat(Mean.of(List.of(40.0, 48.0)).error()).isCloseTo(4, within(1e-9));
  }

  @Test
  void intervalOfWhatCannotBeNegativeIsOnTheLogarithm() {
    Mean.Interval interval = THREE.interval(false);
    assertThat(interval.low()).isCloseTo(12 / Math.exp(HALF / 12), within(1e-5));
    assertThat(interval.high()).isCloseTo(12 * Math.exp(HALF / 12), within(1e-5));

    // 44.2 with 3.75 x 12.7062 to either side would begin at -3.45
    Mean two = Mean.of(List.of(40.45, 47.95));
    assertThat(two.interval(false).low())
        .isCloseTo(44.2 / Math.exp(3.75 * 12.7062 / 44.2), within(1e-3));
    assertThat(two.half()).isCloseTo(3.75 * 12.7062, within(1e-3));
  }

  @Test
  void intervalOfWhatMayBeNegativeIsOnTheFigureItself() {
    // s = 1, t(0.975, 2) = 4.302653
    for (boolean mayBe : List.of(true, false)) {
      Mean.Interval interval = Mean.of(List.of(-1.0, 0.0, 1.0)).interval(mayBe);
      assertThat(interval.low()).isCloseTo(-4.302653 / Math.sqrt(3), within(1e-5));
      assertThat(interval.high()).isCloseTo(4.302653 / Math.sqrt(3), within(1e-5));
    }
    assertThat(THREE.interval(true).low()).isCloseTo(12 - HALF, within(1e-5));
  }

  @Test
  void intervalOfAnOlderFileHasTheSameHalf() {
    assertThat(half(12, 7.031724, 16.968276, 3)).isCloseTo(HALF, within(1e-6));
    assertThat(half(44.2, -3.5, 91.9, 2)).isCloseTo(47.7, within(1e-9));
    assertThat(half(1, 0.999, 1.001, 5)).isCloseTo(0.001, within(1e-9));
    // on the logarithm, as files of schema 2 have it where all samples are above zero
    double factor = Math.exp(HALF / 12);
    assertThat(half(12, 12 / factor, 12 * factor, 3)).isCloseTo(HALF, within(1e-9));
  }

  @Test
  void confidenceInPercentIsRefused() {
    assertThatThrownBy(() -> Mean.ofInterval(12, 7, 17, 95, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("between 0 and 1, not 95");
  }

  private static double half(double value, double low, double high, int n) {
    return Mean.ofInterval(value, low, high, 0.95, n).half();
  }
}
