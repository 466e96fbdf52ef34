package io.corebound.jobs;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** WordCount of Hadoop's examples without its combiner: every word is sorted and sent. */
public final class UncombinedWordCount extends Configured implements Tool {
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new UncombinedWordCount(), arguments));
  }

  @Override
  public int run(String[] arguments)
      throws IOException, InterruptedException, ClassNotFoundException {
    if (arguments.length != 2) {
      System.err.println("usage: " + UncombinedWordCount.class.getName() + " INPUT OUTPUT");
      return 2;
    }
    Job job = Job.getInstance(getConf(), "word-count-plain");
    job.setJarByClass(UncombinedWordCount.class);
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new Path(arguments[0]));
    FileOutputFormat.setOutputPath(job, new Path(arguments[1]));
    return job.waitForCompletion(true) ? 0 : 1;
  }
}
