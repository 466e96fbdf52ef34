package io.corebound.microbench.task;

import io.corebound.microbench.Collector;
import io.corebound.microbench.Measures;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;

/**
 * What does one of TeraSort's reduce tasks cost as a whole with the merges of {@code
 * levers/collector} in place of Hadoop's? As {@link ReduceTaskBenchmark}, whose figures stand
 * beside these; its shuffle fetches the same map outputs. Left out: as of {@link
 * ReduceTaskBenchmark}.
 */
@Measures(
    value = "task.reduce-prefix",
    question = "What does a whole reduce task cost with the merges of levers/collector?",
    hdfs = true,
    localBytes = 4,
    hdfsBytes = 1)
public class PrefixReduceTaskBenchmark extends ReduceTaskBenchmark {
  private static final String PLUGIN = "io.corebound.collector.PrefixShuffle";

  @Override
  String operation() {
    return "task.reduce-prefix";
  }

  @Override
  JobConf job(Configuration hadoop) {
    // the merges come with the collector, without which no task begins
    Collector.of(Collector.prefix.name());
    JobConf job = super.job(hadoop);
    job.set(MRConfig.SHUFFLE_CONSUMER_PLUGIN, PLUGIN);
    return job;
  }
}
