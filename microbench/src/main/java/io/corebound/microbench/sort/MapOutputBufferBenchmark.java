package io.corebound.microbench.sort;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
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
 * MapTask.MapOutputBuffer} itself takes TeraSort's records, as {@code Mapper.Context.write} hands
 * them over: {@code sort} is everything until the final merge begins (serializing into the sort
 * buffer, sorting, writing the spills, in two threads), {@code merge} the final merge of all spills
 * into the map's output.
 *
 * <p>Paper: figures 15 and 16 (Text key of 10 B, value of 90 B).
 *
 * <p>Left out: choosing the partition as TeraSort does (here a range of the key's first byte), the
 * allocation of the sort buffer (a task without any data has that too), a codec, a combiner.
 */
@Measures(
    value = {"sort", "merge"},
    question = "What does a map task's own sort cost, and its final merge?",
    localBytes = 3.2)
public class MapOutputBufferBenchmark extends OperationBenchmark {
  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  @Param("2")
  int partitions;

  /** mapreduce.task.io.sort.mb, which are MiB. */
  @Param("100")
  int sortMib;

  /** mapreduce.map.sort.spill.percent, from 0 to 1. */
  @Param("0.80")
  float spillPercent;

  private LocalDirectory directory;
  private TeraRecords input;
  private OperationMeter sort;
  private OperationMeter merge;
  private Path work;
  private MeteredMapTask task;
  private MapOutputCollector<Text, Text> buffer;

  /** Finds the input. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    input = TeraRecords.load(directory, records, seed, TeraRecords.Order.GENERATED);
    sort = new OperationMeter("sort", ByteBase.PAYLOAD);
    merge = new OperationMeter("merge", ByteBase.PAYLOAD);
  }

  /** Makes a map task that is about to get its first record. */
  @Setup(Level.Invocation)
  public void newTask() throws IOException, ClassNotFoundException {
    work = directory.fresh("map");
    JobConf job = new JobConf();
    job.set(MRConfig.LOCAL_DIR, work.toString());
    job.setNumReduceTasks(partitions);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Text.class);
    job.setInt(MRJobConfig.IO_SORT_MB, sortMib);
    job.setFloat(JobContext.MAP_SORT_SPILL_PERCENT, spillPercent);
    job.setCompressMapOutput(false);
    task = new MeteredMapTask(job, this::mergeBegins);
    buffer = new MapTask.MapOutputBuffer<>();
    buffer.init(new MapOutputCollector.Context(task, job, task.reporter()));
  }

  /** Collects all records and flushes them into the map's output. */
  @Benchmark
  public void sortAndMerge() throws IOException, InterruptedException, ClassNotFoundException {
    Text key = new Text();
    Text value = new Text();
    sort.begin();
    for (int i = 0; i < input.count(); i++) {
      input.get(i, key, value);
      buffer.collect(key, value, partition(key));
    }
    buffer.flush();
    merge.end(input.count(), input.bytes());
    buffer.close();
    sort.report("spills", task.spills(), "spills");
  }

  private void mergeBegins() {
    sort.end(input.count(), input.bytes());
    merge.begin();
  }

  int partition(Text key) {
    return ((key.getBytes()[0] & 0xff) * partitions) >>> 8;
  }

  MeteredMapTask task() {
    return task;
  }

  TeraRecords input() {
    return input;
  }

  /** Removes the map's output. */
  @TearDown(Level.Invocation)
  public void deleteOutput() throws IOException {
    LocalDirectory.delete(work);
  }

  /** Removes the input where it is ours. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    directory.close();
  }
}
