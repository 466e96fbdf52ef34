package io.corebound.cluster.job;

/** Throws as soon as what is under way cannot go on: a daemon has ended, or memory has. */
public interface Watch {
  /**
   * Returns while all is well.
   *
   * @param during what is under way, for the message
   * @throws io.corebound.records.units.CoreboundException (failed) when it is not, with the reason
   */
  void check(String during) throws InterruptedException;
}
