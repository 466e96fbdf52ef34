package io.corebound.microbench.task;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * TeraSort's job as {@code TeraSort.run} and the submission set it up, map output compressed by
 * Snappy.
 */
public final class TeraSortJob {
  /** {@code TeraSort.TotalOrderPartitioner}, which is not public. */
  private static final String PARTITIONER =
      "org.apache.hadoop.examples.terasort.TeraSort$TotalOrderPartitioner";

  /** The partition file, as that class calls it in a task's working directory. */
  private static final String PARTITIONS = "_partition.lst";

  private TeraSortJob() {}

  static JobConf of(Configuration hadoop, Path output, int factor, int maps, int reduces) {
    JobConf job = TaskJob.of(hadoop, output, factor, maps, reduces);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setClass(
        MRJobConfig.INPUT_FORMAT_CLASS_ATTR,
        TeraInputFormat.class,
        org.apache.hadoop.mapreduce.InputFormat.class);
    job.setClass(
        MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
        TeraOutputFormat.class,
        org.apache.hadoop.mapreduce.OutputFormat.class);
    job.set(MRJobConfig.PARTITIONER_CLASS_ATTR, PARTITIONER);
    return job;
  }

  /** Samples records as TeraSort's client does before it submits, and writes its partition file. */
  public static void writePartitionFile(
      Job job, java.nio.file.Path records, int reduces, java.nio.file.Path directory)
      throws Throwable {
    TeraInputFormat.setInputPaths(job, new Path(records.toUri()));
    job.setNumReduceTasks(reduces);
    TeraInputFormat.writePartitionFile(job, new Path(directory.resolve(PARTITIONS).toUri()));
  }

  /**
   * TeraSort's partitioner, as a map task makes it: it reads the partition file of the task's
   * working directory.
   */
  @SuppressWarnings("unchecked") // TeraSort's keys and values are Text
  public static Partitioner<Text, Text> partitioner(JobConf job, java.nio.file.Path directory)
      throws IOException {
    workIn(directory, job);
    return (Partitioner<Text, Text>)
        ReflectionUtils.newInstance(job.getClassByNameOrNull(PARTITIONER), job);
  }

  /** Makes a local directory the working directory, as a container's is. */
  static void workIn(java.nio.file.Path directory, JobConf job) throws IOException {
    FileSystem.getLocal(job).setWorkingDirectory(new Path(directory.toUri()));
  }
}
