package io.corebound.microbench;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * What collects, sorts and merges a map task's output: Hadoop's own, or that of {@code
 * levers/collector}, whose jar is on the class path then.
 */
public enum Collector {
  hadoop(MapTask.MapOutputBuffer.class.getName()),
  prefix("io.corebound.collector.PrefixCollector");

  private final String className;

  Collector(String className) {
    this.className = className;
  }

  /** Of a benchmark's parameter; refuses an unknown name, and a class that is not there. */
  public static Collector of(String name) {
    for (Collector collector : values()) {
      if (collector.name().equals(name)) {
        collector.requireClass();
        return collector;
      }
    }
    throw new OneLineException(
        String.format("collector: '%s' is neither %s nor %s", name, hadoop, prefix));
  }

  private void requireClass() {
    try {
      Class.forName(className, false, Collector.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new OneLineException(
          String.format(
              "collector: %s is not on the class path; add the jar of levers/collector",
              className));
    }
  }

  /** Lets a job's maps use it, and no other one in its place. */
  public void useIn(Configuration job) {
    job.set(MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, className);
  }

  /** A new one, as a map task makes it. */
  @SuppressWarnings("unchecked") // the job's keys and values decide
  public <K, V> MapOutputCollector<K, V> open(JobConf job) throws ClassNotFoundException {
    return (MapOutputCollector<K, V>)
        ReflectionUtils.newInstance(job.getClassByName(className), job);
  }
}
