package io.corebound.microbenchrunner.watch;

import io.corebound.hosts.process.OtherLoad;
import io.corebound.hosts.process.OtherPrograms;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Core-seconds of other programs since it was made, until any moment between two looks: linear from
 * one to the next. What is hidden is known of fewer looks than what is shown: that of the last 3 s
 * may be missed.
 */
public final class OthersSum {
  /** A look takes 3 to 6 ms of a core beside 80 processes, and some 20 ms beside 1000. */
  private static final double FRESH_S = 1;

  private final Supplier<OtherLoad> since;
  private final DoubleSupplier clockS;
  private final TreeMap<Double, Double> shown = new TreeMap<>();
  private final TreeMap<Double, Double> hidden = new TreeMap<>();

  OthersSum(Supplier<OtherLoad> since) {
    this(since, () -> System.currentTimeMillis() / 1e3);
  }

  /**
   * Nothing seen yet.
   *
   * @param clockS seconds since the Unix epoch
   */
  OthersSum(Supplier<OtherLoad> since, DoubleSupplier clockS) {
    this.since = since;
    this.clockS = clockS;
    double nowS = clockS.getAsDouble();
    shown.put(nowS, 0.0);
    hidden.put(nowS, 0.0);
  }

  /** Looks at them. */
  public synchronized void look() {
    OtherLoad load = since.get();
    // a clock that is set back would lose what came before
    double nowS = Math.max(shown.lastKey(), clockS.getAsDouble());
    double unseenS = load.coreS().getOrDefault(OtherPrograms.HIDDEN, 0.0);
    shown.put(nowS, shown.lastEntry().getValue() + load.programsCoreS() - unseenS);
    if (unseenS > 0) {
      hidden.put(nowS, hidden.lastEntry().getValue() + unseenS);
    }
  }

  /** Looks at them a second after the last look at the earliest: more often is not worth it. */
  public synchronized void lookAgain() {
    if (clockS.getAsDouble() - shown.lastKey() >= FRESH_S) {
      look();
    }
  }

  /**
   * Core-seconds until a moment; after the last look those of that look.
   *
   * @param timeS in seconds since the Unix epoch
   */
  public synchronized double until(double timeS) {
    return at(shown, timeS) + at(hidden, timeS);
  }

  private static double at(TreeMap<Double, Double> looks, double timeS) {
    Map.Entry<Double, Double> before = looks.floorEntry(timeS);
    Map.Entry<Double, Double> after = looks.higherEntry(timeS);
    if (before == null || after == null) {
      return (before == null ? after : before).getValue();
    }
    double part = (timeS - before.getKey()) / (after.getKey() - before.getKey());
    return before.getValue() + part * (after.getValue() - before.getValue());
  }
}
