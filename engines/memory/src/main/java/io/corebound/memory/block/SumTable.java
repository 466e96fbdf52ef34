package io.corebound.memory.block;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Sums by key, keys being slices of bytes: no object a key, none a record. Agrona's table leads
 * from the hash of a key to its entry in one array of bytes:
 *
 * <pre>
 * sum (8 bytes), next entry with this hash or 0 (4), length of the key (4), key, zeros up to 8 bytes
 * </pre>
 *
 * For one thread.
 */
public final class SumTable {
  /** Keys that are looked up together, so that the memory they lie in is fetched together. */
  private static final int BATCH = 64;

  private static final int NEXT = 8;
  private static final int LENGTH = 12;
  private static final int KEY = 16;
  private static final int NONE = -1;
  private static final int FIRST_BYTES = 1 << 16;
  private static final int MOST_BYTES = 1 << 30;
  private static final float LOAD = 0.55f;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final MemoryBudget budget;
  private final Long2LongHashMap index = new Long2LongHashMap(1024, LOAD, NONE);
  private long indexBytes;
  private byte[] entries = new byte[FIRST_BYTES];
  private int end;
  private int keys;

  private final int[] from = new int[BATCH];
  private final int[] length = new int[BATCH];
  private final long[] hash = new long[BATCH];
  private final long[] amount = new long[BATCH];
  private final long[] found = new long[BATCH];
  private int waiting;

  public SumTable(MemoryBudget budget) {
    this.budget = budget;
    budget.reserve(entries.length);
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
    for (int i = 0; i < batch; i++) {
      found[i] = index.get(hash[i]);
    }
    for (int i = 0; i < batch; i++) {
      int entry = (int) found[i];
      if (entry != NONE && isKey(entry, bytes, from[i], length[i])) {
        LONGS.set(entries, entry, (long) LONGS.get(entries, entry) + amount[i]);
      } else {
        add(bytes, from[i], length[i], hash[i], amount[i]);
      }
    }
    waiting = 0;
  }

  /** Adds to a key's sum. */
  public void add(byte[] bytes, int keyFrom, int keyLength, long keyHash, long value) {
    int entry = (int) index.get(keyHash);
    int last = NONE;
    while (entry != NONE && !isKey(entry, bytes, keyFrom, keyLength)) {
      last = entry;
      int next = (int) INTS.get(entries, entry + NEXT);
      entry = next == 0 ? NONE : next;
    }
    if (entry == NONE) {
      entry = append(bytes, keyFrom, keyLength);
      if (last == NONE) {
        index.put(keyHash, entry);
        chargeIndex();
      } else {
        INTS.set(entries, last + NEXT, entry);
      }
    }
    LONGS.set(entries, entry, (long) LONGS.get(entries, entry) + value);
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
    byte[] table = entries;
    if ((int) INTS.get(table, entry + LENGTH) != keyLength) {
      return false;
    }
    int key = entry + KEY;
    int whole = keyLength & ~7;
    for (int at = 0; at < whole; at += 8) {
      if ((long) LONGS.get(table, key + at) != (long) LONGS.get(bytes, keyFrom + at)) {
        return false;
      }
    }
    int rest = keyLength & 7;
    return rest == 0
        || (long) LONGS.get(table, key + whole) == KeyHash.rest(bytes, keyFrom + whole, rest);
  }

  private int append(byte[] bytes, int keyFrom, int keyLength) {
    int entry = end;
    long behind = (long) entry + KEY + padded(keyLength);
    if (behind > entries.length) {
      grow(behind);
    }
    LONGS.set(entries, entry, 0L);
    INTS.set(entries, entry + NEXT, 0);
    INTS.set(entries, entry + LENGTH, keyLength);
    int key = entry + KEY;
    System.arraycopy(bytes, keyFrom, entries, key, keyLength);
    end = (int) behind;
    keys++;
    // a table that was emptied has other keys' bytes there
    Arrays.fill(entries, key + keyLength, end, (byte) 0);
    return entry;
  }

  private static int padded(int length) {
    return (length + 7) & ~7;
  }

  private void grow(long needed) {
    if (needed > MOST_BYTES) {
      throw new NoRoomException(needed, end, MOST_BYTES);
    }
    int size = (int) Math.min(MOST_BYTES, Math.max(needed, 2L * entries.length));
    budget.reserve(size);
    int before = entries.length;
    entries = Arrays.copyOf(entries, size);
    budget.release(before);
  }

  private void chargeIndex() {
    long bytes = 16L * index.capacity();
    if (bytes != indexBytes) {
      budget.reserve(bytes - indexBytes);
      indexBytes = bytes;
    }
  }

  /** How many keys it has. */
  public int size() {
    return keys;
  }

  /** Bytes that it keeps. */
  public long bytes() {
    return end + indexBytes;
  }

  /** Writes all sums to the partitions of their keys and is empty then. */
  public void drainTo(BlockWriter out) {
    int partitions = out.partitions();
    for (int entry = 0; entry < end; ) {
      int keyLength = (int) INTS.get(entries, entry + LENGTH);
      int key = entry + KEY;
      out.sum(
          KeyHash.partition(KeyHash.of(entries, key, keyLength), partitions),
          entries,
          key,
          keyLength,
          (long) LONGS.get(entries, entry));
      entry = key + padded(keyLength);
    }
    index.clear();
    end = 0;
    keys = 0;
  }

  /** Takes a key and its sum. */
  public interface Sums {
    void sum(byte[] bytes, int from, int length, long sum) throws IOException;
  }

  /** Shows all keys with their sums. */
  public void forEach(Sums sums) throws IOException {
    for (int entry = 0; entry < end; ) {
      int keyLength = (int) INTS.get(entries, entry + LENGTH);
      sums.sum(entries, entry + KEY, keyLength, (long) LONGS.get(entries, entry));
      entry += KEY + padded(keyLength);
    }
  }

  /** Gives its memory back to the budget; it may not be used any more. */
  public void release() {
    budget.release(entries.length + indexBytes);
  }
}
