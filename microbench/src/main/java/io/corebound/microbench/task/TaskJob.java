package io.corebound.microbench.task;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** The common settings of the jobs of whole tasks, and the set-up of a task before it runs. */
public final class TaskJob {
  private TaskJob() {}

  /**
   * A job of the newer API with map output compressed by Snappy, still without mapper and reducer.
   */
  static JobConf of(Configuration hadoop, Path output, int factor, int maps, int reduces) {
    JobConf job = new JobConf(hadoop);
    job.setUseNewMapper(true);
    job.setUseNewReducer(true);
    job.setNumMapTasks(maps);
    job.setNumReduceTasks(reduces);
    job.set(FileOutputFormat.OUTDIR, output.toString());
    compress(job, factor);
    return job;
  }

  /**
   * A job as its own client submitted it, on a file system of now.
   *
   * @param kept what {@link JobSubmission} kept of it
   * @param loader of its classes
   */
  static JobConf submitted(
      Configuration hadoop,
      java.nio.file.Path kept,
      ClassLoader loader,
      String output,
      int factor) {
    JobConf job = new JobConf(hadoop);
    JobSubmission.addConfiguration(job, kept);
    FileSystem.setDefaultUri(job, FileSystem.getDefaultUri(hadoop));
    job.setClassLoader(loader);
    job.set(FileOutputFormat.OUTDIR, output);
    compress(job, factor);
    return job;
  }

  private static void compress(JobConf job, int factor) {
    job.setCompressMapOutput(true);
    job.setMapOutputCompressorClass(SnappyCodec.class);
    job.setInt(MRJobConfig.IO_SORT_FACTOR, factor);
  }

  /** Does what a container's JVM does with a task before it lets it run. */
  public static void localize(JobConf job, Task task, java.nio.file.Path local) throws IOException {
    job.setStrings(MRConfig.LOCAL_DIR, local.toString());
    job.setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 1);
    task.localizeConfiguration(job);
    task.setConf(job);
  }
}
