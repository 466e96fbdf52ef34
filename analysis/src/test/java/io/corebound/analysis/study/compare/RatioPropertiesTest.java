package io.corebound.analysis.study.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;

/** What must hold of any two sides. */
class RatioPropertiesTest {
  private static final double MARGIN = 0.05;

  private static Ratio between(List<Double> a, List<Double> b, double margin) {
    return Ratio.of(LogMean.of(a), LogMean.of(b), margin);
  }

  @Property(tries = 200)
  void otherWayRoundItIsTheReciprocalWithTheSameProbabilities(
      @ForAll @Size(min = 2, max = 6) List<@DoubleRange(min = 1, max = 500) Double> a,
      @ForAll @Size(min = 2, max = 6) List<@DoubleRange(min = 1, max = 500) Double> b) {
    Ratio there = between(a, b, MARGIN);
    Ratio back = between(b, a, MARGIN);

    assertThat(there.value() * back.value()).isCloseTo(1, within(1e-9));
    assertThat(there.low() * back.high()).isCloseTo(1, within(1e-6));
    assertThat(there.pDiffers()).isCloseTo(back.pDiffers(), within(1e-9));
    assertThat(there.pSame()).isCloseTo(back.pSame(), within(1e-9));
  }

  @Property(tries = 200)
  void unitDoesNotMatter(
      @ForAll @Size(min = 2, max = 6) List<@DoubleRange(min = 1, max = 500) Double> a,
      @ForAll @Size(min = 2, max = 6) List<@DoubleRange(min = 1, max = 500) Double> b,
      @ForAll @DoubleRange(min = 0.01, max = 1000) double unit) {
    Ratio one = between(a, b, MARGIN);
    Ratio other =
        between(
            a.stream().map(v -> v * unit).toList(), b.stream().map(v -> v * unit).toList(), MARGIN);

    assertThat(other.value()).isCloseTo(one.value(), within(1e-6 * one.value()));
    assertThat(other.pDiffers()).isCloseTo(one.pDiffers(), within(1e-6));
  }

  @Property(tries = 200)
  void ratioLiesWithinItsIntervalAndAWiderMarginOnlyMakesItMoreLikelyTheSame(
      @ForAll @Size(min = 2, max = 6) List<@DoubleRange(min = 1, max = 500) Double> a,
      @ForAll @Size(min = 2, max = 6) List<@DoubleRange(min = 1, max = 500) Double> b,
      @ForAll @DoubleRange(min = 0.01, max = 0.5) double margin) {
    Ratio narrow = between(a, b, margin);

    assertThat(narrow.value()).isBetween(narrow.low() * (1 - 1e-9), narrow.high() * (1 + 1e-9));
    assertThat(between(a, b, 2 * margin).pSame()).isLessThanOrEqualTo(narrow.pSame());
  }

  @Property(tries = 200)
  void correctionNeverMakesAnythingSurerAndKeepsTheOrder(
      @ForAll @Size(min = 1, max = 30) List<@DoubleRange(min = 0, max = 1) Double> p) {
    double[] adjusted = Holm.adjust(p);

    for (int i = 0; i < adjusted.length; i++) {
      assertThat(adjusted[i]).isBetween(p.get(i), 1.0);
      for (int j = 0; j < adjusted.length; j++) {
        if (p.get(i) < p.get(j)) {
          assertThat(adjusted[i]).isLessThanOrEqualTo(adjusted[j]);
        }
      }
    }
  }
}
