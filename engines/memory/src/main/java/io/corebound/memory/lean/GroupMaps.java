package io.corebound.memory.lean;

import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.MemoryBudget;
import org.apache.hadoop.mapreduce.Job;

/** Map tasks of a {@link GroupJob}. */
final class GroupMaps extends LeanMaps {
  private final GroupJob lean;
  private final BlockWriter out;
  private final Pairs pairs;

  GroupMaps(Job job, GroupJob lean, MemoryBudget budget, BlockWriter out, long most) {
    super(job);
    this.lean = lean;
    this.out = out;
    pairs = new Pairs(budget, out, most);
  }

  @Override
  int recordBytes() {
    return 0;
  }

  @Override
  void piece(byte[] bytes, int from, int to) {
    lean.map(bytes, from, to, pairs);
  }

  @Override
  void endSplit() {
    pairs.drain();
    out.flush();
  }

  @Override
  public Counts counts() {
    return new Counts(inputBytes(), -1, pairs.written());
  }

  @Override
  public void close() {
    pairs.release();
  }
}
