package io.corebound.app.explain;

import java.nio.file.Path;

/**
 * What is to be explained. A null means that the user did not give it.
 *
 * @param history a history file, a folder of them, or with a cluster the id of a job
 * @param node whose costs; null for none
 * @param configuration the job's {@code job.xml}
 * @param cluster that has the job's history: a file of configs/cluster, or a path
 */
public record ExplainRequest(String history, Node node, Path configuration, String cluster) {
  /**
   * A node like those of the job.
   *
   * @param machine a run or a machine file
   * @param base another such whose disk and network the node has; null for the machine's
   * @param cores logical CPUs; null for as many as were measured
   */
  public record Node(String machine, String base, Integer cores) {}
}
