package io.corebound.memory.block;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts records of a fixed length by the bytes that they start with. Records stay in their blocks.
 * What is sorted is a number for each record: 36 bits of its key above the record's place. Records
 * whose 36 bits are equal are sorted by the next 36.
 */
public final class RecordSort {
  /** Bits of a record's place: its block, and its number in that. */
  private static final int PLACE = 28;

  private static final long PLACES = (1L << PLACE) - 1;
  private static final int DIGIT = 64 - PLACE;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final List<Block> blocks;
  private final int recordBytes;
  private final int keyBytes;
  private final int inBlockBits;
  private final long[] order;

  /**
   * Sorts all records of the blocks.
   *
   * @throws NoRoomException when the budget or the place of a record does not suffice
   */
  public RecordSort(List<Block> blocks, int recordBytes, int keyBytes, MemoryBudget budget) {
    this.blocks = blocks;
    this.recordBytes = recordBytes;
    this.keyBytes = keyBytes;
    int most = blocks.stream().mapToInt(b -> b.length() / recordBytes).max().orElse(0);
    inBlockBits = Integer.SIZE - Integer.numberOfLeadingZeros(most);
    long records = blocks.stream().mapToLong(b -> b.length() / recordBytes).sum();
    if (inBlockBits > PLACE || blocks.size() > 1 << (PLACE - inBlockBits)) {
      throw new NoRoomException(records * recordBytes, 0, PLACES * recordBytes);
    }
    budget.reserve(records * Long.BYTES);
    order = new long[(int) records];
    int at = 0;
    for (int block = 0; block < blocks.size(); block++) {
      int inBlock = blocks.get(block).length() / recordBytes;
      for (int record = 0; record < inBlock; record++) {
        order[at++] = (long) block << inBlockBits | record;
      }
    }
    sort(0, order.length, 0);
  }

  /** Bytes that it reserved. */
  public long bytes() {
    return (long) order.length * Long.BYTES;
  }

  private void sort(int from, int to, int bit) {
    for (int i = from; i < to; i++) {
      order[i] = digit(order[i] & PLACES, bit) << PLACE | (order[i] & PLACES);
    }
    // the sign of a long would put the upper half first
    flip(from, to);
    Arrays.sort(order, from, to);
    flip(from, to);
    if (bit + DIGIT >= 8 * keyBytes) {
      return;
    }
    int start = from;
    while (start < to) {
      int end = start + 1;
      long digit = order[start] >>> PLACE;
      while (end < to && order[end] >>> PLACE == digit) {
        end++;
      }
      if (end - start > 1) {
        sort(start, end, bit + DIGIT);
      }
      start = end;
    }
  }

  private void flip(int from, int to) {
    for (int i = from; i < to; i++) {
      order[i] ^= Long.MIN_VALUE;
    }
  }

  /** The 36 bits of a key from a bit on, zeros where it has ended. */
  private long digit(long place, int bit) {
    byte[] bytes = block(place).bytes();
    int at = start(place);
    int from = bit >>> 3;
    long word;
    if (at + from + Long.BYTES <= bytes.length) {
      word = (long) LONGS.get(bytes, at + from);
    } else {
      word = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        int next = at + from + i;
        word = word << 8 | (next < bytes.length ? bytes[next] & 0xff : 0);
      }
    }
    int keyBitsLeft = 8 * (keyBytes - from);
    if (keyBitsLeft < Long.SIZE) {
      word &= -1L << (Long.SIZE - keyBitsLeft);
    }
    return word << (bit & 7) >>> (Long.SIZE - DIGIT);
  }

  /** Takes a record. */
  public interface Records {
    void record(byte[] bytes, int from, int length) throws IOException;
  }

  /** Shows all records in order. */
  public void forEach(Records records) throws IOException {
    for (long entry : order) {
      long place = entry & PLACES;
      records.record(block(place).bytes(), start(place), recordBytes);
    }
  }

  private Block block(long place) {
    return blocks.get((int) (place >>> inBlockBits));
  }

  private int start(long place) {
    return (int) (place & ((1L << inBlockBits) - 1)) * recordBytes;
  }
}
