package io.corebound.memory.lean;

/** Sorts TeraGen's records: 10 bytes of key, 90 of value. */
final class TeraSort implements SortJob {
  @Override
  public int recordBytes() {
    return 100;
  }

  @Override
  public int keyBytes() {
    return 10;
  }
}
