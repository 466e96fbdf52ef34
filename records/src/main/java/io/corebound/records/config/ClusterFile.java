package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Refuse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code configs/cluster/<name>.yaml}: how a cluster is laid out and every Hadoop setting that
 * decides how a job runs on it. Null means: taken from the machine at hand.
 *
 * @param kind {@code local}: real daemons on loopback with plain directories; {@code lab}: each
 *     node a network namespace of this machine with its own CPUs, disks and link, for which root is
 *     needed; {@code external}: a cluster that others run, used by its own commands
 * @param coresPerNode logical CPUs a worker; null for those of this machine, which a lab shares out
 *     among its workers
 * @param containersPerNode tasks that run at once on a worker, beside the ApplicationMaster; null
 *     for as many as cores, twice as many where reduces begin before the last map and hold a slot
 *     while they wait for it; where reduces have slots of their own, those beside one for a map on
 *     every core; fewer where memory is short
 * @param containersPerCore the same by core, as 0.5; null where {@code containersPerNode} says it
 * @param reduceSlots part of those that takes reduces only, while the others take maps only, as the
 *     slots of MapReduce before YARN; in whole containers, one at least of each; null or 0 for
 *     Hadoop's own: each takes either
 * @param blockSize {@code dfs.blocksize}
 * @param replication {@code dfs.replication}
 * @param taskHeap {@code -Xmx} of a task's JVM
 * @param sortBuffer {@code mapreduce.task.io.sort.mb}
 * @param spillThreshold {@code mapreduce.map.sort.spill.percent}
 * @param mergeFactor {@code mapreduce.task.io.sort.factor}
 * @param mapOutputCodec one of {@link MapOutputCodec}
 * @param lever that jobs run with; null for Hadoop as it is
 * @param reduceTasks reduce tasks of a job, 0 for one of maps alone; null for as many as
 *     containers, half of them where reduces begin before the last map; as many as their own slots
 *     where they have some
 * @param slowStart {@code mapreduce.job.reduce.slowstart.completedmaps}
 * @param shuffleInputBuffer {@code mapreduce.reduce.shuffle.input.buffer.percent}
 * @param shuffleMergeThreshold {@code mapreduce.reduce.shuffle.merge.percent}
 * @param shuffleSegmentLimit {@code mapreduce.reduce.shuffle.memory.limit.percent}
 * @param heartbeatMs heartbeats of NodeManager and ApplicationMaster, and the client's polls; null
 *     for Hadoop's own
 * @param memoryPerNode memory of a worker of a lab, its daemons, tasks and page cache together;
 *     null for what daemons and tasks need
 * @param external where an external cluster's commands, files and nodes are; null for others
 */
