package io.corebound.analysis.study.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.hipparchus.stat.inference.TTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RatioTest {
  private static final double MARGIN = 0.05;

  private static double[] logs(List<Double> values) {
    return values.stream().mapToDouble(Math::log).toArray();
  }

  @Test
  void probabilityIsWelchsAsAnotherProgramComputesIt() {
    List<Double> a = List.of(10.0, 10.4, 9.7, 10.1, 10.2);
    List<Double> b = List.of(12.0, 10.9, 13.5);

    assertThat(Ratio.of(LogMean.of(a), LogMean.of(b), MARGIN).pDiffers())
        .isCloseTo(new TTest().tTest(logs(a), logs(b)), within(1e-12));
  }

  @Test
  void intervalOfEqualSpreadsIsStudents() {
    // steps of 10 %, ln 1.1 = 0.09531; t of 4 degrees of freedom is 2.776 (any table);
    // 2.776 x 0.09531 x sqrt(1/3 + 1/3) = 0.2160; 2 / e^0.2160 = 1.611, 2 e^0.2160 = 2.482
    Ratio twice =
        Ratio.of(
            LogMean.of(List.of(10.0, 11.0, 12.1)), LogMean.of(List.of(20.0, 22.0, 24.2)), MARGIN);

    assertThat(twice.value()).isCloseTo(2, within(1e-9));
    assertThat(twice.low()).isCloseTo(1.611, within(2e-3));
    assertThat(twice.high()).isCloseTo(2.482, within(2e-3));
  }

  @Test
  void sameMeansThatTheIntervalOfNinetyFivePercentIsWithinTheMargin() {
    LogMean a = LogMean.of(List.of(100.0, 100.5, 101.0, 100.2));
    LogMean b = LogMean.of(List.of(101.0, 101.5, 102.0, 101.8));
    Ratio near = Ratio.of(a, b, MARGIN);
    Ratio narrow = Ratio.of(a, b, 0.012);

    assertThat(near.high()).isLessThan(1 + MARGIN);
    assertThat(near.pSame()).isLessThan(0.025);
    assertThat(narrow.high()).isGreaterThan(1.012);
    assertThat(narrow.pSame()).isGreaterThan(0.025);
  }

  @Test
  void forksAreFoundAgainInTheirMeanAndItsError() {
    List<Double> forks = List.of(3.1, 3.4, 3.2, 2.9, 3.3);
    Mean mean = Mean.of(forks);
    double spread =
        Math.sqrt(
            forks.stream().mapToDouble(f -> Math.pow(f - mean.value(), 2)).sum()
                / (forks.size() - 1));

    LogMean found = LogMean.ofForks(mean);

    assertThat(found.variance())
        .isCloseTo(Math.pow(spread / mean.value(), 2) / forks.size(), within(1e-12));
    assertThat(found.n()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 0.03, 0.03", "3, 3, 0.05, 0.15", "5, 5, 0.1, 0.1", "5, 3, 0.02, 0.1"})
  void intervalHoldsTheTrueRatioAsOftenAsItSays(int na, int nb, double ofA, double ofB) {
    Random random = new Random(20261122);
    int tries = 4000;
    int held = 0;
    for (int i = 0; i < tries; i++) {
      Ratio ratio =
          Ratio.of(
              LogMean.of(forks(random, na, 1, ofA)),
              LogMean.of(forks(random, nb, 1.3, ofB)),
              MARGIN);
      held += ratio.low() <= 1.3 && 1.3 <= ratio.high() ? 1 : 0;
    }
    // 95 % of 4000 tries, less than three standard errors of 0.35 % below; few samples may hold
    // more
    assertThat(held / (double) tries).isGreaterThan(0.935);
  }

  private static List<Double> forks(Random random, int n, double value, double spread) {
    return new ArrayList<>(
        DoubleStream.generate(() -> value * Math.exp(spread * random.nextGaussian()))
            .limit(n)
            .boxed()
            .toList());
  }

  @Test
  void holmsCorrectionIsThatOfTheTextbook() {
    // p.adjust(c(0.01, 0.04, 0.02, 0.03), "holm") of R: 0.04 0.06 0.06 0.06
    assertThat(Holm.adjust(List.of(0.01, 0.04, 0.02, 0.03)))
        .containsExactly(new double[] {0.04, 0.06, 0.06, 0.06}, within(1e-12));
    assertThat(Holm.adjust(List.of())).isEmpty();
  }
}
