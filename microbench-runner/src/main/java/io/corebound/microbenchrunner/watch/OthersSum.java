package io.corebound.microbenchrunner.watch;

import io.corebound.hosts.process.OtherLoad;
import java.util.function.Supplier;

/** Core-seconds of other programs since it was made. */
public final class OthersSum {
  private final Supplier<OtherLoad> since;
  private double coreS;

  OthersSum(Supplier<OtherLoad> since) {
    this.since = since;
  }

  /** Until now. */
  public synchronized double coreS() {
    coreS += since.get().programsCoreS();
    return coreS;
  }
}
