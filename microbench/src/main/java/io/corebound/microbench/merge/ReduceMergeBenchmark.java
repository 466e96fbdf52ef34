package io.corebound.microbench.merge;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.ChildJvm;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.Counters;
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
 * What does the merge of a reduce task cost? Hadoop's {@code Merger} merges sorted segments, which
 * lie as IFiles in a local directory, as {@code MergeManagerImpl.finalMerge} lets it, and every key
 * and value is taken from the iterator, as {@code ReduceContextImpl} does. With more segments than
 * {@code factor}, it includes the passes that write and read intermediate files. Paper: figure 15
 * ("merge"), of which section 5 takes the rate for reduce too.
 */
@Measures(
    value = "merge.reduce",
    question = "What does the merge of a reduce task cost?",
    localBytes = 3.2)
public class ReduceMergeBenchmark extends OperationBenchmark {
  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  /** Bytes of a record's value, without its length. */
  @Param("90")
  int value;

  @Param("8")
  int segments;

  @Param("10")
  int factor;

  /**
   * {@code none}, or {@code snappy}: then segments are decompressed, and what passes in between
   * write is compressed, within what is measured.
   */
  @Param("none")
  String codec;

  private LocalDirectory directory;
  private java.nio.file.Path work;
  private Path[] inputs;
  private JobConf job;
  private FileSystem local;
  private CompressionCodec compression;
  private OperationMeter meter;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    if (segments < 1 || factor < 2) {
      throw new OneLineException(
          "segments is at least 1 and factor at least 2, not " + segments + " and " + factor);
    }
    long bytes = SegmentFiles.bytes(records, SegmentFiles.requireValue(value), segments);
    job = new JobConf();
    compression = SegmentFiles.codec(codec, job);
    directory = LocalDirectory.open();
    java.nio.file.Path sorted =
        TeraRecords.file(directory, records, seed, TeraRecords.Order.SORTED);
    java.nio.file.Path made =
        directory.made(
            String.format("segments-%s-%s-%s-of-%s-from-%s", segments, codec, records, value, seed),
            target -> {
              directory.requireSpace(bytes);
              ChildJvm.run(
                  SegmentFiles.class,
                  Integer.toString(records),
                  Long.toString(seed),
                  Integer.toString(value),
                  Integer.toString(segments),
                  codec,
                  sorted.getParent().toString(),
                  target.toString());
            });
    inputs = new Path[segments];
    for (int i = 0; i < segments; i++) {
      inputs[i] = new Path(made.resolve(SegmentFiles.name(i)).toString());
    }
    directory.requireSpace(copiesInBetween() * bytes);
    work = directory.fresh("merge");
    job.set("mapreduce.cluster.local.dir", work.toString());
    job.setInt(MRJobConfig.IO_SORT_FACTOR, factor);
    job.setMapOutputKeyClass(Text.class);
    local = FileSystem.getLocal(job).getRaw();
    meter = new OperationMeter("merge.reduce", ByteBase.PAYLOAD);
  }

  /** Copies of the records in files of the passes before the last, at most. */
  private int copiesInBetween() {
    return segments <= factor ? 0 : segments <= (long) factor * factor ? 1 : 2;
  }

  @Benchmark
  @SuppressWarnings("unchecked") // Hadoop's comparators are raw
  public void merge(Blackhole blackhole) throws IOException {
    long count = 0;
    Counters.Counter intermediate = new Counters.Counter();
    meter.begin();
    RawKeyValueIterator merged =
        Merger.merge(
            job,
            local,
            Text.class,
            Text.class,
            compression,
            inputs,
            false,
            factor,
            new Path(work.toString()),
            job.getOutputKeyComparator(),
            Reporter.NULL,
            null,
            intermediate,
            new Progress());
    while (merged.next()) {
      count++;
      consume(merged.getKey(), merged.getValue(), blackhole);
    }
    merged.close();
    meter.end(count, count * (TeraRecords.KEY_BYTES + value));
    meter.report("intermediate_records", intermediate.getValue(), "records");
  }

  void consume(DataInputBuffer key, DataInputBuffer value, Blackhole blackhole) {
    blackhole.consume(key);
    blackhole.consume(value);
  }

  /** Removes what passes wrote, and the input where it is ours. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    LocalDirectory.delete(work);
    directory.close();
  }
}
