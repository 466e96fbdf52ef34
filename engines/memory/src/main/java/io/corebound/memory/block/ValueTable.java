package io.corebound.memory.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * Values by key, both slices of bytes: what a map task has written. The values of a key lie one
 * behind the other in a region that doubles. A region of the largest size that is full is given to
 * {@link Full}, which combines it or writes it out. Agrona's table leads from the hash of a key to
 * its entry in an array of bytes:
 *
 * <pre>
 * partition (4 bytes), region (4), its size (4), bytes in it (4), values in it (4),
 * next entry with this hash or -1 (4), length of the key (4), key
 * </pre>
 *
 * For one thread.
 */
public final class ValueTable {
  /** No such key. */
  public static final int NONE = -1;

  private static final int REGION = 4;
  private static final int SIZE = 8;
  private static final int USED = 12;
  private static final int COUNT = 16;
  private static final int NEXT = 20;
  private static final int LENGTH = 24;
  private static final int KEY = 28;
  private static final int FIRST_REGION = 32;
  private static final int FIRST_BYTES = 1 << 16;
  private static final float LOAD = 0.55f;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** What becomes of a key whose region is full. */
  public interface Full {
    /** Empties the region by {@link #rewind}, and may write to it then. */
    void full(int entry);
  }

  private final MemoryBudget budget;
  private final int largestRegion;
  private final Full full;
  private final Long2LongHashMap index = new Long2LongHashMap(1024, LOAD, NONE);
  private long indexBytes;
  private byte[] entries = new byte[FIRST_BYTES];
  private int entriesEnd;
  private byte[] regions = new byte[FIRST_BYTES];
  private int regionsEnd;

  /**
   * An empty table.
   *
   * @param largestRegion bytes of a region that is full; a longer value gets a larger one
   */
  public ValueTable(MemoryBudget budget, int largestRegion, Full full) {
    this.budget = budget;
    this.largestRegion = largestRegion;
    this.full = full;
    budget.reserve(entries.length + regions.length);
  }

  /** The entry of a key, or {@link #NONE}. */
  public int find(byte[] bytes, int from, int length, long hash) {
    int entry = (int) index.get(hash);
    while (entry != NONE && !isKey(entry, bytes, from, length)) {
      entry = get(entry, NEXT);
    }
    return entry;
  }

  private boolean isKey(int entry, byte[] bytes, int from, int length) {
    int key = entry + KEY;
    return (int) INTS.get(entries, entry + LENGTH) == length
        && Arrays.equals(entries, key, key + length, bytes, from, from + length);
  }

  /** Makes an entry for a key that has none. */
  public int insert(byte[] bytes, int from, int length, long hash, int partition) {
    int entry = entriesEnd;
    long behind = (long) entry + KEY + length;
    if (behind > entries.length) {
      entries = budget.grown(entries, entriesEnd, behind);
    }
    entriesEnd = (int) behind;
    set(entry, 0, partition);
    set(entry, SIZE, 0);
    set(entry, USED, 0);
    set(entry, COUNT, 0);
    set(entry, LENGTH, length);
    System.arraycopy(bytes, from, entries, entry + KEY, length);
    // the newest comes first
    set(entry, NEXT, (int) index.put(hash, entry));
    long bytesOfIndex = 16L * index.capacity();
    if (bytesOfIndex != indexBytes) {
      budget.reserve(bytesOfIndex - indexBytes);
      indexBytes = bytesOfIndex;
    }
    return entry;
  }

  /** Appends a value to a key's. */
  public void append(int entry, byte[] value, int from, int length) {
    int needed = length < 128 ? 1 + length : Varint.INT + length;
    int used = get(entry, USED);
    if (used + needed > get(entry, SIZE)) {
      makeRoom(entry, needed);
      used = get(entry, USED);
    }
    int at = Varint.put(regions, get(entry, REGION) + used, length);
    System.arraycopy(value, from, regions, at, length);
    set(entry, USED, at + length - get(entry, REGION));
    set(entry, COUNT, get(entry, COUNT) + 1);
  }

  private void makeRoom(int entry, int needed) {
    int size = get(entry, SIZE);
    if (size >= largestRegion && get(entry, COUNT) > 0) {
      full.full(entry);
      size = get(entry, SIZE);
    }
    int used = get(entry, USED);
    // a combined region that is still half full grows, or each value would combine it again
    if (used + needed <= size && used <= size / 2) {
      return;
    }
    long larger = Math.max(FIRST_REGION, 2L * size);
    while (larger < (long) used + needed) {
      larger *= 2;
    }
    long behind = regionsEnd + larger;
    if (behind > regions.length) {
      regions = budget.grown(regions, regionsEnd, behind);
    }
    System.arraycopy(regions, get(entry, REGION), regions, regionsEnd, used);
    set(entry, REGION, regionsEnd);
    set(entry, SIZE, (int) larger);
    regionsEnd = (int) behind;
  }

  private int get(int entry, int field) {
    return (int) INTS.get(entries, entry + field);
  }

  private void set(int entry, int field, int value) {
    INTS.set(entries, entry + field, value);
  }

  /** Forgets a key's values and keeps its region. */
  public void rewind(int entry) {
    set(entry, USED, 0);
    set(entry, COUNT, 0);
  }

  /** Writes a key's values to its partition. */
  public void write(int entry, BlockWriter out) {
    out.run(
        partition(entry),
        entries,
        keyFrom(entry),
        keyLength(entry),
        regions,
        valuesFrom(entry),
        valuesLength(entry),
        count(entry));
  }

  /** The first entry, or {@link #NONE}. */
  public int first() {
    return entriesEnd == 0 ? NONE : 0;
  }

  /** The entry behind one, or {@link #NONE}. */
  public int next(int entry) {
    int behind = keyFrom(entry) + keyLength(entry);
    return behind == entriesEnd ? NONE : behind;
  }

  public int partition(int entry) {
    return get(entry, 0);
  }

  public byte[] keys() {
    return entries;
  }

  public int keyFrom(int entry) {
    return entry + KEY;
  }

  public int keyLength(int entry) {
    return get(entry, LENGTH);
  }

  public byte[] values() {
    return regions;
  }

  public int valuesFrom(int entry) {
    return get(entry, REGION);
  }

  public int valuesLength(int entry) {
    return get(entry, USED);
  }

  public int count(int entry) {
    return get(entry, COUNT);
  }

  /** Bytes that it keeps. */
  public long bytes() {
    return (long) entriesEnd + regionsEnd + indexBytes;
  }

  /** Forgets all keys. */
  public void clear() {
    index.clear();
    entriesEnd = 0;
    regionsEnd = 0;
  }

  /** Gives its memory back to the budget; it may not be used any more. */
  public void release() {
    budget.release(entries.length + regions.length + indexBytes);
  }
}
