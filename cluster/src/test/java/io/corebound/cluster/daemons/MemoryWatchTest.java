package io.corebound.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

  private static MemoryWatch watch(int totalMib, int availableMib) {
    return new MemoryWatch(
        () -> new MemoryRoom(DataSize.ofMebibytes(totalMib), DataSize.ofMebibytes(availableMib)));
  }

  @Test
  void littleMemoryLeftStopsTheJobAndSaysWhatToDo() {
    assertThatThrownBy(() -> watch(32 << 10, 511).check("terasort"))
        .isInstanceOfSatisfying(
            CoreboundException.class, e -> assertThat(e.status()).isEqualTo(ExitStatus.FAILED))
        .hasMessageStartingWith("terasort: stopped, as only 536 MB of this machine's 34.4 GB")
        .hasMessageContaining("choose a smaller size");
    assertThatThrownBy(() -> watch(2 << 10, 255).check("terasort"))
        .isInstanceOf(CoreboundException.class);
  }

  @Test
  void enoughMemoryStopsNothing() {
    assertThatCode(() -> watch(32 << 10, 512).check("terasort")).doesNotThrowAnyException();
    assertThatCode(() -> watch(2 << 10, 256).check("terasort")).doesNotThrowAnyException();
  }

  @Test
  void looksAtOnceAndThenNowAndThen() {
    int[] looks = {0};
    MemoryWatch watch =
        new MemoryWatch(
            () -> {
              looks[0]++;
              return new MemoryRoom(DataSize.ofMebibytes(4096), DataSize.ofMebibytes(4096));
            });
    long began = System.nanoTime();
    for (int i = 0; i < 1000; i++) {
      watch.check("terasort");
    }
    long most = 1 + (System.nanoTime() - began) / 250_000_000L;
    assertThat(looks[0]).isBetween(1, (int) most + 1);
  }
}
