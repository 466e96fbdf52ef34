package io.corebound.hosts.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.ClockOffset.RoundTrip;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
  /** Asked at 100, answered after 0.2 s with 103: 103 - 100.1, within 0.1. */
  @Test
  void middleOfTheShortestRoundTripCounts() {
    ClockOffset offset =
        ClockOffset.of(
            List.of(
                new RoundTrip(90, 0.5, 94),
                new RoundTrip(100, 0.2, 103),
                new RoundTrip(110, 0.4, 112)));
    assertThat(offset.offsetS()).isCloseTo(2.9, within(1e-9));
    assertThat(offset.uncertaintyS()).isCloseTo(0.1, within(1e-9));
    assertThat(offset.roundTrips()).isEqualTo(3);
  }

  @Property
  void trueOffsetIsWithinTheUncertaintyHoweverUnevenTheWays(
      @ForAll @DoubleRange(min = -1e4, max = 1e4) double offsetS,
      @ForAll @Size(min = 1, max = 20) List<@DoubleRange(max = 1) Double> there,
      @ForAll @DoubleRange(max = 1) double back) {
    List<RoundTrip> trips = new ArrayList<>();
    for (double way : there) {
      double askedS = 1000 + 3.0 * trips.size();
      trips.add(new RoundTrip(askedS, way + back, askedS + way + offsetS));
    }
    ClockOffset found = ClockOffset.of(trips);
    assertThat(Math.abs(found.offsetS() - offsetS))
        .isLessThanOrEqualTo(found.uncertaintyS() + 1e-9);
  }

  @Test
  void noAnswerIsNoOffset() {
    assertThatThrownBy(() -> ClockOffset.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ClockOffset(Double.NaN, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
