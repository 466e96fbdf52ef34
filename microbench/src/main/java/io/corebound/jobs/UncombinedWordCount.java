package io.corebound.jobs;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ToolRunner;

/** WordCount of Hadoop's examples without its combiner: every word is sorted and sent. */
public final class UncombinedWordCount extends TextTool {
  public static void main(String[] arguments) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new UncombinedWordCount(), arguments));
  }

  /** As a {@code Tool}. */
  public UncombinedWordCount() {
    super("word-count-plain");
  }

  @Override
  void set(Job job) {
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
  }
}
