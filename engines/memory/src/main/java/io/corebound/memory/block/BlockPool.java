package io.corebound.memory.block;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Arrays for blocks. Those of the usual size are used again, so that a shuffle makes no garbage;
 * all are charged to the budget, and idle ones leave when it is short. Safe for use by several
 * threads.
 */
public final class BlockPool {
  private final MemoryBudget budget;
  private final int size;
  private final Queue<byte[]> idle = new ConcurrentLinkedQueue<>();

  public BlockPool(MemoryBudget budget, int blockBytes) {
    this.budget = budget;
    size = blockBytes;
    budget.onShortage(this::dropOne);
  }

  /** Makes room for others by an array that is idle. */
  private boolean dropOne() {
    byte[] other = idle.poll();
    if (other != null) {
      budget.release(other.length);
    }
    return other != null;
  }

  /** Bytes of a block of the usual size. */
  public int blockBytes() {
    return size;
  }

  /**
   * An array of the usual size, with anything in it.
   *
   * @throws NoRoomException when the budget is used up
   */
  public byte[] take() {
    byte[] used = idle.poll();
    if (used != null) {
      return used;
    }
    budget.reserve(size);
    return new byte[size];
  }

  /** An array for as many bytes: of the usual size if that is not twice too large. */
  public byte[] take(int bytes) {
    if (bytes <= size && bytes > size / 2) {
      return take();
    }
    budget.reserve(bytes);
    return new byte[bytes];
  }

  /** Takes an array back that nobody reads any more. */
  public void give(byte[] array) {
    if (array.length == size) {
      idle.add(array);
    } else {
      budget.release(array.length);
    }
  }
}
