package io.corebound.microbench.start;

import java.io.DataInput;
import java.io.DataOutput;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * A job with tasks and without data: it costs only the start of containers and of a job. Its
 * classes must be on the containers' class path.
 */
public final class EmptyJob extends Configured implements Tool {
  /** Milliseconds that each reduce task sleeps, so that the job runs while its tasks do nothing. */
  static final String REDUCE_SLEEP_MS = "corebound.empty-job.reduce-sleep-ms";

  private static final String MAPS = "corebound.empty-job.maps";

  /** Submits the job and waits for it. */
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new EmptyJob(), arguments));
  }

  @Override
  public int run(String[] arguments) throws Exception {
    if (arguments.length != 2
        || !arguments[0].matches("[1-9][0-9]{0,6}")
        || !arguments[1].matches("[0-9]{1,7}")) {
      System.err.println("usage: EmptyJob [-D name=value]... <maps, at least 1> <reduces>");
      return 2;
    }
    Job job = Job.getInstance(getConf(), "corebound-empty");
    job.getConfiguration().setInt(MAPS, Integer.parseInt(arguments[0]));
    job.setInputFormatClass(EmptySplits.class);
    job.setMapOutputKeyClass(NullWritable.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setReducerClass(SleepingReducer.class);
    job.setNumReduceTasks(Integer.parseInt(arguments[1]));
    job.setOutputFormatClass(NullOutputFormat.class);
    return job.waitForCompletion(true) ? 0 : 1;
  }

  /** Sleeps, for there is nothing to reduce. */
  public static final class SleepingReducer
      extends Reducer<NullWritable, NullWritable, NullWritable, NullWritable> {
    @Override
    protected void setup(Context context) throws InterruptedException {
      Thread.sleep(context.getConfiguration().getLong(REDUCE_SLEEP_MS, 0));
    }
  }

  /** As many splits as were asked for, all empty. */
  public static final class EmptySplits extends InputFormat<NullWritable, NullWritable> {
    @Override
    public List<InputSplit> getSplits(JobContext job) {
      List<InputSplit> splits = new ArrayList<>();
      for (int i = job.getConfiguration().getInt(MAPS, 0); i > 0; i--) {
        splits.add(new EmptySplit());
      }
      return splits;
    }

    @Override
    public RecordReader<NullWritable, NullWritable> createRecordReader(
        InputSplit split, TaskAttemptContext task) {
      return new NoRecords();
    }
  }

  public static final class EmptySplit extends InputSplit implements Writable {
    @Override
    public long getLength() {
      return 0;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) {
      // nothing to write
    }

    @Override
    public void readFields(DataInput in) {
      // nothing to read
    }
  }

  private static final class NoRecords extends RecordReader<NullWritable, NullWritable> {
    @Override
    public void initialize(InputSplit split, TaskAttemptContext task) {
      // nothing to open
    }

    @Override
    public boolean nextKeyValue() {
      return false;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public NullWritable getCurrentValue() {
      return NullWritable.get();
    }

    @Override
    public float getProgress() {
      return 1;
    }

    @Override
    public void close() {
      // nothing is open
    }
  }
}
