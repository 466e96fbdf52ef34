package io.corebound.memory.block;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * A queue of blocks for each partition: the paper's BlockManager (section 4.2). Map threads push
 * what they have combined, the shuffle pops it for other workers and pushes what it receives, and a
 * reduce pops what is left. Safe for use by several threads.
 */
public final class BlockQueues {
  private final List<Queue<Block>> queues;
  private final AtomicLongArray bytes;
  private volatile boolean finished;
  private volatile Runnable listener = () -> {};

  public BlockQueues(int partitions) {
    queues =
        IntStream.range(0, partitions)
            .<Queue<Block>>mapToObj(p -> new ConcurrentLinkedQueue<>())
            .toList();
    bytes = new AtomicLongArray(partitions);
  }

  public int partitions() {
    return queues.size();
  }

  /** Called after each push and at the end of the maps. */
  public void onChange(Runnable listener) {
    this.listener = listener;
  }

  public void push(int partition, Block block) {
    bytes.addAndGet(partition, block.bytes().length);
    queues.get(partition).add(block);
    listener.run();
  }

  /** The next block, or null where none is there now. */
  public Block pop(int partition) {
    Block block = queues.get(partition).poll();
    if (block != null) {
      bytes.addAndGet(partition, -block.bytes().length);
    }
    return block;
  }

  /** Says that the maps of this worker push no more. */
  public void finish() {
    finished = true;
    listener.run();
  }

  /** Whether nothing of this worker's maps will come any more: the time for an end notice. */
  public boolean ended(int partition) {
    // in this order: a block pushed before the end is seen
    return finished && queues.get(partition).isEmpty();
  }

  /** The bytes that a partition's blocks take. */
  public long bytes(int partition) {
    return bytes.get(partition);
  }

  /** The partition whose blocks take most. */
  public int largest() {
    int largest = 0;
    for (int p = 1; p < queues.size(); p++) {
      if (bytes(p) > bytes(largest)) {
        largest = p;
      }
    }
    return largest;
  }
}
