package io.corebound.hosts.machine;

import java.util.function.LongSupplier;

/** The cost of reading the clock on this machine; the kernel shows only the clock source's name. */
final class ClockCost {
  private static final int BATCHES = 20;
  private static final int READINGS = 10_000;

  private ClockCost() {}

  /**
   * Nanoseconds a reading: the least mean of several batches, because the first ones are not
   * compiled yet and any may be interrupted.
   */
  static double nanoseconds(LongSupplier clock) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < BATCHES; i++) {
      least = Math.min(least, batch(clock));
    }
    return least;
  }

  private static double batch(LongSupplier clock) {
    long start = clock.getAsLong();
    long now = start;
    for (int i = 0; i < READINGS; i++) {
      now = clock.getAsLong();
    }
    return (now - start) / (double) READINGS;
  }
}
