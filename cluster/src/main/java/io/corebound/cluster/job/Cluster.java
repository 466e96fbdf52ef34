package io.corebound.cluster.job;

import io.corebound.hosts.process.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A Hadoop cluster that is ready for jobs; closing it ends every process of it. */
public interface Cluster extends AutoCloseable {
  /**
   * A folder of HDFS that keeps its blocks in memory instead of on a disk. A lab has none, because
   * its blocks lie on its tiers.
   */
  String MEMORY_FOLDER = "/corebound-micro";

  /** Its default file system. */
  URI fileSystem();

  /**
   * The folder of its file system below which jobs may write, as the beginning of a path; empty for
   * everywhere.
   */
  default String home() {
    return "";
  }

  /** The folder of Hadoop's configuration files. */
  Path configuration();

  /**
   * Every Hadoop setting that is not Hadoop's default, by key. Values that differ from node to node
   * are {@code ${…}} of a system property of the node's daemons.
   */
  Map<String, String> settings();

  /** Class path of daemons, clients and tasks, configuration first. */
  String classPath();

  /** JVM flags of a task, in the order in which a task gets them. */
  List<String> taskFlags();

  /**
   * Process ids of the daemons by role, for collectors; by {@code role@node} where the cluster has
   * several nodes.
   */
  Map<String, Long> daemons();

  /** CPU time of every role now. */
  CpuSnapshot cpu();

  /**
   * The first daemon that ended by itself: which, how, and the last line of its log; empty while
   * all are alive.
   */
  Optional<String> firstDeath();

  /**
   * Its nodes for programs beside Hadoop's, the master first, then each worker.
   *
   * @throws UnsupportedOperationException on a cluster that others run
   */
  default List<Node> nodes() {
    throw new UnsupportedOperationException("nothing but jobs can run on this cluster");
  }

  /** A class path that the user of its programs can read: other jars are replaced by copies. */
  default List<String> readable(List<String> classPath) {
    return classPath;
  }

  /**
   * Checks that what runs beside Hadoop's jobs can go on.
   *
   * @param during what that is
   * @throws io.corebound.records.units.CoreboundException (failed) when a daemon has ended, or the
   *     nodes run out of what they share
   */
  default void check(String during) throws InterruptedException {}

  /**
   * Runs a job to its end and fetches its history. Returns when its last container has ended, so
   * that the next job finds the cluster as it was.
   *
   * @return OK or FAILED with a reason
   * @throws io.corebound.records.units.CoreboundException (failed) as soon as a daemon has ended
   */
  JobOutcome run(JobRequest request) throws InterruptedException;

  /**
   * A text file of its file system.
   *
   * @throws io.corebound.records.units.CoreboundException (failed) when it cannot be read
   */
  String readText(String file);

  /** What a file that is written consists of. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException, InterruptedException;
  }

  /**
   * Writes a file of its file system, with the cluster's own block size and replicas, from each of
   * its workers in turn, so that each has an equal part of its blocks.
   *
   * @param bytes of the content, about
   * @param limit of each worker's part
   * @throws io.corebound.records.units.CoreboundException (failed) when it cannot be written
   * @throws UnsupportedOperationException on a cluster that others run
   */
  default void write(String file, long bytes, Content content, Duration limit, Path log)
      throws InterruptedException {
    throw new UnsupportedOperationException("no file can be written to this cluster");
  }

  /** Deletes a folder of its file system with everything in it, if it is there. */
  void delete(String folder);

  /**
   * Writes the dirty pages of its data to the disk and drops them from the page cache, so that the
   * next reads come from the disk. Other data stay in the cache.
   */
  void dropCaches();

  @Override
  void close();
}
