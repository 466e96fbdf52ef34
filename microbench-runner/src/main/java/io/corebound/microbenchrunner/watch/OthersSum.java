package io.corebound.microbenchrunner.watch;

import io.corebound.hosts.process.OtherLoad;
import java.util.function.Supplier;

/** Core-seconds of other programs since it was made. */
public final class OthersSum {
  /** A look takes 3 to 6 ms of a core beside 80 processes, and some 20 ms beside 1000. */
  private static final long FRESH_NS = 1_000_000_000;

  private final Supplier<OtherLoad> since;
  private long lookedNs = System.nanoTime();
  private double coreS;

  OthersSum(Supplier<OtherLoad> since) {
    this.since = since;
  }

  /** Until now. */
  public synchronized double coreS() {
    coreS += since.get().programsCoreS();
    lookedNs = System.nanoTime();
    return coreS;
  }

  /** Until a second ago at most: what is asked more often does not look each time. */
  public synchronized double lately() {
    return System.nanoTime() - lookedNs < FRESH_NS ? coreS : coreS();
  }
}
