package io.corebound.records.config;

import java.util.List;
import java.util.stream.Stream;

/** What collects, sorts and merges map output, by the names that files use, with its class. */
public enum MapOutputCollector {
  /** Hadoop's own. */
  hadoop("org.apache.hadoop.mapred.MapTask$MapOutputBuffer"),
  /** That of {@code levers/collector}. */
  prefix("io.corebound.collector.PrefixCollector");

  /** The setting that names the class, {@code mapred-default.xml}. */
  public static final String SETTING = "mapreduce.job.map.output.collector.class";

  private final String className;

  MapOutputCollector(String className) {
    this.className = className;
  }

  /** The class's full name. */
  public String className() {
    return className;
  }

  /** Whether tasks need corebound's jar for it. */
  public boolean isOurs() {
    return this != hadoop;
  }

  public static List<String> names() {
    return Stream.of(values()).map(Enum::name).toList();
  }
}
