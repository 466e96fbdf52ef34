package io.corebound.cluster.daemons;

/**
 * Which of Hadoop's daemons; the main classes are those of {@code bin/hdfs} and {@code bin/yarn}.
 */
public enum DaemonKind {
  /** HDFS's master. */
  NAME_NODE("NameNode", "hdfs.server.namenode"),
  /** HDFS's worker. */
  DATA_NODE("DataNode", "hdfs.server.datanode"),
  /** YARN's master. */
  RESOURCE_MANAGER("ResourceManager", "yarn.server.resourcemanager"),
  /** YARN's worker. */
  NODE_MANAGER("NodeManager", "yarn.server.nodemanager");

  private final String title;
  private final String hadoopPackage;

  DaemonKind(String title, String hadoopPackage) {
    this.title = title;
    this.hadoopPackage = hadoopPackage;
  }

  /** Its name in records. */
  String role() {
    return title.toLowerCase(java.util.Locale.ROOT);
  }

  /** Its name for people. */
  String title() {
    return title;
  }

  String mainClass() {
    return "org.apache.hadoop.%s.%s".formatted(hadoopPackage, title);
  }
}
