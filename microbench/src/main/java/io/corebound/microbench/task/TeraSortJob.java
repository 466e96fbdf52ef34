package io.corebound.microbench.task;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraInputFormat;
import org.apache.hadoop.examples.terasort.TeraOutputFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * TeraSort's job as {@code TeraSort.run} and the submission set it up, map output compressed by
 * Snappy.
 */
final class TeraSortJob {
  /** {@code TeraSort.TotalOrderPartitioner}, which is not public. */
  private static final String PARTITIONER =
      "org.apache.hadoop.examples.terasort.TeraSort$TotalOrderPartitioner";

  private TeraSortJob() {}

  /**
   * The job's configuration.
   *
   * @param hadoop with the default file system, and replication 1 as TeraSort has it
   * @param output where the job writes to, in HDFS
   * @param factor mapreduce.task.io.sort.factor
   * @param maps the job's map tasks
   * @param reduces the job's reduce tasks
   */
  static JobConf of(Configuration hadoop, Path output, int factor, int maps, int reduces) {
    JobConf job = new JobConf(hadoop);
    job.setUseNewMapper(true);
    job.setUseNewReducer(true);
    job.setNumMapTasks(maps);
    job.setNumReduceTasks(reduces);
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
    job.set(FileOutputFormat.OUTDIR, output.toString());
    job.setCompressMapOutput(true);
    job.setMapOutputCompressorClass(SnappyCodec.class);
    job.setInt(MRJobConfig.IO_SORT_FACTOR, factor);
    return job;
  }

  /**
   * Does what a container's JVM does with a task before it lets it run.
   *
   * @param job the job's configuration, which becomes the task's
   * @param task the task
   * @param local where its local files go
   */
  static void localize(JobConf job, Task task, java.nio.file.Path local) throws IOException {
    job.setStrings(MRConfig.LOCAL_DIR, local.toString());
    job.setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 1);
    task.localizeConfiguration(job);
    task.setConf(job);
  }
}
