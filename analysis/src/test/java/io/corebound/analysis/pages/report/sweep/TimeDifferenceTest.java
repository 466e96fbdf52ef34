package io.corebound.analysis.pages.report.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.analysis.pages.report.sweep.TimeDifference.Verdict;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TimeDifferenceTest {
  private static TimeDifference between(List<Double> first, List<Double> second) {
    return TimeDifference.of(first, second, List.of(first, second));
  }

  @Test
  void intervalIsStudentsOverThePooledSpreadOfTheLogarithms() {
    // both spread by 10 % a step, ln 1.1 = 0.0953; t of 4 degrees of freedom is 2.776 (any table);
    // 2.776 x 0.0953 x sqrt(1/3 + 1/3) = 0.2160; 2 / e^0.2160 = 1.611, 2 e^0.2160 = 2.482
    TimeDifference twice = between(List.of(10.0, 11.0, 12.1), List.of(20.0, 22.0, 24.2));

    assertThat(twice.ratio()).isCloseTo(2, within(1e-9));
    assertThat(twice.low()).isCloseTo(1.611, within(2e-3));
    assertThat(twice.high()).isCloseTo(2.482, within(2e-3));
    assertThat(twice.verdict()).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void differenceIsHardlyAnyOnlyWhereTheSpreadExcludesALargerOne() {
    assertThat(between(List.of(100.0, 100.5, 101.0), List.of(103.0, 103.5, 104.0)).verdict())
        .as("3 % apart, beyond chance, and small")
        .isEqualTo(Verdict.HARDLY);
    assertThat(between(List.of(90.0, 100.0, 110.0), List.of(90.0, 100.0, 110.0)).verdict())
        .as("the same, by repetitions that spread by 10 %")
        .isEqualTo(Verdict.CANNOT_TELL);
    assertThat(between(List.of(100.0), List.of(100.0)).verdict()).isEqualTo(Verdict.ONE_REPETITION);
  }

  @Test
  void spreadOfOtherCombinationsServesThoseThatRanOnce() {
    List<Double> once = List.of(100.0);
    TimeDifference difference =
        TimeDifference.of(once, once, List.of(once, once, List.of(50.0, 50.1, 50.2)));

    assertThat(difference.verdict()).isEqualTo(Verdict.HARDLY);
  }

  @Property(tries = 100)
  void theOtherWayRoundItIsTheReciprocal(
      @ForAll @Size(min = 2, max = 4) List<@DoubleRange(min = 10, max = 200) Double> first,
      @ForAll @Size(min = 2, max = 4) List<@DoubleRange(min = 10, max = 200) Double> second) {
    TimeDifference there = between(first, second);
    TimeDifference back = between(second, first);

    assertThat(there.ratio() * back.ratio()).isCloseTo(1, within(1e-9));
    assertThat(there.low() * back.high()).isCloseTo(1, within(1e-9));
    assertThat(there.low()).isLessThanOrEqualTo(there.ratio() * (1 + 1e-12));
  }
}
