package io.corebound.cluster;

/** Throws as soon as what is under way cannot go on: a daemon has ended, or memory has. */
interface Watch {
  /**
   * Returns while all is well.
   *
   * @param during what is under way, for the message
   * @throws io.corebound.records.CoreboundException (failed) when it is not, with the reason
   */
  void check(String during) throws InterruptedException;
}
