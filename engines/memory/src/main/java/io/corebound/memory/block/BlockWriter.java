package io.corebound.memory.block;

/**
 * Collects the key-values of one thread in a block for each partition, and pushes a block that is
 * full. Three kinds, one a job:
 *
 * <pre>
 * sums:    length of the key, key, number
 * runs:    length of the key, values, their bytes with lengths, key, then each value: length, bytes
 * records: bytes of a fixed length
 * </pre>
 *
 * Lengths and numbers are {@link Varint}s.
 */
public final class BlockWriter {
  private final BlockQueues queues;
  private final BlockPool pool;
  private final byte[][] open;
  private final int[] used;
  private final int[] records;
  private long pushedBytes;
  private long pushedRecords;

  public BlockWriter(BlockQueues queues, BlockPool pool) {
    this.queues = queues;
    this.pool = pool;
    open = new byte[queues.partitions()][];
    used = new int[open.length];
    records = new int[open.length];
  }

  public int partitions() {
    return open.length;
  }

  /** Writes a sum. */
  void sum(int partition, byte[] key, int from, int length, long sum) {
    int at = room(partition, Varint.INT + length + Varint.LONG);
    byte[] block = open[partition];
    at = Varint.put(block, at, length);
    System.arraycopy(key, from, block, at, length);
    used[partition] = Varint.put(block, at + length, sum);
    records[partition]++;
  }

  /**
   * Writes values of a key.
   *
   * @param values each with its length before it
   * @param count how many
   */
  void run(
      int partition,
      byte[] key,
      int keyFrom,
      int keyLength,
      byte[] values,
      int from,
      int length,
      int count) {
    int at = room(partition, 3L * Varint.INT + keyLength + length);
    byte[] block = open[partition];
    at = Varint.put(block, at, keyLength);
    at = Varint.put(block, at, count);
    at = Varint.put(block, at, length);
    System.arraycopy(key, keyFrom, block, at, keyLength);
    System.arraycopy(values, from, block, at + keyLength, length);
    used[partition] = at + keyLength + length;
    records[partition] += count;
  }

  /** Writes a record of a fixed length. */
  public void record(int partition, byte[] bytes, int from, int length) {
    int at = room(partition, length);
    System.arraycopy(bytes, from, open[partition], at, length);
    used[partition] = at + length;
    records[partition]++;
  }

  /** Pushes all open blocks, at the end of a map task. */
  public void flush() {
    for (int partition = 0; partition < open.length; partition++) {
      push(partition);
    }
  }

  /** Bytes that were pushed since the last call. */
  public long takeBytes() {
    long bytes = pushedBytes;
    pushedBytes = 0;
    return bytes;
  }

  /** Pairs that were pushed since the last call. */
  public long takeRecords() {
    long taken = pushedRecords;
    pushedRecords = 0;
    return taken;
  }

  private int room(int partition, long bytes) {
    if (open[partition] != null && used[partition] + bytes > open[partition].length) {
      push(partition);
    }
    if (open[partition] == null) {
      open[partition] =
          bytes <= pool.blockBytes() ? pool.take() : pool.take(Math.toIntExact(bytes));
    }
    return used[partition];
  }

  private void push(int partition) {
    byte[] block = open[partition];
    if (block == null) {
      return;
    }
    int length = used[partition];
    if (block.length == pool.blockBytes() && length <= block.length / 2) {
      byte[] exact = pool.take(length);
      System.arraycopy(block, 0, exact, 0, length);
      pool.give(block);
      block = exact;
    }
    pushedBytes += length;
    pushedRecords += records[partition];
    queues.push(partition, new Block(block, length, records[partition]));
    open[partition] = null;
    used[partition] = 0;
    records[partition] = 0;
  }
}
