package io.corebound.memory.block;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Sums by key, keys being slices of bytes: no object a key, none a record. An entry lies in one
 * array of bytes:
 *
 * <pre>
 * sum (8 bytes), hash (8), length of the key (4), nothing (4), key, zeros up to 8 bytes
 * </pre>
 *
 * and an open table of slots leads to it: half of the hash above its place. A million keys lie in
 * no cache, so keys are looked up in batches: the slots of all are read, then the entries, and then
 * they are compared. That is why this is no library's table: none reads ahead. For one thread.
 */
public final class SumTable {
  /** Keys that are looked up together, so that the memory they lie in is fetched together. */
  private static final int BATCH = 64;

  private static final int HASH = 8;
  private static final int LENGTH = 16;
  private static final int KEY = 24;
  private static final int FIRST_SLOTS = 1 << 11;
  private static final int FIRST_BYTES = 1 << 16;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final MemoryBudget budget;

  /** The upper half of a hash, and below it the place of the entry in words; 0 is empty. */
  private long[] slots = new long[FIRST_SLOTS];

  private byte[] entries = new byte[FIRST_BYTES];
  private int end;
  private int keys;

  private final int[] from = new int[BATCH];
  private final int[] length = new int[BATCH];
  private final long[] hash = new long[BATCH];
  private final long[] amount = new long[BATCH];
  private final long[] found = new long[BATCH];
  private int waiting;

  /** What was read ahead: something must need it, or the compiler leaves the reads out. */
  private long readAhead;

  public SumTable(MemoryBudget budget) {
    this.budget = budget;
    clear();
    budget.reserve(entries.length + 8L * slots.length);
  }

  private void clear() {
    // place 0 is no entry's
    end = Long.BYTES;
    keys = 0;
  }

  /** Adds one to a key's sum, as {@link #addLater}. */
  public void addOne(byte[] bytes, int keyFrom, int keyLength, long keyHash) {
    addLater(bytes, keyFrom, keyLength, keyHash, 1);
  }

  /**
   * Adds to a key's sum, at the latest with {@link #addWaiting}: until then its bytes may not
   * change, and all keys must lie in the same array.
   */
  public void addLater(byte[] bytes, int keyFrom, int keyLength, long keyHash, long value) {
    int at = waiting;
    from[at] = keyFrom;
    length[at] = keyLength;
    hash[at] = keyHash;
    amount[at] = value;
    waiting = at + 1;
    if (at + 1 == BATCH) {
      addWaiting(bytes);
    }
  }

  /** Adds what was put off. */
  public void addWaiting(byte[] bytes) {
    int batch = waiting;
    long[] table = slots;
    int mask = table.length - 1;
    for (int i = 0; i < batch; i++) {
      found[i] = table[(int) hash[i] & mask];
    }
    // where the first slot has another key, it is looked for again below
    long read = 0;
    for (int i = 0; i < batch; i++) {
      read += (long) LONGS.get(entries, place(found[i]) + HASH);
    }
    readAhead = read;
    for (int i = 0; i < batch; i++) {
      int entry = place(found[i]);
      if (entry != 0
          && (long) LONGS.get(entries, entry + HASH) == hash[i]
          && isKey(entry, bytes, from[i], length[i])) {
        LONGS.set(entries, entry, (long) LONGS.get(entries, entry) + amount[i]);
      } else {
        add(bytes, from[i], length[i], hash[i], amount[i]);
      }
    }
    waiting = 0;
  }

  private static int place(long slot) {
    return (int) slot << 3;
  }

  /** Adds to a key's sum. */
  public void add(byte[] bytes, int keyFrom, int keyLength, long keyHash, long value) {
    int slot = (int) keyHash & (slots.length - 1);
    while (slots[slot] != 0) {
      int entry = place(slots[slot]);
      if (slots[slot] >>> 32 == keyHash >>> 32 && isKey(entry, bytes, keyFrom, keyLength)) {
        LONGS.set(entries, entry, (long) LONGS.get(entries, entry) + value);
        return;
      }
      slot = slot + 1 & slots.length - 1;
    }
    slots[slot] = slot(append(bytes, keyFrom, keyLength, keyHash, value), keyHash);
    if (2 * ++keys > slots.length) {
      growSlots();
    }
  }

