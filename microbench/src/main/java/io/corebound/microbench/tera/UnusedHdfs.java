package io.corebound.microbench.tera;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Paths of an HDFS without a connection. For each record a task asks for the statistics of the file
 * systems with its path's scheme. So the scheme must be that of a job's input and output, and its
 * statistics must have the one thread that works on it.
 */
final class UnusedHdfs {
  private static final String SCHEME = "hdfs";

  private UnusedHdfs() {}

  static Path path(String name) {
    // no name service has to be asked for a numeric address
    return new Path(SCHEME, "127.0.0.1:1", "/" + name);
  }

  /** Changes this thread's statistics as opening a file does. */
  @SuppressWarnings("deprecation") // the only access by scheme and class, in all versions of Hadoop
  static void countAsReader() {
    FileSystem.getStatistics(SCHEME, DistributedFileSystem.class).incrementReadOps(1);
  }
}
