package io.corebound.engines;

import java.util.Map;

/** A way to run MapReduce jobs on the nodes of a cluster, on files of its HDFS. */
public interface Engine {
  /**
   * Runs a job to its end. What it starts for the job has ended when it returns or throws, and has
   * left nothing but the output and what lies in the job's folder.
   *
   * @return OK or FAILED with a reason
   * @throws io.corebound.records.units.CoreboundException (failed) as soon as a process that it
   *     needs has ended
   */
  EngineRun run(EngineJob job) throws InterruptedException;

  /** Ids of its processes now by role, as {@code role@node}. */
  Map<String, Long> processes();
}
