package io.corebound.analysis.study.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentsTest {
  private static final int FIGURES = 40;

  /** The level of a history of {@link #FIGURES} figures. */
  private static double level(int runs) {
    return MachineHistory.LEVEL / FIGURES / Segments.places(runs);
  }

  @Test
  void cutsWhereTheValuesBecomeOthers() {
    double[] values = {1.0, 1.1, 0.9, 1.0, 2.0, 2.1, 1.9, 2.0, 2.05};
    Segments segments = Segments.of(values, 0.001, 0);
    assertThat(segments.cuts()).containsExactly(4);
    assertThat(segments.mean(0)).isCloseTo(1.0, within(1e-12));
    assertThat(segments.mean(1)).isCloseTo(2.01, within(1e-12));
    // residuals 0, .1, -.1, 0, -.01, .09, -.11, -.01, .04; 9 values less 2 means
    assertThat(segments.variance()).isCloseTo(0.042 / 7, within(1e-12));
  }

  @Test
  void changeThatIsTakenBackIsTwoCuts() {
    double[] values = {5, 5.1, 5, 4.9, 7, 7.1, 6.9, 7, 5, 5.1, 4.9, 5};
    assertThat(Segments.of(values, 0.001, 0).cuts()).containsExactly(4, 8);
  }

  @Test
  void oneValueThatIsOffIsNoChange() {
    double[] values = {5, 5.1, 5, 4.9, 5, 9, 5.1, 4.9, 5, 5};
    assertThat(Segments.of(values, 0.01, 0).cuts()).isEmpty();
  }

  @Test
  void valuesThatNeverScatterChangeOnlyWhereTheyDiffer() {
    assertThat(Segments.of(new double[] {3, 3, 3, 3, 3}, 0.01, 0).cuts()).isEmpty();
    assertThat(Segments.of(new double[] {3, 3, 3, 4, 4}, 0.01, 0).cuts()).containsExactly(3);
  }

  @Test
  void oneOddValueAmongManyIsNoChangeNorIsTheNextOne() {
    Random random = new Random(3);
    int cuts = 0;
    for (int history = 0; history < 500; history++) {
      double[] values =
          IntStream.range(0, 60).mapToDouble(i -> 0.01 * random.nextGaussian()).toArray();
      values[20] += 0.3;
      values[58] -= 0.3;
      cuts += Segments.of(values, level(60), 0).cuts().size();
    }
    assertThat(cuts).isZero();
  }

  @Test
  void smallChangesAreMergedSoThatADriftIsToldWhereItHasBecomeLarge() {
    double[] values = new double[40];
    for (int i = 0; i < values.length; i++) {
      // steps of 0.04, which are sure, and told from 0.05 on
      values[i] = 0.04 * (i / 10) + 0.001 * (i % 2);
    }
    Segments all = Segments.of(values, 0.001, 0);
    assertThat(all.cuts()).containsExactly(10, 20, 30);
    Segments large = Segments.of(values, 0.001, 0.05);
    assertThat(large.cuts()).hasSizeBetween(1, 2);
    assertThat(Math.abs(large.mean(1) - large.mean(0))).isGreaterThan(0.05);
  }

  @Test
  void nextValueHasTheIntervalOfAFurtherOne() {
    // mean 3, variance 2.5, four degrees of freedom: Student's t is 2.776 for 95 %
    Segments segments = new Segments(new double[] {1, 2, 3, 4, 5}, List.of());
    assertThat(segments.halfOfNext(0.95)).isCloseTo(2.776 * Math.sqrt(2.5 * 1.2), within(0.001));
    double end = 3 + segments.halfOfNext(0.95);
    assertThat(segments.pOfNext(end)).isCloseTo(0.05, within(1e-9));
    assertThat(segments.pOfNext(3)).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 40})
  void noiseAloneIsAFalseAlarmInOneHistoryOfTwentyAtMost(int runs) {
    int histories = 400;
    int alarms = 0;
    Random random = new Random(runs);
    for (int history = 0; history < histories; history++) {
      boolean alarm = false;
      for (int figure = 0; figure < FIGURES; figure++) {
        double[] values =
            IntStream.range(0, runs).mapToDouble(i -> 0.03 * random.nextGaussian()).toArray();
        alarm |= !Segments.of(values, level(runs), 0).cuts().isEmpty();
      }
      alarms += alarm ? 1 : 0;
    }
    // 20 expected at most, with three standard deviations of a binomial
    assertThat(alarms).isLessThan(20 + 13);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 40})
  void changeOfATenthIsFoundAmongRunsThatDifferByTwoPercent(int runs) {
    int found = 0;
    Random random = new Random(7);
    for (int history = 0; history < 200; history++) {
      double[] values =
          IntStream.range(0, runs)
              .mapToDouble(i -> 0.02 * random.nextGaussian() + (i < runs / 2 ? 0 : 0.1))
              .toArray();
      found += Segments.of(values, level(runs), 0).cuts().isEmpty() ? 0 : 1;
    }
    assertThat(found).as("of 200").isGreaterThan(runs == 8 ? 35 : 190);
  }
}