  private static long slot(int entry, long keyHash) {
    return keyHash >>> 32 << 32 | entry >>> 3;
  }

  /** Adds all sums of a block. */
  public void add(Block block) {
    BlockReader reader = new BlockReader();
    reader.start(block, 0);
    byte[] bytes = reader.bytes();
    while (reader.more()) {
      int keyLength = reader.length();
      int keyFrom = reader.pass(keyLength);
      long keyHash = KeyHash.of(bytes, keyFrom, keyLength);
      addLater(bytes, keyFrom, keyLength, keyHash, reader.number());
    }
    addWaiting(bytes);
  }

  private boolean isKey(int entry, byte[] bytes, int keyFrom, int keyLength) {
    return (int) INTS.get(entries, entry + LENGTH) == keyLength
        && KeyHash.equal(entries, entry + KEY, bytes, keyFrom, keyLength);
  }

  private int append(byte[] bytes, int keyFrom, int keyLength, long keyHash, long value) {
    int entry = end;
    long behind = (long) entry + KEY + padded(keyLength);
    if (behind > entries.length) {
      entries = budget.grown(entries, end, behind);
    }
    LONGS.set(entries, entry, value);
    LONGS.set(entries, entry + HASH, keyHash);
    INTS.set(entries, entry + LENGTH, keyLength);
    int key = entry + KEY;
    System.arraycopy(bytes, keyFrom, entries, key, keyLength);
    end = (int) behind;
    // a table that was emptied has other keys' bytes there
    Arrays.fill(entries, key + keyLength, end, (byte) 0);
    return entry;
  }

  private static int padded(int length) {
    return (length + 7) & ~7;
  }

  private void growSlots() {
    budget.reserve(16L * slots.length);
    long[] larger = new long[2 * slots.length];
    budget.release(8L * slots.length);
    slots = larger;
    for (int entry = first(); entry < end; entry = next(entry)) {
      long keyHash = (long) LONGS.get(entries, entry + HASH);
      int slot = (int) keyHash & (larger.length - 1);
      while (larger[slot] != 0) {
        slot = slot + 1 & larger.length - 1;
      }
      larger[slot] = slot(entry, keyHash);
    }
  }

  private static int first() {
    return Long.BYTES;
  }

  private int next(int entry) {
    return entry + KEY + padded((int) INTS.get(entries, entry + LENGTH));
  }

  /** How many keys it has. */
  public int size() {
    return keys;
  }

  /** Bytes that it keeps. */
  public long bytes() {
    return end + 8L * slots.length;
  }

  /** Writes all sums to the partitions of their keys and is empty then. */
  public void drainTo(BlockWriter out) {
    int partitions = out.partitions();
    for (int entry = first(); entry < end; entry = next(entry)) {
      out.sum(
          KeyHash.partition((long) LONGS.get(entries, entry + HASH), partitions),
          entries,
          entry + KEY,
          (int) INTS.get(entries, entry + LENGTH),
          (long) LONGS.get(entries, entry));
    }
    Arrays.fill(slots, 0);
    clear();
  }

  /** Takes a key and its sum. */
  public interface Sums {
    void sum(byte[] bytes, int from, int length, long sum) throws IOException;
  }

  /** Shows all keys with their sums. */
  public void forEach(Sums sums) throws IOException {
    for (int entry = first(); entry < end; entry = next(entry)) {
      sums.sum(
          entries,
          entry + KEY,
          (int) INTS.get(entries, entry + LENGTH),
          (long) LONGS.get(entries, entry));
    }
  }

  /** Gives its memory back to the budget; it may not be used any more. */
  public void release() {
    budget.release(entries.length + 8L * slots.length);
  }
}
