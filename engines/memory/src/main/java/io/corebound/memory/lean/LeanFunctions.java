package io.corebound.memory.lean;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.block.RecordSort;
import io.corebound.memory.block.RunGroups;
import io.corebound.memory.block.RunIndex;
import io.corebound.memory.block.SumTable;
import io.corebound.memory.task.Functions;
import io.corebound.memory.task.Maps;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.mapreduce.Job;

/** A lean job on one worker. */
public final class LeanFunctions implements Functions {
  private final Supplier<LeanJob> lean;
  private final Job job;
  private final Boundaries boundaries;
  private final MemoryBudget budget;
  private final BlockPool pool;
  private final long tableBytes;

  /**
   * A job's functions.
   *
   * @param boundaries from {@link Boundaries#sample}
   * @param tableBytes what a map thread keeps at most before it writes out what it has combined
   */
  public LeanFunctions(
      Supplier<LeanJob> lean,
      Job job,
      List<byte[]> boundaries,
      MemoryBudget budget,
      BlockPool pool,
      long tableBytes) {
    this.lean = lean;
    this.job = job;
    this.boundaries = new Boundaries(boundaries);
    this.budget = budget;
    this.pool = pool;
    this.tableBytes = tableBytes;
  }

  @Override
  public Maps maps(BlockWriter out) {
    LeanJob own = lean.get();
    if (own instanceof SumJob sum) {
      return new SumMaps(job, sum, budget, out, tableBytes);
    } else if (own instanceof GroupJob group) {
      return new GroupMaps(job, group, budget, out, tableBytes);
    }
    return new SortMaps(job, (SortJob) own, boundaries, out);
  }

  @Override
  public Written reduce(int partition, List<Block> blocks) throws IOException {
    LeanJob own = lean.get();
    try (PartFile out = new PartFile(job, partition)) {
      if (own instanceof SumJob) {
        sum(blocks, out);
      } else if (own instanceof GroupJob group) {
        group(group, blocks, out);
      } else {
        sort((SortJob) own, blocks, out);
      }
      return out.commit();
    }
  }

  private void sum(List<Block> blocks, PartFile out) throws IOException {
    SumTable sums = new SumTable(budget);
    for (Block block : blocks) {
      sums.add(block);
      pool.give(block.bytes());
    }
    sums.forEach(
        (bytes, from, length, sum) -> {
          out.bytes(bytes, from, length);
          out.tab();
          out.number(sum);
          out.endLine();
        });
    sums.release();
  }

  private void group(GroupJob group, List<Block> blocks, PartFile out) throws IOException {
    RunIndex index = new RunIndex(budget);
    blocks.forEach(index::add);
    RunGroups groups = index.groups();
    while (groups.nextKey()) {
      group.reduce(groups, out);
    }
    index.release();
    blocks.forEach(block -> pool.give(block.bytes()));
  }

  private void sort(SortJob sort, List<Block> blocks, PartFile out) throws IOException {
    RecordSort sorted = new RecordSort(blocks, sort.recordBytes(), sort.keyBytes(), budget);
    sorted.forEach(out::record);
    budget.release(sorted.bytes());
    blocks.forEach(block -> pool.give(block.bytes()));
  }
}
