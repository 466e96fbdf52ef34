package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClockCostTest {
  @Test
  void costIsTheTimeFromOneReadingToTheNext() {
    AtomicLong now = new AtomicLong();
    assertThat(ClockCost.nanoseconds(() -> now.addAndGet(700))).isEqualTo(700);
  }

  @Test
  void interruptionsAndTheSlowFirstReadingsDoNotCount() {
    AtomicLong now = new AtomicLong();
    AtomicLong readings = new AtomicLong();
    // ten batches in the interpreter, and a pause of 3 ms in one of the others
    double cost =
        ClockCost.nanoseconds(
            () -> {
              long reading = readings.incrementAndGet();
              long pause = reading == 150_000 ? 3_000_000 : 0;
              return now.addAndGet(pause + (reading < 100_010 ? 90 : 30));
            });
    assertThat(cost).isEqualTo(30);
  }
}
