package io.corebound.microbench.task;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.corpus.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * WordCount's job as {@code WordCount.main} and the submission set it up, map output compressed by
 * Snappy, and the text that its tasks work on.
 */
final class WordCountJob {
  private WordCountJob() {}

  static JobConf of(Configuration hadoop, Path output, int factor, int maps, int reduces) {
    JobConf job = TaskJob.of(hadoop, output, factor, maps, reduces);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setClass(MRJobConfig.MAP_CLASS_ATTR, WordCount.TokenizerMapper.class, Mapper.class);
    job.setClass(MRJobConfig.COMBINE_CLASS_ATTR, WordCount.IntSumReducer.class, Reducer.class);
    job.setClass(MRJobConfig.REDUCE_CLASS_ATTR, WordCount.IntSumReducer.class, Reducer.class);
    return job;
  }

  static java.nio.file.Path text(LocalDirectory directory, long bytes, String corpus)
      throws IOException, InterruptedException {
    String name = "text";
    return bytes == 0
        ? directory.made("corpus-empty", made -> Files.createFile(made.resolve(name))).resolve(name)
        : Corpus.file(directory, bytes, corpus);
  }
}
