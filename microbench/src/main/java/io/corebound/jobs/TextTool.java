package io.corebound.jobs;

import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;

/** A job with the arguments {@code INPUT OUTPUT}, which are text. */
abstract class TextTool extends Configured implements Tool {
  private final String name;

  TextTool(String name) {
    this.name = name;
  }

  /** Sets the job's classes. */
  abstract void set(Job job);

  @Override
  public final int run(String[] arguments)
      throws IOException, InterruptedException, ClassNotFoundException {
    if (arguments.length != 2) {
      System.err.println("usage: " + getClass().getName() + " INPUT OUTPUT");
      return 2;
    }
    Job job = Job.getInstance(getConf(), name);
    job.setJarByClass(getClass());
    set(job);
    FileInputFormat.addInputPath(job, new Path(arguments[0]));
    FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
    return job.waitForCompletion(true) ? 0 : 1;
  }
}
