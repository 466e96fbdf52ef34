package io.corebound.microbench.tera;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.task.TeraSortJob;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Partitioner;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does it cost to find a record's reducer? TeraSort's own {@code TotalOrderPartitioner}, a
 * trie of the first two bytes of the split points with comparisons at its leaves, is asked for one
 * key after the other; its partition file is what TeraSort's own sampling writes. Paper: none of
 * its steps; section 5 leaves the partitioner out. Left out: reading the partition file, once a
 * task.
 */
@Measures(
    value = "partition.total-order",
    question = "What does it cost to find a record's reducer by TeraSort's partitioner?",
    localBytes = 0.1)
public class TotalOrderPartitionerBenchmark extends OperationBenchmark {
  static final int KEYS = 1 << 14;

  /** A record takes so little that a batch of few would be too short to measure. */
  private static final int CALLS_PER_RECORD = 16;

  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  @Param({"2", "16", "256"})
  int partitions;

  private LocalDirectory directory;
  Path work;
  Text[] keys;
  Partitioner<Text, Text> partitioner;
  private OperationMeter meter;

  /** Has the partition file written, and lays the keys out. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    Path file = TeraRecords.file(directory, KEYS, seed, TeraRecords.Order.GENERATED);
    work =
        directory.made(
            String.format("partitions-%s-from-%s", partitions, seed),
            target ->
                ChildJvm.run(
                    PartitionFile.class,
                    file.toString(),
                    Integer.toString(partitions),
                    target.toString()));
    TeraRecords input = TeraRecords.load(directory, KEYS, seed, TeraRecords.Order.GENERATED);
    keys = new Text[KEYS];
    Text value = new Text();
    for (int i = 0; i < KEYS; i++) {
      keys[i] = new Text();
      input.get(i, keys[i], value);
    }
    meter = new OperationMeter("partition.total-order", ByteBase.PAYLOAD);
  }

  /** Makes the partitioner, as a map task does before its first record. */
  @Setup(Level.Invocation)
  public void newPartitioner() throws IOException {
    JobConf job = new JobConf();
    job.setNumReduceTasks(partitions);
    partitioner = TeraSortJob.partitioner(job, work);
  }

  /** Asks for every key; returns the sum of the answers. */
  @Benchmark
  public long partition() {
    long calls = (long) records * CALLS_PER_RECORD;
    Text value = new Text();
    long sum = 0;
    meter.begin();
    for (long i = 0; i < calls; i++) {
      sum += partitioner.getPartition(keys[(int) i & (KEYS - 1)], value, partitions);
    }
    meter.end(calls, calls * TeraRecords.RECORD_BYTES);
    return sum;
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    directory.close();
  }
}
