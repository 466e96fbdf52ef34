package io.corebound.microbenchrunner.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.OtherLoad;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OthersSumTest {
  @Test
  void addsUpWhatProgramsTookButNotWhatWasStolen() {
    OthersSum sum = new OthersSum(() -> new OtherLoad(1, 0.5, Map.of("make", 0.25, "cc1", 0.5)));
    assertThat(sum.coreS()).isCloseTo(0.75, within(1e-9));
    assertThat(sum.coreS()).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void looksNoMoreOftenThanItIsWorth() {
    AtomicInteger looks = new AtomicInteger();
    OthersSum sum =
        new OthersSum(() -> new OtherLoad(1, 0, Map.of("make", 1.0 * looks.incrementAndGet())));
    assertThat(sum.coreS()).isEqualTo(1);
    assertThat(sum.lately()).isEqualTo(1);
    assertThat(looks).hasValue(1);
  }
}
