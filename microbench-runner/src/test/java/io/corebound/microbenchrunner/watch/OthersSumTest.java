package io.corebound.microbenchrunner.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.hosts.process.OtherLoad;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OthersSumTest {
  private int looks;

  private OtherLoad load() {
    looks++;
    return new OtherLoad(1, 0.5, Map.of("make", 0.25, "cc1", 0.5));
  }

  @Test
  void addsUpWhatProgramsTookAndLooksSeldom() {
    OthersSum sum = new OthersSum(() -> this::load);
    double first = sum.coreS();
    assertThat(first).isCloseTo(0.75, within(1e-9));
    long end = System.nanoTime() + 20_000_000;
    while (System.nanoTime() < end) {
      sum.coreS();
    }
    assertThat(sum.coreS()).isCloseTo(0.75 * looks, within(1e-6));
  }
}
