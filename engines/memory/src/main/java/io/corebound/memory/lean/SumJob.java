package io.corebound.memory.lean;

import io.corebound.memory.block.SumTable;

/** Adds up a number for each key, already in the mapper; it writes the key, a tab, the sum. */
public non-sealed interface SumJob extends LeanJob {
  /**
   * Maps whole lines.
   *
   * @param bytes lines from {@code from} to {@code to}; the last one ends in a line feed too, and
   *     at least eight bytes follow it
   * @param sums takes keys and, for each, what is added
   * @return how many it took
   */
  long map(byte[] bytes, int from, int to, SumTable sums);
}
