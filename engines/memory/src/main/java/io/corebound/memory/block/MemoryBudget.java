package io.corebound.memory.block;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The bytes that a worker may keep for a job: blocks, tables and indexes. A large array is reserved
 * before it is made. Safe for use by several threads.
 */
public final class MemoryBudget {
  private static final int MOST_OF_ARRAY = 1 << 30;

  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong peak = new AtomicLong();
  private volatile BooleanSupplier shortage = () -> false;

  public MemoryBudget(long limitBytes) {
    if (limitBytes <= 0) {
      throw new IllegalArgumentException("a budget of " + limitBytes + " bytes");
    }
    limit = limitBytes;
  }

  /** What makes room when there is none, a piece at a time; it says whether it did. */
  void onShortage(BooleanSupplier makesRoom) {
    shortage = makesRoom;
  }

  /**
   * Reserves bytes.
   *
   * @throws NoRoomException when there are not as many
   */
  public void reserve(long bytes) {
    while (!tryReserve(bytes)) {
      if (!shortage.getAsBoolean()) {
        throw new NoRoomException(bytes, used.get(), limit);
      }
    }
  }

  private boolean tryReserve(long bytes) {
    long before = used.get();
    // never more than there is, not even for a moment: another thread would be refused
    while (before + bytes <= limit) {
      if (used.compareAndSet(before, before + bytes)) {
        peak.accumulateAndGet(before + bytes, Math::max);
        return true;
      }
      before = used.get();
    }
    return false;
  }

  /**
   * A larger array with the same first bytes, twice as large where that is enough.
   *
   * @param array whose bytes are reserved
   * @param used bytes of it that are kept
   * @param needed bytes that the larger one has at least
   * @throws NoRoomException when that is more than an array may have, or than there is room for
   */
  byte[] grown(byte[] array, int used, long needed) {
    if (needed > MOST_OF_ARRAY) {
      throw new NoRoomException(needed, used, MOST_OF_ARRAY);
    }
    int size = (int) Math.min(MOST_OF_ARRAY, Math.max(needed, 2L * array.length));
    reserve(size);
    byte[] larger = new byte[size];
    System.arraycopy(array, 0, larger, 0, used);
    release(array.length);
    return larger;
  }

  /** Gives reserved bytes back. */
  public void release(long bytes) {
    used.addAndGet(-bytes);
  }

  public long limit() {
    return limit;
  }

  /** The most that was in use. */
  public long peak() {
    return peak.get();
  }
}
