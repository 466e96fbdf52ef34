package io.corebound.microbenchrunner.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.OtherLoad;
import io.corebound.hosts.process.OtherPrograms;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OthersSumTest {
  private double nowS = 100;

  @Test
  void addsUpWhatProgramsTookButNotWhatWasStolen() {
    OthersSum sum =
        new OthersSum(() -> new OtherLoad(1, 0.5, Map.of("make", 0.25, "cc1", 0.5)), () -> nowS);
    nowS = 101;
    sum.look();
    nowS = 105;
    sum.look();
    assertThat(sum.until(99)).isZero();
    assertThat(sum.until(100.5)).isCloseTo(0.375, within(1e-9));
    assertThat(sum.until(101)).isCloseTo(0.75, within(1e-9));
    assertThat(sum.until(104)).isCloseTo(0.75 + 0.75 * 0.75, within(1e-9));
    assertThat(sum.until(106)).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void clockThatIsSetBackLosesNothing() {
    OthersSum sum = new OthersSum(() -> new OtherLoad(1, 0, Map.of("make", 1.0)), () -> nowS);
    nowS = 101;
    sum.look();
    nowS = 90;
    sum.look();
    nowS = 102;
    sum.look();
    assertThat(sum.until(102)).isCloseTo(3, within(1e-9));
  }

  @Test
  void whatIsHiddenIsSpreadOverTheTimeThatItIsSaidFor() {
    OthersSum sum =
        new OthersSum(
            () ->
                nowS < 103
                    ? new OtherLoad(1, 0, Map.of("make", 1.0))
                    : new OtherLoad(1, 0, Map.of("make", 1.0, OtherPrograms.HIDDEN, 6.0)),
            () -> nowS);
    for (int i = 0; i < 3; i++) {
      nowS++;
      sum.look();
    }
    assertThat(sum.until(101)).isCloseTo(3, within(1e-9));
    assertThat(sum.until(102.5)).isCloseTo(7.5, within(1e-9));
  }

  @Test
  void looksNoMoreOftenThanItIsWorth() {
    AtomicInteger looks = new AtomicInteger();
    OthersSum sum =
        new OthersSum(
            () -> new OtherLoad(1, 0, Map.of("make", 1.0 * looks.incrementAndGet())), () -> nowS);
    nowS = 100.5;
    sum.lookAgain();
    assertThat(looks).hasValue(0);
    nowS = 101;
    sum.lookAgain();
    sum.lookAgain();
    assertThat(looks).hasValue(1);
    nowS = 102;
    sum.lookAgain();
    assertThat(looks).hasValue(2);
    assertThat(sum.until(102)).isEqualTo(3);
  }
}
