package io.corebound.microbenchrunner.watch;

import io.corebound.hosts.process.OtherLoad;
import java.util.function.Supplier;

/**
 * Core-seconds of other programs since it was made. It looks at them when it is asked, but no more
 * often than takes a hundredth of a core; what it says may be that much late.
 */
public final class OthersSum {
  private static final int OF_A_CORE = 100;

  private final Supplier<Supplier<OtherLoad>> others;
  private Supplier<OtherLoad> since;
  private double coreS;
  private long nextNs = System.nanoTime();

  OthersSum(Supplier<Supplier<OtherLoad>> others) {
    this.others = others;
    this.since = others.get();
  }

  /** Until now. */
  public synchronized double coreS() {
    long now = System.nanoTime();
    if (now - nextNs >= 0) {
      coreS += since.get().programsCoreS();
      since = others.get();
      long end = System.nanoTime();
      nextNs = end + OF_A_CORE * (end - now);
    }
    return coreS;
  }
}
