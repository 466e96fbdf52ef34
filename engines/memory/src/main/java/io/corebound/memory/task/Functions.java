package io.corebound.memory.task;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockWriter;
import java.io.IOException;
import java.util.List;

/** What a job does with its data on one worker; the engine knows nothing else of it. */
public interface Functions {
  /** For one map thread. */
  Maps maps(BlockWriter out) throws IOException;

  /** Reduces a partition and writes its part of the output; called by several threads. */
  Written reduce(int partition, List<Block> blocks) throws Exception;

  /** What a reduce has written. */
  record Written(long records, long bytes) {}
}
