package io.corebound.cluster.job;

/** Throws as soon as a job cannot go on: a daemon has ended, or memory runs out. */
@FunctionalInterface
public interface Watchdog {
  /**
   * Returns while all is well.
   *
   * @throws io.corebound.records.units.CoreboundException (failed) with the reason
   */
  void check(String during) throws InterruptedException;
}
