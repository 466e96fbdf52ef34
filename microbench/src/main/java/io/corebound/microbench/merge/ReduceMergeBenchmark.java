package io.corebound.microbench.merge;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Merger;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.Progress;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What does a reduce task's final merge cost? Hadoop's {@code Merger} merges sorted segments, which
 * lie as IFiles without codec in a local directory, as {@code MergeManagerImpl.finalMerge} lets it,
 * and every key and value is taken from the iterator, as {@code ReduceContextImpl} does.
 *
 * <p>Paper: figure 15 ("merge"), of which section 5 takes the rate for reduce too.
 *
 * <p>Left out: deserializing and grouping; merges into files, which a reduce task needs when there
 * are more segments than {@code mapreduce.task.io.sort.factor} or more than fit into memory;
 * codecs.
 */
@Measures(
    value = "merge.reduce",
    question = "What does a reduce task's final merge cost?",
    localBytes = 2.1)
public class ReduceMergeBenchmark extends OperationBenchmark {
  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  @Param("8")
  int segments;

  /** mapreduce.task.io.sort.factor: segments merged at a time. */
  @Param("10")
  int factor;

  private LocalDirectory directory;
  private java.nio.file.Path work;
  private Path[] inputs;
  private JobConf job;
  private FileSystem local;
  private OperationMeter meter;

  /** Has the segments written by a JVM of its own. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    work = directory.fresh("segments");
    ChildJvm.run(
        SegmentFiles.class,
        Integer.toString(records),
        Long.toString(seed),
        Integer.toString(segments),
        TeraRecords.file(directory, records, seed, TeraRecords.Order.SORTED).getParent().toString(),
        work.toString());
    inputs = new Path[segments];
    for (int i = 0; i < segments; i++) {
      inputs[i] = new Path(work.resolve(SegmentFiles.name(i)).toString());
    }
    job = new JobConf();
    job.set("mapreduce.cluster.local.dir", work.toString());
    job.setInt(MRJobConfig.IO_SORT_FACTOR, factor);
    job.setMapOutputKeyClass(Text.class);
    local = FileSystem.getLocal(job).getRaw();
    meter = new OperationMeter("merge.reduce", ByteBase.PAYLOAD);
  }

  /** Merges all segments and takes every record. */
  @Benchmark
  @SuppressWarnings("unchecked") // Hadoop's comparators are raw
  public void merge(Blackhole blackhole) throws IOException {
    long count = 0;
    meter.begin();
    RawKeyValueIterator merged =
        Merger.merge(
            job,
            local,
            Text.class,
            Text.class,
            null,
            inputs,
            false,
            factor,
            new Path(work.toString()),
            job.getOutputKeyComparator(),
            Reporter.NULL,
            null,
            null,
            new Progress());
    while (merged.next()) {
      count++;
      consume(merged.getKey(), merged.getValue(), blackhole);
    }
    merged.close();
    meter.end(count, count * TeraRecords.RECORD_BYTES);
  }

  /** Takes a serialized record. */
  void consume(DataInputBuffer key, DataInputBuffer value, Blackhole blackhole) {
    blackhole.consume(key);
    blackhole.consume(value);
  }

  /** Removes the segments, and the input where it is ours. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    LocalDirectory.delete(work);
    directory.close();
  }
}
