package io.corebound.memory.lean;

import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.KeyHash;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.block.ValueTable;
import java.nio.ByteBuffer;

/** Takes what a {@link GroupJob} maps: values of the same key lie together in the blocks. */
public final class Pairs {
  /** Values of a key that are written together. */
  private static final int RUN_BYTES = 1 << 15;

  private final BlockWriter out;
  private final long most;
  private final ValueTable table;
  private final ByteBuffer number = ByteBuffer.allocate(2 * Long.BYTES);
  private long written;

  /**
   * Pairs of one thread.
   *
   * @param most bytes that it keeps before it writes all out
   */
  Pairs(MemoryBudget budget, BlockWriter out, long most) {
    this.out = out;
    this.most = most;
    table = new ValueTable(budget, RUN_BYTES, this::writeOut);
  }

  private void writeOut(int entry) {
    if (table.count(entry) > 0) {
      table.write(entry, out);
      table.rewind(entry);
    }
  }

  /** Writes a value of a key. */
  public void write(byte[] key, int keyFrom, int keyLength, byte[] value, int from, int length) {
    long hash = KeyHash.of(key, keyFrom, keyLength);
    int entry = table.find(key, keyFrom, keyLength, hash);
    if (entry == ValueTable.NONE) {
      int partition = KeyHash.partition(hash, out.partitions());
      entry = insert(key, keyFrom, keyLength, hash, partition);
    }
    append(entry, value, from, length);
  }

  /**
   * Writes a value of a key that is a number, serialized as in Hadoop's IntWritable and in the
   * partition that Hadoop's HashPartitioner has for it.
   */
  public void write(int key, byte[] value, int from, int length) {
    byte[] bytes = number.putInt(0, key).array();
    long hash = KeyHash.of(bytes, 0, Integer.BYTES);
    int entry = table.find(bytes, 0, Integer.BYTES, hash);
    if (entry == ValueTable.NONE) {
      int partition = (key & Integer.MAX_VALUE) % out.partitions();
      entry = insert(bytes, 0, Integer.BYTES, hash, partition);
    }
    append(entry, value, from, length);
  }

  private int insert(byte[] key, int from, int length, long hash, int partition) {
    if (table.bytes() > most) {
      drain();
    }
    return table.insert(key, from, length, hash, partition);
  }

  private void append(int entry, byte[] value, int from, int length) {
    table.append(entry, value, from, length);
    written++;
  }

  /** Writes all out and is empty then. */
  void drain() {
    for (int entry = table.first(); entry != ValueTable.NONE; entry = table.next(entry)) {
      writeOut(entry);
    }
    table.clear();
  }

  long written() {
    return written;
  }

  void release() {
    table.release();
  }
}
