package io.corebound.cluster;

/** Throws as soon as a daemon has ended. */
interface Watch {
  /**
   * Returns while every daemon is alive.
   *
   * @param during what is under way, for the message
   * @throws io.corebound.records.CoreboundException (failed) when one has ended
   */
  void requireAlive(String during) throws InterruptedException;
}
