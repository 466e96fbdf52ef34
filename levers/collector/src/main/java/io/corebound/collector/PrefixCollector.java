package io.corebound.collector;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects, sorts and merges a map task's output in place of Hadoop's {@code
 * MapTask.MapOutputBuffer}, into the same files. It sorts numbers that are made of partition and
 * the first bytes of the key, and copies whole records. Spills are written by the thread of the map
 * function.
 *
 * <p>Give it to a job by {@code mapreduce.job.map.output.collector.class}, with Hadoop's own behind
 * it for the jobs that it refuses.
 *
 * @param <K> the class of the keys
 * @param <V> the class of the values
 */
public final class PrefixCollector<K, V> implements MapOutputCollector<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(PrefixCollector.class);

  /** Counters are for people, who do not see each single record. */
  private static final int RECORDS_TO_COUNTERS = 1 << 10;

  /** What the shuffle needs to read the output, see {@code MapTask.SHUFFLE_OUTPUT_PERM}. */
  private static final FsPermission SHUFFLE_PERMISSION = new FsPermission((short) 0640);

  private MapJob job;
  private Class<?> keyClass;
  private Class<?> valueClass;
  private RecordBuffer buffer;
  private RecordSerializer<K, V> serializer;
  private Runs<K, V> runs;
  private Counters.Counter recordCounter;
  private Counters.Counter byteCounter;
  private long records;
  private long bytes;
  private Throwable failure;
  private boolean flushed;

  /**
   * {@inheritDoc}
   *
   * @throws IOException when the job asks for what this collector does not do; Hadoop then tries
   *     the next of its list
   */
  @Override
  public void init(Context context) throws IOException, ClassNotFoundException {
    job = new MapJob(context);
    keyClass = job.conf.getMapOutputKeyClass();
    valueClass = job.conf.getMapOutputValueClass();
    buffer = new RecordBuffer(job.memoryBytes, job.spillBytes, this::spill);
    serializer = new RecordSerializer<>(job.conf, buffer, job.order, job.partitionBits);
    runs = new Runs<>(job, buffer, Combiner.of(job, context.getMapTask().getTaskID()));
    recordCounter = job.counter(TaskCounter.MAP_OUTPUT_RECORDS);
    byteCounter = job.counter(TaskCounter.MAP_OUTPUT_BYTES);
  }

  @Override
  public synchronized void collect(K key, V value, int partition) throws IOException {
    job.reporter.progress();
    Types.require("key from map", keyClass, key);
    Types.require("value from map", valueClass, value);
    if (partition < 0 || partition >= job.partitions) {
      throw new IOException(String.format("Illegal partition for %s (%s)", key, partition));
    }
    requireNoFailure();
    try {
      bytes += serializer.add(key, value, partition);
    } catch (Error e) {
      // no memory, for one: records that were being moved to a larger buffer may be lost
      fail(e);
      throw e;
    }
    if (++records == RECORDS_TO_COUNTERS) {
      count();
    }
  }

  private void count() {
    recordCounter.increment(records);
    byteCounter.increment(bytes);
    records = 0;
    bytes = 0;
  }

  /** A mapper may catch an exception of ours and go on; what is lost must not be forgotten. */
  private void requireNoFailure() throws IOException {
    if (failure != null) {
      throw new IOException("Spill failed", failure);
    }
  }

  private void spill() throws IOException {
    guarded(
        () -> {
          runs.spill();
          return null;
        });
  }

  @Override
  public synchronized void flush() throws IOException {
    if (flushed) {
      return;
    }
    requireNoFailure();
    Path[] output = guarded(this::writeOutput);
    flushed = true;
    buffer.release();
    LOG.info("{} spills, output {}", runs.spills(), output[0]);
  }

  private Path[] writeOutput() throws IOException, InterruptedException, ClassNotFoundException {
    count();
    Path[] files = runs.writeOutput();
    job.counter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES)
        .increment(job.fileSystem.getFileStatus(files[0]).getLen());
    FsPermission masked = SHUFFLE_PERMISSION.applyUMask(FsPermission.getUMask(job.conf));
    if (!SHUFFLE_PERMISSION.equals(masked)) {
      for (Path file : files) {
        job.fileSystem.setPermission(file, SHUFFLE_PERMISSION);
      }
    }
    return files;
  }

  private interface Step<T> {
    T run() throws IOException, InterruptedException, ClassNotFoundException;
  }

  /** After a failure no record is taken any more, and no file of a run is left. */
  private <T> T guarded(Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (Throwable e) {
      fail(e);
      throw rethrown(e);
    }
  }

  private void fail(Throwable e) {
    failure = e;
    try {
      runs.deleteRuns();
    } catch (IOException | RuntimeException | Error f) {
      e.addSuppressed(f);
    }
    buffer.release();
  }

  private static IOException rethrown(Throwable e) {
    if (e instanceof Error) {
      // a full disk, for one: Hadoop's FSError, which the task reports
      throw (Error) e;
    }
    if (e instanceof RuntimeException) {
      throw (RuntimeException) e;
    }
    if (e instanceof IOException) {
      return (IOException) e;
    }
    if (e instanceof InterruptedException) {
      return (IOException) new InterruptedIOException("interrupted in a combiner").initCause(e);
    }
    return new IOException("Spill failed", e);
  }

  /** Of a map function that has failed, no file is left. */
  @Override
  public synchronized void close() throws IOException {
    if (!flushed) {
      buffer.release();
      runs.deleteRuns();
    }
  }
}
