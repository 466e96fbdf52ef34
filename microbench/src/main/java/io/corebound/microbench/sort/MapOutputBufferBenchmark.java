package io.corebound.microbench.sort;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.Collector;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OneLineException;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does a map task's own sort cost, and its final merge? Hadoop's {@code
 * MapTask.MapOutputBuffer} itself takes key-value pairs, as {@code Mapper.Context.write} hands them
 * over: {@code sort} is everything until the final merge begins (serializing into the sort buffer,
 * sorting, writing the spills, in two threads), {@code merge} the final merge of all spills into
 * the map's output, {@code sort-merge} both in one. With a single spill the output is that spill
 * under another name, so {@code merge} is missing. Paper: figures 15 and 16. The same of the
 * collector of {@code levers/collector}, which sorts, writes and merges in one thread and leaves
 * the last records in memory for the merge; a single spill is then the output.
 */
@Measures(
    value = {"sort", "merge", "sort-merge"},
    question = "What does a map task's own sort cost, and its final merge?",
    // 100 B of a pair in its file, and 2.5 times the 104 B that it has in others; where there are
    // more pairs than a file has it does not grow: large batches need little more than 2.6
    localBytes = 3.6)
public class MapOutputBufferBenchmark extends OperationBenchmark {
  private static final String SEVERAL = "several";
  private static final String SINGLE = "single";

  /**
   * A batch of our own choice fills the sort buffer so often, which makes at least as many spills.
   */
  private static final double FILLINGS = 2.5;

  private static final int SPILLS_OF_FILLINGS = 3;

  /** How far a batch of our own choice fills what one spill may have; words differ in length. */
  private static final double SINGLE_FILLING = 0.75;

  private static final int METADATA_BYTES = 16;

  /** What IFile adds to a serialized pair of these sizes: two lengths of one byte. */
  private static final int IFILE_BYTES = 2;

  /**
   * Pairs of a batch, which is one map task's; 0 for as many as {@link #spills} needs. The results
   * carry the number that was taken.
   */
  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  @Param("2")
  int partitions;

  /** mapreduce.task.io.sort.mb, which are MiB. */
  @Param("100")
  int sortMib;

  @Param("0.8")
  float spillPercent;

  /**
   * {@code text-10}, {@code text-4}: Text of random bytes; {@code int-4}: IntWritable; {@code
   * text-words}: Text with words of English.
   */
  @Param("text-10")
  String key;

  /** {@code 90}, {@code 4}, {@code 9990}: Text of so many bytes; {@code int-4}: IntWritable. */
  @Param("90")
  String value;

  /** {@code random}, {@code sorted} or {@code duplicates}, which are 100 different keys. */
  @Param("random")
  String order;

  /** {@code hadoop} or {@code prefix}. */
  @Param("hadoop")
  String collector;

  /** {@code several} that are merged, or a {@code single} one. */
  @Param(SEVERAL)
  String spills;

  /** A file of the user's own text for {@code text-words}; empty for the text of this module. */
  @Param("")
  String corpus;

  private LocalDirectory directory;
  private Collector collecting;
  private PairType type;
  Pairs pairs;
  private OperationMeter sort;
  private OperationMeter merge;
  private OperationMeter sortMerge;
  private Path work;
  MeteredMapTask task;
  private MapOutputCollector<Writable, Writable> buffer;

  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    if (!spills.equals(SEVERAL) && !spills.equals(SINGLE)) {
      throw new OneLineException(
          "spills: '" + spills + "' is neither " + SEVERAL + " nor " + SINGLE);
    }
    collecting = Collector.of(collector);
    directory = LocalDirectory.open();
    type = new PairType(key, value);
    int count = records == 0 ? fittingRecords() : records;
    directory.requireSpace(
        Pairs.fileBytes(type, PairOrder.of(order), count)
            + (long) (copies() * count * (type.typicalSerializedBytes() + IFILE_BYTES)));
    pairs = load(directory, type, PairOrder.of(order), count);
    sort = meter("sort");
    merge = meter("merge");
    sortMerge = meter("sort-merge");
  }

  /**
   * How often the pairs lie in spills, in the output, and in what passes before the final merge
   * have written.
   */
  private double copies() {
    return partitions == 1 ? 3 : 2.5;
  }

  Pairs load(LocalDirectory from, PairType of, PairOrder in, int count)
      throws IOException, InterruptedException {
    return Pairs.load(from, of, in, count, seed, corpus);
  }

  private OperationMeter meter(String operation) {
    OperationMeter meter = new OperationMeter(operation, ByteBase.PAYLOAD);
    return records == 0 ? meter.tag("records", Integer.toString(pairs.count())) : meter;
  }

  /** A spill takes the spill percentage of the buffer or more, and never more than the buffer. */
  private int fittingRecords() {
    double bufferBytes = sortMib * (double) (1 << 20);
    int pairBytes = type.typicalSerializedBytes() + METADATA_BYTES;
    return spills.equals(SEVERAL)
        ? (int) Math.ceil(FILLINGS * bufferBytes / pairBytes)
        : (int) (SINGLE_FILLING * spillPercent * bufferBytes / pairBytes);
  }

  @Setup(Level.Invocation)
  public void newTask() throws IOException, ClassNotFoundException {
    work = directory.fresh("map");
    JobConf job = new JobConf();
    job.set(MRConfig.LOCAL_DIR, work.toString());
    job.setNumReduceTasks(partitions);
    job.setMapOutputKeyClass(type.keyClass());
    job.setMapOutputValueClass(type.valueClass());
    job.setInt(MRJobConfig.IO_SORT_MB, sortMib);
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, spillPercent);
    job.setCompressMapOutput(false);
    if (collecting == Collector.hadoop) {
      TimedSort.useIn(job);
    }
    task = new MeteredMapTask(job, collecting, this::mergeBegins);
    buffer = collecting.open(job);
    buffer.init(new MapOutputCollector.Context(task, job, task.reporter()));
    pairs.rewind();
  }

  /** Collects all pairs and flushes them into the map's output. */
  @Benchmark
  public void sortAndMerge() throws IOException, InterruptedException, ClassNotFoundException {
    sortMerge.begin();
    sort.begin();
    task.collectBegins();
    for (int i = 0; i < pairs.count(); i++) {
      pairs.next();
      buffer.collect(pairs.key(), pairs.value(), pairs.partition(partitions));
    }
    task.collectEnds();
    buffer.flush();
    task.flushed();
    if (task.spills() > 1) {
      merge.end(pairs.count(), pairs.bytes());
    }
    sortMerge.end(pairs.count(), pairs.bytes());
    buffer.close();
    task.report(sort);
    sort.report("spills", task.spills(), "spills");
    sort.report("records_per_spill", pairs.count() / task.spills(), "records");
    requireSpills();
  }

  private void mergeBegins() {
    sort.end(pairs.count(), pairs.bytes());
    if (task.spills() > 1) {
      merge.begin();
    }
  }

  private void requireSpills() {
    boolean several = spills.equals(SEVERAL);
    int least = !several ? 1 : records == 0 ? SPILLS_OF_FILLINGS : 2;
    if (task.spills() < least || !several && task.spills() > 1) {
      throw new OneLineException(
          String.format(
              "spills=%s: %s records in a sort buffer of %s MiB spilled in %s; give %s records,"
                  + " or records=0 for a fitting number",
              spills, pairs.count(), sortMib, task.spills(), several ? "more" : "fewer"));
    }
  }

  @TearDown(Level.Invocation)
  public void deleteOutput() throws IOException {
    LocalDirectory.delete(work);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    directory.close();
  }
}
