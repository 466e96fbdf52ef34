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
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does MapReduce itself add to each record of a map task? Hadoop's {@code MapTask} runs the
 * identity mapper between a reader that returns one record and a collector that discards it. What
 * remains is the framework: {@code NewTrackingRecordReader}, which asks the file system's
 * statistics twice and counts and reports progress for each record, the mapper's loop and its
 * contexts, and {@code NewOutputCollector}. Paper: none of its steps; section 5 leaves the
 * framework out.
 */
@Measures(value = "frame.map", question = "What does MapReduce add to each record of a map task?")
public class MapFrameBenchmark extends OperationBenchmark {
  private static final JobID JOB = new JobID("corebound", 1);
  private static final String RECORDS = "corebound.frame.records";
  private static final OperationMeter METER = new OperationMeter("frame.map", ByteBase.PAYLOAD);

  private static long collected;

  @Param("1342177")
  int records;

  private LocalDirectory directory;
  private Path submitted;
  private TaskSplitIndex split;
  private Path work;
  private JobConf job;
  private MapTask task;

  /** Writes the split, as a job's submission does. */
  @Setup(Level.Trial)
  public void prepare() throws IOException, InterruptedException {
    directory = LocalDirectory.open();
    submitted = directory.fresh("submitted");
    JobConf configuration = new JobConf();
    FileSystem local = FileSystem.getLocal(configuration);
    org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(submitted.toUri());
    JobSplitWriter.createSplitFiles(
        target,
        configuration,
        local,
        Collections.<InputSplit>singletonList(
            new FileSplit(
                UnusedHdfs.path("input"),
                0,
                (long) records * TeraRecords.RECORD_BYTES,
                new String[] {})));
    split =
        SplitMetaInfoReader.readSplitMetaInfo(JOB, local, configuration, target)[0].getSplitIndex();
  }

  @Setup(Level.Invocation)
  public void newTask() throws IOException {
    work = directory.fresh("map-task");
    job = new JobConf();
    job.setUseNewMapper(true);
    job.setUseNewReducer(true);
    job.setNumReduceTasks(1);
    job.setMapOutputKeyClass(Text.class);
    job.setMapOutputValueClass(Text.class);
    job.setInt(RECORDS, records);
    job.setClass(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, OneRecordAgain.class, InputFormat.class);
    job.setClass(MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR, NullOutputFormat.class, OutputFormat.class);
    job.setClass(
        JobContext.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, Forgetful.class, MapOutputCollector.class);
    task =
        new MapTask(
            "",
            new TaskAttemptID(JOB.getJtIdentifier(), JOB.getId(), TaskType.MAP, 0, 0),
            0,
            split,
            1);
    TaskJob.localize(job, task, work);
  }

  @Benchmark
  public void run() throws IOException, InterruptedException, ClassNotFoundException {
    task.run(job, umbilical());
  }

  TaskUmbilicalProtocol umbilical() {
    return new TaskMaster().protocol();
  }

  static long collected() {
    return collected;
  }

  @TearDown(Level.Invocation)
  public void deleteOutput() throws IOException {
    LocalDirectory.delete(work);
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    LocalDirectory.delete(submitted);
    directory.close();
  }

  static final class OneRecordAgain extends InputFormat<Text, Text> {
    @Override
    public List<InputSplit> getSplits(JobContext job) {
      throw new UnsupportedOperationException("the job is submitted already");
    }

    @Override
    public RecordReader<Text, Text> createRecordReader(InputSplit split, TaskAttemptContext task) {
      return new Reader(task.getConfiguration().getInt(RECORDS, 0));
    }
  }

  private static final class Reader extends RecordReader<Text, Text> {
    private final Text key = new Text(new byte[TeraRecords.KEY_BYTES]);
    private final Text value = new Text(new byte[TeraRecords.VALUE_BYTES]);
    private final int records;
    private int read;

    Reader(int records) {
      this.records = records;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext task) {
      UnusedHdfs.countAsReader();
      METER.begin();
    }

    @Override
    public boolean nextKeyValue() {
      if (read == records) {
        return false;
      }
      read++;
      return true;
    }

    @Override
    public Text getCurrentKey() {
      return key;
    }

    @Override
    public Text getCurrentValue() {
      return value;
    }

    @Override
    public float getProgress() {
      return (float) read / records;
    }

    @Override
    public void close() {
      METER.end(read, (long) read * TeraRecords.RECORD_BYTES);
    }
  }

  static final class Forgetful implements MapOutputCollector<Text, Text> {
    private long records;

    @Override
    public void init(Context context) {
      records = 0;
    }

    @Override
    public void collect(Text key, Text value, int partition) {
      records++;
    }

    @Override
    public void flush() {
      collected = records;
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
