package io.corebound.cluster.job;

import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.MapOutputCodec;
import io.corebound.records.history.Setting;
import io.corebound.records.units.DataSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The MapReduce settings of a job ({@code mapred-default.xml}) that make it run as a cluster file
 * says, on any cluster.
 */
public final class JobSettings {
  /** Key of the JVM flags of a job's ApplicationMaster. */
  public static final String MASTER_FLAGS = "yarn.app.mapreduce.am.command-opts";

  /** Key of its heartbeats to the ResourceManager; where set, the NodeManagers' are the same. */
  public static final String MASTER_HEARTBEAT =
      "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms";

  /** Key of the memory of its container. */
  public static final String MASTER_MEMORY = "yarn.app.mapreduce.am.resource.mb";

  /** The resources of which a map and a reduce take one, where nodes have slots for either. */
  public static final String MAP_SLOTS = "map-slots";

  public static final String REDUCE_SLOTS = "reduce-slots";

  private static final String MAP_FLAGS = "mapreduce.map.java.opts";
  private static final String REDUCE_FLAGS = "mapreduce.reduce.java.opts";

  static final String MAP_MEMORY = "mapreduce.map.memory.mb";
  static final String REDUCE_MEMORY = "mapreduce.reduce.memory.mb";

  /** Whether the tasks of a small job run in its ApplicationMaster. */
  static final String UBER = "mapreduce.job.ubertask.enable";

  static final String UBER_BYTES = "mapreduce.job.ubertask.maxbytes";

  private JobSettings() {}

  public static Map<String, String> of(ClusterFile cluster) {
    Map<String, String> s = new LinkedHashMap<>();
    String memory = mebibytes(cluster.taskMemory());
    s.put(MAP_MEMORY, memory);
    s.put(REDUCE_MEMORY, memory);
    List<String> ofContainers = new ArrayList<>(taskFlags(cluster));
    cluster.attached().map(LeverFile::containerFlags).ifPresent(ofContainers::addAll);
    String flags = String.join(" ", ofContainers);
    s.put(MAP_FLAGS, flags);
    s.put(REDUCE_FLAGS, flags);
    s.put("mapreduce.map.speculative", "false");
    s.put("mapreduce.reduce.speculative", "false");
    s.put(UBER, "false");
    if (cluster.hasOwnSlots()) {
      s.put("mapreduce.map.resource." + MAP_SLOTS, "1");
      s.put("mapreduce.reduce.resource." + REDUCE_SLOTS, "1");
      // maps would wait behind a reduce that is asked for and has no slot
      s.put(
          "mapreduce.job.running.reduce.limit",
          Integer.toString(cluster.nodes() * cluster.reducesAtOnce()));
    }
    s.put("mapreduce.job.reduces", cluster.reduceTasks().toString());
    s.put("mapreduce.job.reduce.slowstart.completedmaps", Double.toString(cluster.slowStart()));
    s.put("mapreduce.task.io.sort.mb", mebibytes(cluster.sortBuffer()));
    s.put("mapreduce.map.sort.spill.percent", Double.toString(cluster.spillThreshold()));
    s.put("mapreduce.task.io.sort.factor", Integer.toString(cluster.mergeFactor()));
    Optional<String> codec = MapOutputCodec.valueOf(cluster.mapOutputCodec()).hadoopClass();
    s.put("mapreduce.map.output.compress", Boolean.toString(codec.isPresent()));
    codec.ifPresent(c -> s.put("mapreduce.map.output.compress.codec", c));
    // none to fall back to: a job that was measured with another one would say nothing of this
    s.put(Setting.COLLECTOR.key(), "org.apache.hadoop.mapred.MapTask$MapOutputBuffer");
    s.put(
        "mapreduce.reduce.shuffle.input.buffer.percent",
        Double.toString(cluster.shuffleInputBuffer()));
    s.put(
        "mapreduce.reduce.shuffle.merge.percent", Double.toString(cluster.shuffleMergeThreshold()));
    s.put(
        "mapreduce.reduce.shuffle.memory.limit.percent",
        Double.toString(cluster.shuffleSegmentLimit()));
    // TeraSort's own default, stated because it decides whether the reduce ends on the disk
    s.put("mapreduce.terasort.final.sync", "true");
    if (cluster.heartbeatMs() != null) {
      String interval = cluster.heartbeatMs().toString();
      s.put(MASTER_HEARTBEAT, interval);
      s.put("mapreduce.client.progressmonitor.pollinterval", interval);
      s.put("mapreduce.client.completion.pollinterval", interval);
    }
    cluster.attached().map(LeverFile::settings).ifPresent(s::putAll);
    return s;
  }

  /** JVM flags of a task: how large its heap is, and those of a lever. */
  public static List<String> taskFlags(ClusterFile cluster) {
    List<String> flags = new ArrayList<>(List.of("-Xmx" + mebibytes(cluster.taskHeap()) + "m"));
    cluster.attached().map(LeverFile::taskFlags).ifPresent(flags::addAll);
    return flags;
  }

  /**
   * The JVM flags of a cluster's containers with more behind them.
   *
   * @param settings of the cluster
   * @param tasks flags of maps and reduces
   * @param master flags of the ApplicationMaster
   */
  public static Map<String, String> containerFlags(
      Map<String, String> settings, List<String> tasks, List<String> master) {
    Map<String, String> s = new LinkedHashMap<>();
    s.put(MAP_FLAGS, joined(settings.get(MAP_FLAGS), tasks));
    s.put(REDUCE_FLAGS, joined(settings.get(REDUCE_FLAGS), tasks));
    s.put(MASTER_FLAGS, joined(settings.get(MASTER_FLAGS), master));
    return s;
  }

  private static String joined(String flags, List<String> more) {
    List<String> all = new ArrayList<>(List.of(flags));
    all.addAll(more);
    return String.join(" ", all);
  }

  private static String mebibytes(DataSize size) {
    return Long.toString(size.bytes() >> 20);
  }
}
