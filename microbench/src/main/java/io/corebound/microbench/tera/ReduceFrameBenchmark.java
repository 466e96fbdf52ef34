package io.corebound.microbench.tera;

import io.corebound.microbench.ByteBase;
import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.Measures;
import io.corebound.microbench.OperationBenchmark;
import io.corebound.microbench.OperationMeter;
import io.corebound.microbench.TeraRecords;
import io.corebound.microbench.shuffle.TaskMaster;
import io.corebound.microbench.task.TaskJob;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.util.Progress;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does MapReduce itself, with deserialization, add to each record of a reduce task? Hadoop's
 * {@code ReduceTask} runs the identity reducer between an iterator over serialized records in
 * memory, given to it as its shuffle, and a writer that discards them.
 */
@Measures(
    value = "frame.reduce",
    question = "What does MapReduce, with deserialization, add to each record of a reduce task?",
    localBytes = 0.1)
public class ReduceFrameBenchmark extends OperationBenchmark {
  /** Records that are read repeatedly; they stay in the second-level cache. */
  static final int BATCH = 4096;

  private static final int KEY_BYTES = TeraRecords.KEY_BYTES + 1;
  private static final int RECORD_BYTES = TeraRecords.RECORD_BYTES + 2;
  private static final OperationMeter METER = new OperationMeter("frame.reduce", ByteBase.PAYLOAD);

  /** What the shuffle has fetched: Hadoop makes its objects itself. */
  private static ReduceFrameBenchmark current;

  @Param("1342177")
  int records;

  @Param("0")
  long seed;

  private LocalDirectory directory;
  TeraRecords input;
  private byte[] serialized;
  private Path work;
  private JobConf job;
  private ReduceTask task;

  /** Lays the records out in order, serialized without help from the classes to be measured. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    input = TeraRecords.load(directory, BATCH, seed, TeraRecords.Order.SORTED);
    serialized = new byte[BATCH * RECORD_BYTES];
    byte[] record = new byte[TeraRecords.RECORD_BYTES];
    for (int i = 0; i < BATCH; i++) {
      input.get(i, record);
      int at = i * RECORD_BYTES;
      serialized[at] = TeraRecords.KEY_BYTES;
      System.arraycopy(record, 0, serialized, at + 1, TeraRecords.KEY_BYTES);
      serialized[at + KEY_BYTES] = TeraRecords.VALUE_BYTES;
      System.arraycopy(
          record, TeraRecords.KEY_BYTES, serialized, at + KEY_BYTES + 1, TeraRecords.VALUE_BYTES);
    }
  }

  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    current = this;
    work = directory.fresh("reduce-task");
    job = new JobConf();
    job.setUseNewMapper(true);
    job.setUseNewReducer(true);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.set(FileOutputFormat.OUTDIR, UnusedHdfs.path("output").toString());
    job.setClass(MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR, Forgetful.class, OutputFormat.class);
    job.setClass(
        MRConfig.SHUFFLE_CONSUMER_PLUGIN, FetchedAlready.class, ShuffleConsumerPlugin.class);
    task = new ReduceTask("", new TaskAttemptID("corebound", 1, TaskType.REDUCE, 0, 0), 0, 1, 1);
    TaskJob.localize(job, task, work);
  }

  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    task.run(job, umbilical());
  }

  TaskUmbilicalProtocol umbilical() {
    return new TaskMaster().protocol();
  }

  void write(Text key, Text value) {
    // forgets it
  }

  @TearDown(Level.Invocation)
  public void deleteOutput() throws IOException {
    LocalDirectory.delete(work);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    directory.close();
  }

  static final class FetchedAlready implements ShuffleConsumerPlugin<Text, Text> {
    @Override
    public void init(Context<Text, Text> context) {
      // nothing to fetch
    }

    @Override
    public RawKeyValueIterator run() {
      return new Fetched(current.serialized, current.records);
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  /** The records, in order; after the last of the batch comes its first again. */
  private static final class Fetched implements RawKeyValueIterator {
    private final byte[] serialized;
    private final int records;
    private final Progress progress = new Progress();
    private final DataInputBuffer key = new DataInputBuffer();
    private final DataInputBuffer value = new DataInputBuffer();
    private int next;

    Fetched(byte[] serialized, int records) {
      this.serialized = serialized;
      this.records = records;
    }

    @Override
    public boolean next() {
      if (next == records) {
        return false;
      }
      int at = next++ % BATCH * RECORD_BYTES;
      key.reset(serialized, at, KEY_BYTES);
      value.reset(serialized, at + KEY_BYTES, RECORD_BYTES - KEY_BYTES);
      return true;
    }

    @Override
    public DataInputBuffer getKey() {
      return key;
    }

    @Override
    public DataInputBuffer getValue() {
      return value;
    }

    @Override
    public Progress getProgress() {
      return progress;
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  /** A file output format as far as a task can see, so that it asks for statistics. */
  static final class Forgetful extends FileOutputFormat<Text, Text> {
    @Override
    public RecordWriter<Text, Text> getRecordWriter(TaskAttemptContext task) {
      ReduceFrameBenchmark benchmark = current;
      UnusedHdfs.countAsReader();
      METER.begin();
      return new Writer(benchmark);
    }

    @Override
    public OutputCommitter getOutputCommitter(TaskAttemptContext task) {
      return new NullOutputFormat<Text, Text>().getOutputCommitter(task);
    }
  }

  private static final class Writer extends RecordWriter<Text, Text> {
    private final ReduceFrameBenchmark benchmark;
    private long written;

    Writer(ReduceFrameBenchmark benchmark) {
      this.benchmark = benchmark;
    }

    @Override
    public void write(Text key, Text value) {
      benchmark.write(key, value);
      written++;
    }

    @Override
    public void close(TaskAttemptContext task) {
      METER.end(written, written * TeraRecords.RECORD_BYTES);
    }
  }
}
