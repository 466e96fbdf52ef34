package io.corebound.microbench.tera;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Paths of an HDFS that nobody connects to. For each record a task asks the statistics of the file
 * systems that have its path's scheme: so the scheme must be that of a job's input and output, of
 * which there is one, and its statistics must hold the one thread that works on it.
 */
final class UnusedHdfs {
  private static final String SCHEME = "hdfs";

  private UnusedHdfs() {}

  static Path path(String name) {
    // no name service has to be asked for a numeric address
    return new Path(SCHEME, "127.0.0.1:1", "/" + name);
  }

  /** Does to this thread's statistics what opening a file does. */
  @SuppressWarnings("deprecation") // the only access by scheme and class, in all versions of Hadoop
  static void countAsReader() {
    FileSystem.getStatistics(SCHEME, DistributedFileSystem.class).incrementReadOps(1);
  }
}
