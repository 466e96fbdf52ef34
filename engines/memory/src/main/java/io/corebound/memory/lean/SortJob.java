package io.corebound.memory.lean;

/** Sorts records of a fixed length over all partitions, by the bytes that they start with. */
public non-sealed interface SortJob extends LeanJob {
  int recordBytes();

  int keyBytes();
}
