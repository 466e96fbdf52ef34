package io.corebound.records;

/**
 * {@code configs/cluster/<name>.yaml}: how a cluster is laid out and every Hadoop setting that
 * decides how a job runs on it. Null means: taken from the machine at hand.
 *
 * @param kind {@code local}: real daemons on loopback with plain directories
 * @param nodes worker nodes
 * @param coresPerNode logical CPUs a worker; null for those of this machine
 * @param containersPerNode tasks that run at once on a worker, beside the ApplicationMaster; null
 *     for as many as cores, fewer where memory is short
 * @param blockSize {@code dfs.blocksize}
 * @param replication {@code dfs.replication}
 * @param taskMemory memory of a task's container
 * @param taskHeap {@code -Xmx} of a task's JVM
 * @param sortBuffer {@code mapreduce.task.io.sort.mb}
 * @param spillThreshold {@code mapreduce.map.sort.spill.percent}
 * @param mergeFactor {@code mapreduce.task.io.sort.factor}
 * @param mapOutputCodec {@code snappy} or {@code none}
 * @param reduceTasks reduce tasks of a job; null for as many as containers
 * @param slowStart {@code mapreduce.job.reduce.slowstart.completedmaps}
 * @param shuffleInputBuffer {@code mapreduce.reduce.shuffle.input.buffer.percent}
 * @param shuffleMergeThreshold {@code mapreduce.reduce.shuffle.merge.percent}
 * @param shuffleSegmentLimit {@code mapreduce.reduce.shuffle.memory.limit.percent}
 * @param heartbeatMs heartbeats of NodeManager and ApplicationMaster, and the client's polls; null
 *     for Hadoop's own
 */
public record ClusterFile(
    String kind,
    int nodes,
    Integer coresPerNode,
    Integer containersPerNode,
    DataSize blockSize,
    int replication,
    DataSize taskMemory,
    DataSize taskHeap,
    DataSize sortBuffer,
    double spillThreshold,
    int mergeFactor,
    String mapOutputCodec,
    Integer reduceTasks,
    double slowStart,
    double shuffleInputBuffer,
    double shuffleMergeThreshold,
    double shuffleSegmentLimit,
    Integer heartbeatMs) {

  /** Refuses settings that Hadoop could not work with; the message names the key. */
  public ClusterFile {
    if (!"local".equals(kind)) {
      throw new IllegalArgumentException("kind is 'local', not '" + kind + "'");
    }
    atLeastOne("nodes", nodes);
    atLeastOne("cores_per_node", coresPerNode);
    atLeastOne("containers_per_node", containersPerNode);
    atLeastOne("replication", replication);
    atLeastOne("reduce_tasks", reduceTasks);
    atLeastOne("heartbeat_ms", heartbeatMs);
    if (replication > nodes) {
      throw new IllegalArgumentException(
          "replication is at most nodes (" + nodes + "), not " + replication);
    }
    if (mergeFactor < 2) {
      throw new IllegalArgumentException("merge_factor is at least 2, not " + mergeFactor);
    }
    if (taskHeap.compareTo(taskMemory) >= 0) {
      throw new IllegalArgumentException(
          "task_heap (" + taskHeap + ") is smaller than task_memory (" + taskMemory + ")");
    }
    if (sortBuffer.bytes() * 2 > taskHeap.bytes()) {
      throw new IllegalArgumentException(
          "sort_buffer (" + sortBuffer + ") is at most half of task_heap (" + taskHeap + ")");
    }
    fraction("spill_threshold", spillThreshold);
    fraction("shuffle_input_buffer", shuffleInputBuffer);
    fraction("shuffle_merge_threshold", shuffleMergeThreshold);
    fraction("shuffle_segment_limit", shuffleSegmentLimit);
    if (!(slowStart >= 0 && slowStart <= 1)) {
      throw new IllegalArgumentException("slow_start is from 0 to 1, not " + slowStart);
    }
    if (!java.util.Set.of("snappy", "none").contains(mapOutputCodec)) {
      throw new IllegalArgumentException(
          "map_output_codec is 'snappy' or 'none', not '" + mapOutputCodec + "'");
    }
  }

  private static void atLeastOne(String key, Integer number) {
    if (number != null && number < 1) {
      throw new IllegalArgumentException(key + " is at least 1, not " + number);
    }
  }

  private static void fraction(String key, double number) {
    if (!(number > 0 && number <= 1)) {
      throw new IllegalArgumentException(key + " is above 0 and at most 1, not " + number);
    }
  }

  /** This cluster with what was left to the machine at hand filled in. */
  public ClusterFile on(int cores, DataSize memory) {
    int ownCores = coresPerNode == null ? cores : coresPerNode;
    // daemons, ApplicationMaster and the page cache keep 3 GiB
    long room = (memory.bytes() - (3L << 30)) / taskMemory.bytes();
    int containers =
        containersPerNode == null ? (int) Math.max(1, Math.min(ownCores, room)) : containersPerNode;
    return new ClusterFile(
        kind,
        nodes,
        ownCores,
        containers,
        blockSize,
        replication,
        taskMemory,
        taskHeap,
        sortBuffer,
        spillThreshold,
        mergeFactor,
        mapOutputCodec,
        reduceTasks == null ? containers * nodes : reduceTasks,
        slowStart,
        shuffleInputBuffer,
        shuffleMergeThreshold,
        shuffleSegmentLimit,
        heartbeatMs);
  }
}
