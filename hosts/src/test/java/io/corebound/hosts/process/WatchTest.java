package io.corebound.hosts.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.units.CoreboundException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final long NS_PER_S = 1_000_000_000;

  private long nowNs;

  private Watch watch(int seconds) {
    return new Watch(() -> () -> new OtherLoad(1, 0, Map.of("make", 1.0)), seconds, () -> nowNs);
  }

  /** Whether what takes 10 s was measured again. */
  private boolean repeats(Watch watch, int againS) {
    int[] attempts = {0};
    watch.quieter(
        "read",
        name -> {
          nowNs += (attempts[0]++ == 0 ? 10 : againS) * NS_PER_S;
          if (againS > 10 && attempts[0] > 1) {
            throw CoreboundException.failed("too late");
          }
          return name;
        },
        watched -> 2);
    return attempts[0] == 2;
  }

  @Test
  void nothingIsRepeatedThatDoesNotFit() {
    Watch watch = watch(15);
    assertThat(repeats(watch, 3)).isTrue();
    assertThat(repeats(watch, 3)).isTrue();
    assertThat(repeats(watch, 3)).isFalse();
  }

  @Test
  void repetitionThatFailsTakesItsOwnTime() {
    Watch watch = watch(35);
    assertThat(repeats(watch, 30)).isTrue();
    assertThat(repeats(watch, 3)).isFalse();
  }

  @Test
  void blindedWatchTakesOfTheSameSeconds() {
    Watch watch = watch(15);
    assertThat(repeats(watch.blinded(), 10)).isTrue();
    assertThat(repeats(watch.blinded(), 10)).isFalse();
    assertThat(repeats(watch, 10)).isFalse();
  }
}
