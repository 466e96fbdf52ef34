package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Empty tasks take 1 core-second, and a byte 10 ns once everything is compiled. */
class ColdCurveTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final double MB = 1e6;

  @Test
  void partIsThatOfTheSizesThatWereMeasured() {
    // beyond the empty task and the bytes: 1 core-s, 1.5 and 2
    ColdCurve curve = curve(Map.of(10 * MB, 2.1, 50 * MB, 3.0, 100 * MB, 4.0));
    assertThat(curve.part(0)).isZero();
    assertThat(curve.part(5 * MB)).isCloseTo(0.25, EXACT);
    assertThat(curve.part(10 * MB)).isCloseTo(0.5, EXACT);
    assertThat(curve.part(30 * MB)).isCloseTo(0.625, EXACT);
    assertThat(curve.part(50 * MB)).isCloseTo(0.75, EXACT);
    assertThat(curve.part(100 * MB)).isEqualTo(1);
    assertThat(curve.part(1000 * MB)).isEqualTo(1);
  }

  @Test
  void oneSizeDoesNotTellHowItGrows() {
    assertThat(curve(Map.of(100 * MB, 4.0))).isEqualTo(ColdCurve.AT_ONCE);
    assertThat(curve(Map.of())).isEqualTo(ColdCurve.AT_ONCE);
    assertThat(ColdCurve.AT_ONCE.part(1)).isEqualTo(1);
  }

  @Test
  void curveThatFallsOrDoesNotBeginIsNone() {
    NavigableMap<Double, Double> falling = new TreeMap<>(Map.of(0.0, 0.0, 1.0, 0.8, 2.0, 0.7));
    assertThatIllegalArgumentException().isThrownBy(() -> new ColdCurve(falling));
    NavigableMap<Double, Double> late = new TreeMap<>(Map.of(1.0, 0.8));
    assertThatIllegalArgumentException().isThrownBy(() -> new ColdCurve(late));
  }

  @Test
  void withoutAnyColdStartThereIsNothingToShare() {
    assertThat(curve(Map.of(50 * MB, 3.0, 100 * MB, 1.5))).isEqualTo(ColdCurve.AT_ONCE);
  }

  /** A task that happened to be cheaper than a smaller one. */
  @Property
  void moreBytesNeverPayLess(
      @ForAll @DoubleRange(min = 0, max = 20) double small,
      @ForAll @DoubleRange(min = 0, max = 20) double middle,
      @ForAll @DoubleRange(min = 0, max = 20) double large,
      @ForAll @DoubleRange(min = 0, max = 200) double bytes,
      @ForAll @DoubleRange(min = 0, max = 200) double more) {
    ColdCurve curve = curve(Map.of(10 * MB, small, 50 * MB, middle, 100 * MB, large));
    double part = curve.part(bytes * MB);
    assertThat(part).isBetween(0.0, 1.0);
    assertThat(curve.part((bytes + more) * MB)).isGreaterThanOrEqualTo(part);
  }

  private static ColdCurve curve(Map<Double, Double> firstCoreS) {
    NavigableMap<Double, Double> sizes = new TreeMap<>(firstCoreS);
    return ColdCurve.of(sizes, 1, 10);
  }
}
