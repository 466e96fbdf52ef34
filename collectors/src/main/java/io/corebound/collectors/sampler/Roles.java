package io.corebound.collectors.sampler;

import java.util.ArrayList;
import java.util.List;

/**
 * What a process is to a Hadoop job, by its command line. The expressions are POSIX extended ones,
 * for the host's bash; each is matched with the program and its arguments, every one with a blank
 * before it and the class path left out. Where none matches, the variable {@code COREBOUND_ROLE} of
 * its environment counts, else its parent's role.
 */
final class Roles {
  static final String NODE_MANAGER = "nodemanager";

  /** What a NodeManager starts besides the ApplicationMaster and tasks, or what was never seen. */
  static final String CONTAINER = "container";

  static final String COLLECTORS = "collectors";
  static final String KERNEL = "kernel";
  static final String OTHER = "other";

  private static final String SERVER = " org\\.apache\\.hadoop\\.(hdfs|yarn)\\.server\\.";
  private static final String TASK =
      " org\\.apache\\.hadoop\\.mapred\\.YarnChild .* attempt_[0-9]+_[0-9]+_";

  /** Main classes: bin/hdfs, bin/yarn and MRJobConfig of Hadoop 3.5. */
  private static final List<List<String>> PATTERNS =
      List.of(
          List.of("namenode", SERVER + "namenode\\.NameNode( |$)"),
          List.of("datanode", SERVER + "datanode\\.(DataNode|SecureDataNodeStarter)( |$)"),
          List.of("resourcemanager", SERVER + "resourcemanager\\.ResourceManager( |$)"),
          List.of(NODE_MANAGER, SERVER + "nodemanager\\.NodeManager( |$)"),
          List.of(
              "applicationmaster",
              " org\\.apache\\.hadoop\\.mapreduce\\.v2\\.app\\.MRAppMaster( |$)"),
          List.of("map", TASK + "m_"),
          List.of("reduce", TASK + "r_"),
          List.of(
              "spark-executor",
              " org\\.apache\\.spark\\.executor\\.CoarseGrainedExecutorBackend( |$)"),
          List.of("client", " org\\.apache\\.hadoop\\.(util\\.RunJar|examples\\.[A-Za-z.]+)( |$)"),
          List.of(COLLECTORS, " io\\.corebound\\.cli\\.Main( |$)"),
          List.of(COLLECTORS, "^ ([^ ]*/)?(sar|sadc|iostat|pidstat)( |$)"));

  private Roles() {}

  /** Role and expression in turns, in the order in which they are tried. */
  static List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    PATTERNS.forEach(arguments::addAll);
    return arguments;
  }

  /** The role of a child that shows none. */
  static String ofChild(String parent) {
    return parent.equals(NODE_MANAGER) ? CONTAINER : parent;
  }
}
