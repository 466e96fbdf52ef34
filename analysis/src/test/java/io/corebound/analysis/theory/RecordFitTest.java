package io.corebound.analysis.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class RecordFitTest {
  /** 20 ns a byte at 100 B and 9 at 10 kB: 2000 = r + 100 b and 90,000 = r + 10,000 b. */
  @Test
  void lineGoesThroughTwoSizes() {
    RecordFit fit = RecordFit.of(Map.of(100.0, 20.0, 10_000.0, 9.0));
    assertThat(fit.byteNs()).isCloseTo(88_000 / 9_900.0, within(1e-9));
    assertThat(fit.recordNs()).isCloseTo(2_000 - 100 * 88_000 / 9_900.0, within(1e-6));
  }

  /** Where the sum of squares is least, its derivatives by both costs are 0. */
  @Property(tries = 100)
  void partsByWhichSizesAreOffAreSmallest(
      @ForAll @DoubleRange(min = 1, max = 100) double small,
      @ForAll @DoubleRange(min = 1, max = 100) double middle,
      @ForAll @DoubleRange(min = 1, max = 100) double large) {
    Map<Double, Double> sizes = Map.of(14.0, small, 100.0, middle, 10_000.0, large);
    RecordFit fit = RecordFit.of(sizes);
    double byRecord = 0;
    double byByte = 0;
    for (Map.Entry<Double, Double> size : sizes.entrySet()) {
      double off = (fit.recordNs() / size.getKey() + fit.byteNs()) / size.getValue() - 1;
      byRecord += off / size.getKey() / size.getValue();
      byByte += off / size.getValue();
    }
    assertThat(byRecord).isCloseTo(0, within(1e-9));
    assertThat(byByte).isCloseTo(0, within(1e-9));
  }

  @Property(tries = 100)
  void linesAreFound(
      @ForAll @DoubleRange(min = 0, max = 1e5) double recordNs,
      @ForAll @DoubleRange(min = 0.01, max = 100) double byteNs) {
    RecordFit fit =
        RecordFit.of(
            Map.of(
                14.0, recordNs / 14 + byteNs,
                100.0, recordNs / 100 + byteNs,
                10_000.0, recordNs / 10_000 + byteNs));
    assertThat(fit.part(100)).isCloseTo(recordNs / (recordNs + 100 * byteNs), within(1e-6));
  }
}
