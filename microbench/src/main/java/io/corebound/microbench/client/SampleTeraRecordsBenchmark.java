package io.corebound.microbench.client;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Hdfs;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does TeraSort's client take to compute the splits of its input, to sample them and to write
 * the partition file? {@code TeraInputFormat}'s own sampling: a thread for each of ten splits, a
 * tenth of the sample each, then the sort of the keys. Paper: none of its steps; section 5 begins
 * with the map. Left out: what any job's client does ({@code start.client}); the block locations of
 * a large input, of which there are more than of this one file.
 */
@Measures(
    value = "sample.tera-records",
    question = "What does TeraSort's client take to compute splits and to sample them?",
    hdfs = true,
    localBytes = 1,
    hdfsBytes = 1)
public class SampleTeraRecordsBenchmark extends OperationBenchmark {
  /** {@code TeraSortConfigKeys.SAMPLE_SIZE}, which is not public. */
  private static final String SAMPLE = "mapreduce.terasort.partitions.sample";

  private static final int LARGEST_SAMPLE = 100_000;

  private static final int SPLITS = 10;

  /** Twice what is sampled: a thread leaves its split before the end, as in a large job. */
  @Param("200000")
  int records;

  @Param("2")
  int partitions;

  @Param("/corebound-micro")
  String dir;

  @Param("0")
  long seed;

  private Hdfs hdfs;
  private Path input;
  private int written;
  private OperationMeter meter;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    hdfs = Hdfs.open(dir);
    try (LocalDirectory directory = LocalDirectory.open()) {
      input = hdfs.copy(TeraRecords.file(directory, records, seed, TeraRecords.Order.GENERATED));
    }
    meter = new OperationMeter("sample.tera-records", ByteBase.PAYLOAD);
  }

  @Benchmark
  public void sample() throws Throwable {
    Job job = Job.getInstance(hdfs.fileSystem().getConf());
    int sampled = Math.min(LARGEST_SAMPLE, records / 2);
    job.getConfiguration().setInt(SAMPLE, sampled);
    job.setNumReduceTasks(partitions);
    FileInputFormat.setInputPaths(job, input);
    long split = (long) records / SPLITS * TeraRecords.RECORD_BYTES;
    FileInputFormat.setMinInputSplitSize(job, split);
    FileInputFormat.setMaxInputSplitSize(job, split);
    written++;
    meter.begin();
    TeraInputFormat.writePartitionFile(job, partitionFile());
    meter.end(sampled, (long) sampled * TeraRecords.RECORD_BYTES);
  }

  Path partitionFile() {
    return hdfs.resolve("partitions-" + written);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    hdfs.delete();
  }
}
