package io.corebound.memory.hadoop;

import io.corebound.memory.block.Groups;
import io.corebound.memory.block.ValueTable;
import java.util.Arrays;

/**
 * One key of a map's table with its values, for a combiner. The values are copied: the table may
 * move while the combiner writes.
 */
final class EntryGroup implements Groups {
  private byte[] key = new byte[64];
  private int keyLength;
  private byte[] values = new byte[1 << 10];
  private int valuesLength;
  private boolean first;
  private int at;
  private int valueLength;

  /** Takes an entry's key and values. */
  void take(ValueTable table, int entry) {
    keyLength = table.keyLength(entry);
    if (key.length < keyLength) {
      key = new byte[2 * keyLength];
    }
    System.arraycopy(table.keys(), table.keyFrom(entry), key, 0, keyLength);
    valuesLength = table.valuesLength(entry);
    if (values.length < valuesLength) {
      values = new byte[2 * valuesLength];
    }
    System.arraycopy(table.values(), table.valuesFrom(entry), values, 0, valuesLength);
    first = true;
    at = 0;
    valueLength = 0;
  }

  /** Whether a key is this one's. */
  boolean isKey(byte[] bytes, int length) {
    return Arrays.equals(key, 0, keyLength, bytes, 0, length);
  }

  @Override
  public boolean nextKey() {
    boolean there = first;
    first = false;
    return there;
  }

  @Override
  public boolean nextValue() {
    at += valueLength;
    valueLength = 0;
    if (at >= valuesLength) {
      return false;
    }
    int shift = 0;
    byte next;
    do {
      next = values[at++];
      valueLength |= (next & 0x7f) << shift;
      shift += 7;
    } while (next < 0);
    return true;
  }

  @Override
  public byte[] keyBytes() {
    return key;
  }

  @Override
  public int keyFrom() {
    return 0;
  }

  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public byte[] valueBytes() {
    return values;
  }

  @Override
  public int valueFrom() {
    return at;
  }

  @Override
  public int valueLength() {
    return valueLength;
  }
}
