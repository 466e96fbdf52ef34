package io.corebound.memory.hadoop;

import io.corebound.memory.block.Block;
import io.corebound.memory.block.BlockPool;
import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.block.RunIndex;
import io.corebound.memory.task.Functions;
import io.corebound.memory.task.HadoopJob;
import io.corebound.memory.task.Maps;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.util.ReflectionUtils;

/** A job of Hadoop's classes, as they are, on one worker. */
public final class HadoopFunctions implements Functions {
  private final Job job;
  private final MemoryBudget budget;
  private final BlockPool pool;
  private final long tableBytes;

  /**
   * A job's functions.
   *
   * @param tableBytes what a map thread keeps at most before it writes out what it has combined
   */
  public HadoopFunctions(Job job, MemoryBudget budget, BlockPool pool, long tableBytes) {
    this.job = job;
    this.budget = budget;
    this.pool = pool;
    this.tableBytes = tableBytes;
  }

  @Override
  public Maps maps(BlockWriter out) {
    return maps(out, job.getMapOutputKeyClass(), job.getMapOutputValueClass());
  }

  private <K, V> Maps maps(BlockWriter out, Class<K> keyType, Class<V> valueType) {
    return new HadoopMaps<Object, Object, K, V>(job, keyType, valueType, budget, out, tableBytes);
  }

  @Override
  public Written reduce(int partition, List<Block> blocks) throws Exception {
    return reduce(partition, blocks, job.getMapOutputKeyClass(), job.getMapOutputValueClass());
  }

  @SuppressWarnings("unchecked")
  private <K, V> Written reduce(
      int partition, List<Block> blocks, Class<K> keyType, Class<V> valueType) throws Exception {
    TaskAttemptContext task = HadoopJob.task(job, TaskType.REDUCE, partition);
    OutputFormat<Object, Object> format =
        (OutputFormat<Object, Object>)
            ReflectionUtils.newInstance(job.getOutputFormatClass(), task.getConfiguration());
    OutputCommitter committer = format.getOutputCommitter(task);
    committer.setupTask(task);
    CountedWriter writer = new CountedWriter(format.getRecordWriter(task));
    RunIndex index = new RunIndex(budget);
    blocks.forEach(index::add);
    GroupContext<K, V, Object, Object> context =
        new GroupContext<>(
            task,
            new Serialized<>(task.getConfiguration(), keyType),
            new Serialized<>(task.getConfiguration(), valueType),
            writer,
            committer);
    context.on(KeyOrder.groups(index, job.getSortComparator(), job.getGroupingComparator()));
    Reducer<K, V, Object, Object> reducer =
        (Reducer<K, V, Object, Object>)
            ReflectionUtils.newInstance(job.getReducerClass(), task.getConfiguration());
    reducer.run(new WrappedReducer<K, V, Object, Object>().getReducerContext(context));
    index.release();
    blocks.forEach(block -> pool.give(block.bytes()));
    writer.close(task);
    long bytes = bytes(committer, task);
    if (committer.needsTaskCommit(task)) {
      committer.commitTask(task);
    }
    return new Written(writer.records, bytes);
  }

  private static long bytes(OutputCommitter committer, TaskAttemptContext task) throws IOException {
    if (!(committer instanceof FileOutputCommitter files)) {
      return 0;
    }
    Path written = files.getTaskAttemptPath(task);
    FileSystem system = written.getFileSystem(task.getConfiguration());
    return system.exists(written) ? system.getContentSummary(written).getLength() : 0;
  }

  /** Counts what a reducer writes. */
  private static final class CountedWriter extends RecordWriter<Object, Object> {
    private final RecordWriter<Object, Object> writer;
    private long records;

    CountedWriter(RecordWriter<Object, Object> writer) {
      this.writer = writer;
    }

    @Override
    public void write(Object key, Object value) throws IOException, InterruptedException {
      writer.write(key, value);
      records++;
    }

    @Override
    public void close(TaskAttemptContext task) throws IOException, InterruptedException {
      writer.close(task);
    }
  }
}