@RecordBuilder
public record ClusterFile(
    String kind,
    int nodes,
    Integer coresPerNode,
    Integer containersPerNode,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double containersPerCore,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double reduceSlots,
    DataSize blockSize,
    int replication,
    DataSize taskMemory,
    DataSize taskHeap,
    DataSize sortBuffer,
    double spillThreshold,
    int mergeFactor,
    String mapOutputCodec,
    @JsonAlias(ClusterFile.COLLECTOR) @JsonInclude(JsonInclude.Include.NON_NULL) LeverFile lever,
    Integer reduceTasks,
    double slowStart,
    double shuffleInputBuffer,
    double shuffleMergeThreshold,
    double shuffleSegmentLimit,
    Integer heartbeatMs,
    @JsonInclude(JsonInclude.Include.NON_NULL) DataSize memoryPerNode,
    @JsonProperty("external") @JsonInclude(JsonInclude.Include.NON_NULL) External external)
    implements ClusterFileBuilder.With {

  /**
   * What a cluster's daemons are started with; equal ones differ only in what goes with each job.
   */
  @JsonIgnore
  public List<Object> ofDaemons() {
    return Arrays.asList(
        kind,
        nodes,
        coresPerNode,
        containersPerNode,
        hasOwnSlots() ? reduceSlots : 0,
        blockSize,
        replication,
        taskMemory,
        heartbeatMs,
        memoryPerNode,
        external);
  }

  /** The components by key that a sweep may state otherwise, in order. */
  static final Map<String, RecordComponent> SETTINGS = settings();

  private static Map<String, RecordComponent> settings() {
    Map<String, RecordComponent> settings = new LinkedHashMap<>();
    for (RecordComponent component : ClusterFile.class.getRecordComponents()) {
      settings.put(Records.column(component), component);
    }
    settings.keySet().removeAll(List.of("kind", "external"));
    return Collections.unmodifiableMap(settings);
  }

  /** How older files and runs call {@code lever}. */
  static final String COLLECTOR = "map_output_collector";

  /** Values by the keys of today. */
  static <T> Map<String, T> renamed(Map<String, T> given) {
    Map<String, T> renamed = new LinkedHashMap<>(given);
    T value = renamed.remove(COLLECTOR);
    Refuse.when(
        value != null && renamed.put(LeverFile.PARAMETER, value) != null,
        "%s is the older name of lever; leave out one of them",
        COLLECTOR);
    return renamed;
  }

  /** The component of a setting; refuses an unknown key. */
  static RecordComponent setting(String key) {
    if (!SETTINGS.containsKey(key)) {
      throw StructuredFiles.unknownKey(key, SETTINGS.keySet());
    }
    return SETTINGS.get(key);
  }

  public static final String LOCAL = "local";

  public static final String LAB = "lab";

  public static final String EXTERNAL = "external";

  /** More would only wait for each other. */
  private static final int MOST_PER_CORE = 64;

  /** Workers whose addresses a lab has beside its master's. */
  private static final int MOST_IN_LAB = 249;

  @JsonCreator
  public ClusterFile {
    AxisKeys.given("kind", kind, "'local', 'lab' or 'external'");
    Refuse.when(
        !Set.of(LOCAL, LAB, EXTERNAL).contains(kind),
        "kind is 'local', 'lab' or 'external', not '%s'",
        kind);
    requireGiven(blockSize, taskMemory, taskHeap, sortBuffer);
    AxisKeys.given(
        "map_output_codec", mapOutputCodec, "one of " + String.join(", ", MapOutputCodec.names()));
    Refuse.when(
        lever != null && lever.name() == null, "lever is the name of a file in configs/lever");
    requireNodes(kind, nodes);
    requireSetting("cores_per_node", coresPerNode);
    requireSetting("containers_per_node", containersPerNode);
    requireSetting("containers_per_core", containersPerCore);
    Refuse.when(
        containersPerNode != null && containersPerCore != null,
        "containers_per_node and containers_per_core say the same; leave out one of them");
    requireSetting("reduce_slots", reduceSlots);
    requireSlots(reduceSlots, containersPerNode);
    requireSetting("replication", replication);
    requireSetting("reduce_tasks", reduceTasks);
    requireSetting("heartbeat_ms", heartbeatMs);
    Refuse.when(
        replication > nodes, "replication is at most nodes (%s), not %s", nodes, replication);
    requireSetting("merge_factor", mergeFactor);
    Refuse.when(
        taskHeap.compareTo(taskMemory) >= 0,
        "task_heap (%s) must be smaller than task_memory (%s)",
        taskHeap,
        taskMemory);
    Refuse.when(
        sortBuffer.bytes() * 2 > taskHeap.bytes(),
        "sort_buffer (%s) must be at most half of task_heap (%s)",
        sortBuffer,
        taskHeap);
    requireSetting("spill_threshold", spillThreshold);
    requireSetting("shuffle_input_buffer", shuffleInputBuffer);
    requireSetting("shuffle_merge_threshold", shuffleMergeThreshold);
    requireSetting("shuffle_segment_limit", shuffleSegmentLimit);
    requireSetting("slow_start", slowStart);
    requireSetting("map_output_codec", mapOutputCodec);
    Refuse.when(
        EXTERNAL.equals(kind) && containersPerCore != null,
        "containers_per_core is for clusters that corebound starts; give containers_per_node");
    requireExternal(kind, nodes, coresPerNode, containersPerNode, external);
    if (EXTERNAL.equals(kind)) {
      refuseOfOurs(memoryPerNode, reduceSlots);
    }
  }

  /** Refuses a value that a setting has on no cluster; null is none. */
  static void requireSetting(String key, Object value) {
    if (value == null) {
      return;
    }
    switch (key) {
      case "nodes", "cores_per_node", "containers_per_node", "replication", "heartbeat_ms" ->
          atLeast(1, key, (Integer) value);
      case "reduce_tasks" -> atLeast(0, key, (Integer) value); // 0 is a job of maps alone
      case "merge_factor" -> atLeast(2, key, (Integer) value);
      case "spill_threshold",
          "shuffle_input_buffer",
          "shuffle_merge_threshold",
          "shuffle_segment_limit" ->
          AxisKeys.fractionOrNone(key, (Double) value);
      case "slow_start" -> {
        double part = (Double) value;
        Refuse.when(!(part >= 0 && part <= 1), "slow_start is from 0 to 1, not %s", part);
      }
      case "containers_per_core" -> {
        double containers = (Double) value;
        Refuse.when(
            !(containers > 0 && containers <= MOST_PER_CORE),
            "containers_per_core is above 0 and at most %s, not %s",
            MOST_PER_CORE,
            containers);
      }
      case "reduce_slots" -> {
        double part = (Double) value;
        Refuse.when(
            !(part >= 0 && part < 1),
            "reduce_slots is a part of a node's containers, from 0 (none) to below 1, not %s",
            part);
      }
      case "map_output_codec" -> requireCodec((String) value);
      default -> {}
    }
  }

  private static void atLeast(int least, String key, int number) {
    Refuse.when(number < least, "%s is at least %s, not %s", key, least, number);
  }

  private static void requireCodec(String name) {
    Refuse.when(
        !MapOutputCodec.names().contains(name),
        "map_output_codec: unknown codec '%s'%s",
        name,
        StructuredFiles.nearest(name, MapOutputCodec.names()));
  }

  static void requireSlots(Double ofReduces, Integer containers) {
    Refuse.when(
        ofReduces != null && ofReduces > 0 && containers != null && containers < 2,
        """
        reduce_slots splits a node's containers between maps and reduces: \
        containers_per_node must be at least 2, not %s\
        """,
        containers);
  }

  private static void refuseOfOurs(DataSize memoryPerNode, Double reduceSlots) {
    Refuse.when(memoryPerNode != null, "memory_per_node is for kind 'lab' only; leave it out");
    Refuse.when(
        reduceSlots != null,
        "reduce_slots is for clusters that corebound starts; leave it out for an external one");
  }

  private static void requireGiven(
      DataSize blockSize, DataSize taskMemory, DataSize taskHeap, DataSize sortBuffer) {
    AxisKeys.given("block_size", blockSize, "such as '128MiB'");
    AxisKeys.given("task_memory", taskMemory, "such as '1024MiB'");
    AxisKeys.given("task_heap", taskHeap, "such as '820MiB'");
    AxisKeys.given("sort_buffer", sortBuffer, "such as '100MiB'");
  }

  private static void requireNodes(String kind, int nodes) {
    AxisKeys.atLeastOne("nodes", nodes);
    Refuse.when(
        LAB.equals(kind) && nodes > MOST_IN_LAB,
        "nodes of a lab are at most %s, not %s",
        MOST_IN_LAB,
        nodes);
  }

  private static void requireExternal(
      String kind, int nodes, Integer coresPerNode, Integer containersPerNode, External external) {
    if (!EXTERNAL.equals(kind)) {
      Refuse.when(external != null, "external is for kind 'external' only, not with '%s'", kind);
      return;
    }
    AxisKeys.given("external", external, "keys that say where the cluster is");
    // this machine is none of its nodes, so that nothing can be taken from it
    AxisKeys.given("cores_per_node", coresPerNode, "the logical CPUs of a worker");
    AxisKeys.given(
        "containers_per_node", containersPerNode, "the tasks that YARN runs at once on a worker");
    Refuse.when(
        external.workers().size() != nodes,
        "external has %s workers, and nodes is %s: name each node, for what is measured there",
        external.workers().size(),
        nodes);
  }

  /**
   * A cluster that others run: its commands, the folder of its file system that is ours, and its
   * nodes. A destination is what the user would give to {@code ssh}.
   *
   * @param configuration folder of Hadoop's configuration files, {@code HADOOP_CONF_DIR} of the
   *     commands, where these run; null for what the commands take by themselves
   * @param queue of YARN, {@code mapreduce.job.queuename}; null for the one that the user gets
   * @param examplesJar path of Hadoop's examples, where the commands run
   * @param workDirectory a folder of the cluster's file system, which is there; nothing outside of
   *     it is written or deleted
   * @param gateway destination where the commands run; null for this machine
   * @param master destination of the node of the NameNode and the ResourceManager, for collectors;
   *     null where it is not sampled
   * @param workers destinations of the workers, for collectors and probes
   * @param dropCaches what a shell of every worker runs before the measured job to drop the page
   *     cache; null: caches stay
   */
  @RecordBuilder
  public record External(
      @JsonInclude(JsonInclude.Include.NON_NULL) String configuration,
      String hadoop,
      String yarn,
      String hdfs,
      String mapred,
      @JsonInclude(JsonInclude.Include.NON_NULL) String queue,
      String examplesJar,
      String workDirectory,
      @JsonInclude(JsonInclude.Include.NON_NULL) String gateway,
      @JsonInclude(JsonInclude.Include.NON_NULL) String master,
      List<String> workers,
      @JsonInclude(JsonInclude.Include.NON_NULL) String dropCaches)
      implements ClusterFileExternalBuilder.With {

    /** What no shell and no file system takes for anything but a name. */
    private static final String FOLDER = "(/[A-Za-z0-9_][A-Za-z0-9_.=@+-]*)+";

    public External {
      if (configuration != null) {
        absolute("configuration", configuration);
      }
      hadoop = commandOr(hadoop, "hadoop");
      yarn = commandOr(yarn, "yarn");
      hdfs = commandOr(hdfs, "hdfs");
      mapred = commandOr(mapred, "mapred");
      Refuse.when(
          queue != null && !queue.matches("[^\\s,$-][^\\s,$]*"),
          "queue is the name of one queue of YARN, not '%s'",
          queue);
      AxisKeys.given("examples_jar", examplesJar, "the path of hadoop-mapreduce-examples.jar");
      absolute("examples_jar", examplesJar);
      AxisKeys.given("work_directory", workDirectory, "such as '/user/me/corebound'");
      Refuse.when(
          !workDirectory.matches(FOLDER),
          """
          work_directory is a folder's absolute path in the cluster's file system, of letters, \
          digits and '_.=@+-', such as '/user/me/corebound', not '%s'\
          """,
          workDirectory);
      if (gateway != null) {
        gateway = destination("gateway", gateway);
      }
      if (master != null) {
        master = destination("master", master);
      }
      AxisKeys.given("workers", workers, "a list of what you give to ssh for each");
      workers = workers.stream().map(worker -> destination("workers", worker)).toList();
      Refuse.when(
          new HashSet<>(workers).size() < workers.size(),
          "workers must name each node once, not %s",
          workers);
      Refuse.when(
          dropCaches != null && dropCaches.isBlank(), "drop_caches is a command, or left out");
    }

    private static void absolute(String key, String path) {
      // it goes into class paths, lists and settings
      Refuse.when(
          !path.matches("/[A-Za-z0-9/._+=@~-]*"),
          """
          %s is an absolute path where the commands run, of letters, digits and '/._+=@~-', \
          not '%s'\
          """,
          key,
          path);
    }

    private static String commandOr(String command, String usual) {
      String given = command == null ? usual : command;
      Refuse.when(
          given.isBlank() || given.matches(".*\\s.*"),
          "%s is one command or its path, not '%s'",
          usual,
          given);
      return given;
    }

    private static String destination(String key, String destination) {
      try {
        return SshDestination.of(destination).name();
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("%s: %s".formatted(key, e.getMessage()), e);
      }
    }
  }

  /** The lever that its jobs run with, which was read; empty for Hadoop as it is. */
  public Optional<LeverFile> attached() {
    Optional<LeverFile> own =
        Optional.ofNullable(lever).filter(l -> !l.name().equals(LeverFile.NONE));
    own.ifPresent(l -> Refuse.when(!l.isRead(), "lever: the file of '%s' was not read", l));
    return own;
  }

  /** The name of its lever. */
  public String leverName() {
    return lever == null ? LeverFile.NONE : lever.name();
  }

  /** Whether its nodes are namespaces of one machine, which they share. */
  @JsonIgnore
  public boolean isLab() {
    return LAB.equals(kind);
  }

  /** Whether others run it. */
  @JsonIgnore
  public boolean isExternal() {
    return EXTERNAL.equals(kind);
  }

  /**
   * A cluster that is only thought of, with these settings, every node a machine; null leaves cores
   * or containers to the machine. Refuses what Hadoop could not work with.
   */
  public ClusterFile planned(int plannedNodes, Integer plannedCores, Integer plannedContainers) {
    return with(
        b ->
            b.kind(LOCAL)
                .nodes(plannedNodes)
                .coresPerNode(plannedCores)
                .containersPerNode(plannedContainers)
                .containersPerCore(plannedContainers == null ? containersPerCore : null)
                .memoryPerNode(null)
                .external(null));
  }

  /** Whether some containers of a worker take reduces only, and the others maps only. */
  public boolean hasOwnSlots() {
    return reduceSlots != null && reduceSlots > 0;
  }

  /** Maps that run at once on a worker, at most. */
  public int mapsAtOnce() {
    return hasOwnSlots() ? containersPerNode - reducesAtOnce() : containersPerNode;
  }

  /** Reduces that run at once on a worker, at most. */
  public int reducesAtOnce() {
    return reducesAmong(containersPerNode);
  }

  private int reducesAmong(int containers) {
    return hasOwnSlots()
        ? Math.min(containers - 1, atLeastOne(containers * reduceSlots))
        : containers;
  }

  private static int atLeastOne(double number) {
    return (int) Math.max(1, Math.round(number));
  }

  /** Memory of a node that daemons, the ApplicationMaster and the page cache keep. */
  public static DataSize memoryBesideTasks() {
    return new DataSize(3L << 30);
  }

  /**
   * This cluster with what was left to the machine filled in; a lab's workers share cores and
   * memory.
   */
  public ClusterFile on(int cores, DataSize memory) {
    int workers = isLab() ? nodes : 1;
    int ownCores = coresPerNode == null ? Math.max(1, cores / workers) : coresPerNode;
    long room = (memory.bytes() - memoryBesideTasks().bytes()) / workers / taskMemory.bytes();
    Integer stated = statedOn(ownCores);
    int containers = stated == null ? containers(ownCores, room) : stated;
    return ofNode(ownCores, containers, reduceTasks == null ? oneWave(containers) : reduceTasks);
  }

  /** Containers that it states for a node of so many cores; null where memory decides, too. */
  public Integer statedOn(int cores) {
    return containersPerCore == null
        ? containersPerNode
        : Integer.valueOf(Math.max(hasOwnSlots() ? 2 : 1, atLeastOne(cores * containersPerCore)));
  }

  /** Reduces that run at once on all workers of so many containers. */
  private int oneWave(int containers) {
    // Hadoop gives reduces at most half of the slots while maps wait for some
    int sharing = !hasOwnSlots() && slowStart < 1 ? 2 : 1;
    long all = (long) reducesAmong(containers) * nodes / sharing;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, all));
  }

  /** This cluster, with nothing left open, on nodes of twice the cores and twice the tasks. */
  public ClusterFile onTwiceTheCores() {
    boolean wave = reduceTasks == oneWave(containersPerNode);
    int containers = 2 * containersPerNode;
    int cores = (int) Math.min(Integer.MAX_VALUE, 2L * coresPerNode);
    return ofNode(cores, containers, wave ? oneWave(containers) : reduceTasks);
  }

  /**
   * This cluster on nodes of fewer cores, each of which runs one task; itself where they have no
   * more.
   */
  public ClusterFile onFewerCores(int cores) {
    if (cores >= coresPerNode) {
      return this;
    }
    int containers = Math.max(hasOwnSlots() ? 2 : 1, Math.min(cores, containersPerNode));
    return ofNode(cores, containers, reduceTasks);
  }

  private ClusterFile ofNode(int cores, int containers, int reduces) {
    return with(
        b ->
            b.coresPerNode(cores)
                .containersPerNode(containers)
                .containersPerCore(null)
                .reduceTasks(reduces));
  }

  /** A map on every core, and the reduces that may run meanwhile. */
  private int containers(int cores, long room) {
    if (hasOwnSlots()) {
      int reduces = atLeastOne(cores * reduceSlots / (1 - reduceSlots));
      return (int) Math.max(2, Math.min((long) cores + reduces, room));
    }
    return (int) Math.max(1, Math.min(slowStart < 1 ? 2L * cores : cores, room));
  }
}
