package io.corebound.collector;

import io.corebound.collector.runs.UnservedJobException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's shuffle of a reduce task with merges that compare the first bytes of keys as numbers and
 * copy whole records. A job that these do not serve has Hadoop's own merges, and the task's log
 * says why, in a line.
 *
 * <p>Give it to a job by {@code mapreduce.job.reduce.shuffle.consumer.plugin.class}.
 *
 * @param <K> the class of the keys
 * @param <V> the class of the values
 */
public final class PrefixShuffle<K, V> extends Shuffle<K, V> {
  private static final Logger LOG = LoggerFactory.getLogger(PrefixShuffle.class);

  @Override
  @SuppressWarnings({"rawtypes", "unchecked"}) // as it is declared
  protected MergeManager<K, V> createMergeManager(ShuffleConsumerPlugin.Context context) {
    try {
      return new PrefixMergeManager<K, V>(new ReduceJob(context), this);
    } catch (UnservedJobException e) {
      LOG.warn("Hadoop's own merges serve this job: {}", e.getMessage());
      return super.createMergeManager(context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
