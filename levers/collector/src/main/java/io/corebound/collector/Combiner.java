package io.corebound.collector;

import io.corebound.collector.runs.Merge;
import io.corebound.collector.runs.MergedRecords;
import io.corebound.collector.runs.RecordLayout;
import io.corebound.collector.runs.SegmentWriter;
import java.io.IOException;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapred.Task.CombinerRunner;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;

/** The job's combiner, run by Hadoop's {@code CombinerRunner} on one partition at a time. */
final class Combiner<K, V> {
  private static final int DEFAULT_LEAST_SPILLS = 3;

  private final MapJob job;
  private final CombinerRunner<K, V> runner;
  private final Output output;
  private final int leastSpills;

  private Combiner(MapJob job, CombinerRunner<K, V> runner) throws IOException {
    this.job = job;
    this.runner = runner;
    output = new Output();
    leastSpills = job.conf.getInt(JobContext.MAP_COMBINE_MIN_SPILLS, DEFAULT_LEAST_SPILLS);
  }

  /** The job's combiner, or null when it has none. */
  static <K, V> Combiner<K, V> of(MapJob job, org.apache.hadoop.mapred.TaskAttemptID task)
      throws IOException, ClassNotFoundException {
    CombinerRunner<K, V> runner =
        CombinerRunner.create(
            job.conf, task, job.counter(TaskCounter.COMBINE_INPUT_RECORDS), job.reporter, null);
    return runner == null ? null : new Combiner<>(job, runner);
  }

  /** Whether Hadoop runs it once more when so many spills are merged. */
  boolean runsAtMergeOf(int spills) {
    return spills >= leastSpills;
  }

  /** Gives it merged records of one partition; what it emits is written. */
  void run(Merge records, SegmentWriter writer)
      throws IOException, InterruptedException, ClassNotFoundException {
    output.writer = writer;
    runner.combine(new MergedRecords(records), output);
  }

  /** Writes what the combiner emits, as Hadoop's {@code CombineOutputCollector} does. */
  private final class Output implements OutputCollector<K, V> {
    private final byte[] noHeader = new byte[RecordLayout.MOST_HEADER_BYTES];
    private final Counters.Counter records = job.counter(TaskCounter.COMBINE_OUTPUT_RECORDS);
    private final long recordsToProgress =
        job.conf.getLong(
            MRJobConfig.COMBINE_RECORDS_BEFORE_PROGRESS,
            Task.DEFAULT_COMBINE_RECORDS_BEFORE_PROGRESS);
    private final Class<?> keyClass = job.conf.getMapOutputKeyClass();
    private final Class<?> valueClass = job.conf.getMapOutputValueClass();
    private final DataOutputBuffer buffer = new DataOutputBuffer();
    private final Serializer<K> keys;
    private final Serializer<V> values;
    private SegmentWriter writer;

    @SuppressWarnings("unchecked")
    Output() throws IOException {
      SerializationFactory factory = new SerializationFactory(job.conf);
      keys = (Serializer<K>) factory.getSerializer(keyClass);
      values = (Serializer<V>) factory.getSerializer(valueClass);
      keys.open(buffer);
      values.open(buffer);
    }

    @Override
    public synchronized void collect(K key, V value) throws IOException {
      Types.require("key from the combiner", keyClass, key);
      Types.require("value from the combiner", valueClass, value);
      buffer.reset();
      buffer.write(noHeader);
      keys.serialize(key);
      int keyLength = buffer.getLength() - noHeader.length;
      values.serialize(value);
      int valueLength = buffer.getLength() - noHeader.length - keyLength;
      int header = RecordLayout.lengthBytes(keyLength) + RecordLayout.lengthBytes(valueLength);
      byte[] data = buffer.getData();
      int start = noHeader.length - header;
      int second = RecordLayout.putLength(data, start, keyLength);
      RecordLayout.putLength(data, second, valueLength);
      writer.append(data, start, header, keyLength, valueLength);
      records.increment(1);
      if (records.getValue() % recordsToProgress == 0) {
        job.reporter.progress();
      }
    }
  }
}
