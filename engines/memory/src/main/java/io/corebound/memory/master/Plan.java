package io.corebound.memory.master;

import io.corebound.memory.control.Message;
import io.corebound.memory.job.Api;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.job.JobSpec;
import io.corebound.memory.lean.Boundaries;
import io.corebound.memory.lean.GroupJob;
import io.corebound.memory.lean.LeanJob;
import io.corebound.memory.lean.LeanJobs;
import io.corebound.memory.lean.SumJob;
import io.corebound.memory.task.HadoopJob;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.InputSampler;
import org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/** What the master knows of a job's data: its splits, its boundaries, its output. */
final class Plan {
  // bytes in memory for a byte of input where nothing is combined: with lengths, and with the order
  // or the index that a reduce makes
  private static final double SORTED = 1.1;
  private static final double GROUPED = 1.15;
  private static final double BY_HADOOP = 1.3;

  private static final int SAMPLE = 100_000;
  private static final int SAMPLED_SPLITS = 10;

  private final JobSpec spec;
  private final Job job;
  private final List<InputSplit> splits;
  private final List<byte[]> boundaries;
  private final TaskAttemptContextImpl task;
  private final OutputCommitter committer;

  /** Plans a job; a wrong input or output is refused. */
  Plan(JobSpec spec) throws IOException, InterruptedException, ClassNotFoundException {
    this.spec = spec;
    job = HadoopJob.of(spec);
    checkClasses();
    OutputFormat<?, ?> output =
        ReflectionUtils.newInstance(job.getOutputFormatClass(), job.getConfiguration());
    try {
      output.checkOutputSpecs(job);
      splits = splits();
    } catch (FileAlreadyExistsException | InvalidInputException e) {
      throw JobFailure.wrong("%s", JobFailure.line(e));
    }
    boundaries =
        spec.api() == Api.LEAN
            ? Boundaries.sample(
                LeanJobs.of(spec.workload()).get(), job, splits, spec.sizes().reduces())
            : List.of();
    if (spec.api() == Api.HADOOP
        && TotalOrderPartitioner.class.isAssignableFrom(job.getPartitionerClass())
        && spec.sizes().reduces() > 1
        && !splits.isEmpty()) {
      InputSampler.writePartitionFile(
          job, new InputSampler.SplitSampler<Object, Object>(SAMPLE, SAMPLED_SPLITS));
    }
    task = HadoopJob.task(job, TaskType.JOB_SETUP, 0);
    committer = output.getOutputCommitter(task);
  }

  private void checkClasses() throws ClassNotFoundException {
    try {
      job.getInputFormatClass();
      job.getMapperClass();
      job.getCombinerClass();
      job.getPartitionerClass();
      job.getReducerClass();
      job.getOutputFormatClass();
      job.getMapOutputKeyClass();
      job.getMapOutputValueClass();
    } catch (RuntimeException e) {
      // Hadoop's way to say that a class is missing, or is none of its kind
      throw JobFailure.wrong("%s: %s", spec.workload(), e.getMessage());
    }
  }

  private List<InputSplit> splits()
      throws IOException, InterruptedException, ClassNotFoundException {
    InputFormat<?, ?> input =
        ReflectionUtils.newInstance(job.getInputFormatClass(), job.getConfiguration());
    List<InputSplit> all = input.getSplits(job);
    if (spec.api() == Api.LEAN) {
      CompressionCodecFactory codecs = new CompressionCodecFactory(job.getConfiguration());
      for (InputSplit split : all) {
        Path path = ((FileSplit) split).getPath();
        if (codecs.getCodec(path) != null) {
          throw JobFailure.wrong("%s: lean functions read no compressed input", path);
        }
      }
    }
    return all;
  }

  List<InputSplit> inputSplits() {
    return splits;
  }

  List<byte[]> boundaries() {
    return boundaries;
  }

  /**
   * Refuses a job that cannot fit: one that combines nothing keeps all of its input in memory.
   *
   * @param budgetBytes of all workers
   */
  void checkMemory(long budgetBytes)
      throws IOException, InterruptedException, ClassNotFoundException {
    double factor = bytesOfInput();
    long input = 0;
    for (InputSplit split : splits) {
      input += split.getLength();
    }
    if (input * factor > budgetBytes) {
      throw JobFailure.lacks(
          """
          %s keeps about %,.0f bytes in memory for %,d bytes of input, and all workers together \
          have %,d bytes; give them more memory (-Xmx) or the job less input""",
          spec.workload(), input * factor, input, budgetBytes);
    }
  }

  private double bytesOfInput() throws ClassNotFoundException {
    if (spec.api() == Api.HADOOP) {
      return job.getCombinerClass() == null ? BY_HADOOP : 0;
    }
    LeanJob lean = LeanJobs.of(spec.workload()).get();
    if (lean instanceof SumJob) {
      return 0;
    }
    return lean instanceof GroupJob ? GROUPED : SORTED;
  }

  void setupOutput() throws IOException {
    committer.setupJob(task);
  }

  void commitOutput() throws IOException {
    committer.commitJob(task);
    deletePartitionFile();
  }

  /** Removes what a failed job has written. */
  void abortOutput() throws IOException {
    committer.abortJob(task, JobStatus.State.FAILED);
    deletePartitionFile();
    deleteOutput();
  }

  /** Removes the output of a run before. */
  void deleteOutput() throws IOException {
    Path output = FileOutputFormat.getOutputPath(job);
    output.getFileSystem(job.getConfiguration()).delete(output, true);
  }

  private void deletePartitionFile() throws IOException {
    Path file = HadoopJob.partitionFile(spec);
    FileSystem system = file.getFileSystem(job.getConfiguration());
    system.delete(file, false);
  }

  /** A split as a worker reads it. */
  static Message.Split message(int number, InputSplit split) throws IOException {
    if (!(split instanceof Writable writable)) {
      throw JobFailure.wrong(
          "splits of class %s cannot be sent: they are no Writable", split.getClass().getName());
    }
    DataOutputBuffer out = new DataOutputBuffer();
    writable.write(out);
    byte[] bytes = new byte[out.getLength()];
    System.arraycopy(out.getData(), 0, bytes, 0, bytes.length);
    return new Message.Split(number, split.getClass().getName(), bytes);
  }
}
