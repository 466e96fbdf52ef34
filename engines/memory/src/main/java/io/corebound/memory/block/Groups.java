package io.corebound.memory.block;

/**
 * Keys and, for each, its values, as slices of bytes that are valid until the next call. The key
 * and the value are read from the arrays that these methods name.
 */
public interface Groups {
  /** Goes on to the next key; values that were not looked at are passed over. */
  boolean nextKey();

  byte[] keyBytes();

  int keyFrom();

  int keyLength();

  /** Goes on to the next value of the key. */
  boolean nextValue();

  byte[] valueBytes();

  int valueFrom();

  int valueLength();

  /**
   * Whether the key's bytes are others than at the value before: a job may group keys that differ.
   */
  default boolean keyMoved() {
    return false;
  }
}
