package io.corebound.collectors.sampler;

import java.time.Instant;
import java.time.InstantSource;

/** What a collection goes by: a clock, which somebody may set, and a timer, which nobody can. */
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

  /** Lets so much time pass. */
  void sleep(long millis) throws InterruptedException;
}
