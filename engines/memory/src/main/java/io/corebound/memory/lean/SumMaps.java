package io.corebound.memory.lean;

import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.block.SumTable;
import org.apache.hadoop.mapreduce.Job;

/** Map tasks of a {@link SumJob}: each combines in a table, which is written out at its end. */
final class SumMaps extends LeanMaps {
  private final SumJob lean;
  private final BlockWriter out;
  private final SumTable sums;
  private final long most;
  private long written;

  SumMaps(Job job, SumJob lean, MemoryBudget budget, BlockWriter out, long most) {
    super(job);
    this.lean = lean;
    this.out = out;
    this.most = most;
    sums = new SumTable(budget);
  }

  @Override
  int recordBytes() {
    return 0;
  }

  @Override
  void piece(byte[] bytes, int from, int to) {
    written += lean.map(bytes, from, to, sums);
    sums.addWaiting(bytes);
    if (sums.bytes() > most) {
      sums.drainTo(out);
    }
  }

  @Override
  void endSplit() {
    sums.drainTo(out);
    out.flush();
  }

  @Override
  public Counts counts() {
    return new Counts(inputBytes(), -1, written);
  }

  @Override
  public void close() {
    sums.release();
  }
}
