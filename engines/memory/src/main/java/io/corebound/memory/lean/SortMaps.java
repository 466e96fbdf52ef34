package io.corebound.memory.lean;

import io.corebound.memory.block.BlockWriter;
import org.apache.hadoop.mapreduce.Job;

/** Map tasks of a {@link SortJob}: each record goes to the partition of its key. */
final class SortMaps extends LeanMaps {
  private final SortJob lean;
  private final Boundaries boundaries;
  private final BlockWriter out;
  private long records;

  SortMaps(Job job, SortJob lean, Boundaries boundaries, BlockWriter out) {
    super(job);
    this.lean = lean;
    this.boundaries = boundaries;
    this.out = out;
  }

  @Override
  int recordBytes() {
    return lean.recordBytes();
  }

  @Override
  void piece(byte[] bytes, int from, int to) {
    int length = lean.recordBytes();
    for (int at = from; at < to; at += length) {
      out.record(boundaries.partition(bytes, at), bytes, at, length);
      records++;
    }
  }

  @Override
  void endSplit() {
    out.flush();
  }

  @Override
  public Counts counts() {
    return new Counts(inputBytes(), records, records);
  }

  @Override
  public void close() {}
}
