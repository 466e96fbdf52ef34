package io.corebound.cluster.daemons;

/**
 * Which of Hadoop's daemons; the main classes are those of {@code bin/hdfs} and {@code bin/yarn}.
 */
public enum DaemonKind {
  /** HDFS's master. */
  NAME_NODE("namenode", "NameNode", "org.apache.hadoop.hdfs.server.namenode.NameNode"),
  /** HDFS's worker. */
  DATA_NODE("datanode", "DataNode", "org.apache.hadoop.hdfs.server.datanode.DataNode"),
  /** YARN's master. */
  RESOURCE_MANAGER(
      "resourcemanager",
      "ResourceManager",
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager"),
  /** YARN's worker. */
  NODE_MANAGER(
      "nodemanager", "NodeManager", "org.apache.hadoop.yarn.server.nodemanager.NodeManager");

  private final String role;
  private final String title;
  private final String mainClass;

  DaemonKind(String role, String title, String mainClass) {
    this.role = role;
    this.title = title;
    this.mainClass = mainClass;
  }

  /** Its name in records. */
  String role() {
    return role;
  }

  /** Its name for people. */
  String title() {
    return title;
  }

  String mainClass() {
    return mainClass;
  }
}
