package io.corebound.collectors.sampler;

import java.time.Instant;
import java.time.InstantSource;

/** The clock of a collection, which a user may set, and its timer, which only goes on. */
interface Timer extends InstantSource {
  /** This machine's. */
  Timer OURS =
      new Timer() {
        @Override
        public Instant instant() {
          return Instant.now();
        }

        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
          Thread.sleep(millis);
        }
      };

  /** The timer; only differences mean something. */
  long nanos();

  /** Waits. */
  void sleep(long millis) throws InterruptedException;
}
