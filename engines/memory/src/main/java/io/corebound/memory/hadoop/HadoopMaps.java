package io.corebound.memory.hadoop;

import io.corebound.memory.block.BlockWriter;
import io.corebound.memory.block.MemoryBudget;
import io.corebound.memory.task.HadoopJob;
import io.corebound.memory.task.Maps;
import java.io.IOException;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/** Map tasks of one thread with the job's own mapper and input format. */
final class HadoopMaps<A, B, K, V> implements Maps {
  private final Job job;
  private final Class<K> keyType;
  private final Class<V> valueType;
  private final MemoryBudget budget;
  private final BlockWriter out;
  private final long most;
  private long inputBytes;
  private long inputRecords;
  private long written;

  HadoopMaps(
      Job job,
      Class<K> keyType,
      Class<V> valueType,
      MemoryBudget budget,
      BlockWriter out,
      long most) {
    this.job = job;
    this.keyType = keyType;
    this.valueType = valueType;
    this.budget = budget;
    this.out = out;
    this.most = most;
  }

  @Override
  @SuppressWarnings("unchecked")
  public void map(InputSplit split, int number) throws Exception {
    TaskAttemptContext task = HadoopJob.task(job, TaskType.MAP, number);
    InputFormat<A, B> format =
        (InputFormat<A, B>)
            ReflectionUtils.newInstance(job.getInputFormatClass(), task.getConfiguration());
    Mapper<A, B, K, V> mapper =
        (Mapper<A, B, K, V>)
            ReflectionUtils.newInstance(job.getMapperClass(), task.getConfiguration());
    TableWriter<K, V> writer = new TableWriter<>(job, task, keyType, valueType, budget, out, most);
    try (CountedReader<A, B> reader = new CountedReader<>(format.createRecordReader(split, task))) {
      MapContextImpl<A, B, K, V> map =
          new MapContextImpl<>(
              task.getConfiguration(),
              task.getTaskAttemptID(),
              reader,
              writer,
              (OutputCommitter) null,
              new TaskCounters(),
              split);
      reader.initialize(split, map);
      mapper.run(new WrappedMapper<A, B, K, V>().getMapContext(map));
      inputRecords += reader.records();
    }
    writer.close(task);
    out.flush();
    inputBytes += split.getLength();
    written += writer.written();
  }

  @Override
  public Counts counts() {
    return new Counts(inputBytes, inputRecords, written);
  }

  @Override
  public void close() {}

  /** Counts what a reader reads. */
  private static final class CountedReader<A, B> extends RecordReader<A, B> {
    private final RecordReader<A, B> reader;
    private long records;

    CountedReader(RecordReader<A, B> reader) {
      this.reader = reader;
    }

    long records() {
      return records;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext task)
        throws IOException, InterruptedException {
      reader.initialize(split, task);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      boolean next = reader.nextKeyValue();
      records += next ? 1 : 0;
      return next;
    }

    @Override
    public A getCurrentKey() throws IOException, InterruptedException {
      return reader.getCurrentKey();
    }

    @Override
    public B getCurrentValue() throws IOException, InterruptedException {
      return reader.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
      return reader.getProgress();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
