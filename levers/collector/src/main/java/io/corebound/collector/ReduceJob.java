package io.corebound.collector;

import io.corebound.collector.runs.KeyOrder;
import io.corebound.collector.runs.TaskJob;
import io.corebound.collector.runs.UnservedJobException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * What the job of a reduce task asks of its merges, checked. All limits are those of Hadoop's
 * {@code MergeManagerImpl}.
 */
final class ReduceJob extends TaskJob {
  private static final float DEFAULT_LARGEST_SHARE = 0.25f;
  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

  final MapOutputFile files;

  /** Counts the map outputs that are merged. */
  final Counters.Counter merged;

  /** A larger map output is fetched to disk. */
  final long largestInMemory;

  /** When map outputs in memory have so many bytes, they are merged to disk. */
  final long mergeBytes;

  /** Bytes of map outputs that may stay in memory while the reduce function runs. */
  final long keptBytes;

  private final TaskID anyMap;
  private final AtomicInteger filesBegun = new AtomicInteger();

  ReduceJob(ShuffleConsumerPlugin.Context<?, ?> context) throws IOException {
    super(
        context.getJobConf(),
        context.getReporter(),
        0,
        memoryBytes(context.getJobConf()),
        // Hadoop counts what a reduce task reads of spilled records, not what it writes
        new Counters.Counter(),
        context.getSpilledRecordsCounter());
    files = context.getMapOutputFile();
    files.setConf(conf);
    merged = context.getMergedMapOutputsCounter();
    anyMap = new TaskID(context.getReduceId().getJobID(), TaskType.MAP, 0);
    largestInMemory =
        Math.min(
            LARGEST_ARRAY - KeyOrder.READABLE_BEHIND,
            (long)
                (memoryBytes
                    * share(
                        conf, MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, DEFAULT_LARGEST_SHARE)));
    mergeBytes =
        (long)
            (memoryBytes
                * conf.getFloat(
                    MRJobConfig.SHUFFLE_MERGE_PERCENT, MRJobConfig.DEFAULT_SHUFFLE_MERGE_PERCENT));
    keptBytes = (long) (memoryBytes * share(conf, MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 0));
    refuseOthers(context);
  }

  private static long memoryBytes(JobConf conf) throws UnservedJobException {
    long all =
        conf.getLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, Runtime.getRuntime().maxMemory());
    return (long)
        (all
            * share(
                conf,
                MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT,
                MRJobConfig.DEFAULT_SHUFFLE_INPUT_BUFFER_PERCENT));
  }

  private static float share(JobConf conf, String name, float byDefault)
      throws UnservedJobException {
    float share = conf.getFloat(name, byDefault);
    if (!(share >= 0 && share <= 1)) {
      throw new UnservedJobException(String.format("%s is %s; it is from 0 to 1", name, share));
    }
    return share;
  }

  private void refuseOthers(ShuffleConsumerPlugin.Context<?, ?> context)
      throws UnservedJobException {
    if (largestInMemory >= mergeBytes) {
      throw new UnservedJobException(
          String.format(
              "%s is not below %s",
              MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, MRJobConfig.SHUFFLE_MERGE_PERCENT));
    }
    if (conf.getBoolean(MRJobConfig.REDUCE_MEMTOMEM_ENABLED, false)) {
      throw new UnservedJobException(
          String.format("%s asks for merges in memory", MRJobConfig.REDUCE_MEMTOMEM_ENABLED));
    }
    if (context.getCombinerClass() != null) {
      // of the old API: Hadoop runs no other one on this side of the shuffle
      throw new UnservedJobException(
          String.format(
              "the combiner %s would run in merges", context.getCombinerClass().getName()));
    }
  }

  /** A file for a merge of so many bytes. */
  Path newFile(long bytes) throws IOException {
    return files
        .getInputFileForWrite(anyMap, bytes)
        .suffix(String.format(".merged.%s", filesBegun.getAndIncrement()));
  }

  /** What a map output is called in messages. */
  static String nameOf(TaskAttemptID map) {
    return String.format("the output of %s", map);
  }
}
