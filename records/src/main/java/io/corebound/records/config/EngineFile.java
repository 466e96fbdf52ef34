package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Refuse;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code configs/engine/<name>.yaml}: a way to run a MapReduce.
 *
 * @param kind {@code hadoop}: the cluster's own; {@code memory}: that of {@code engines/memory},
 *     whose shuffle touches no disk; {@code spark}: Apache Spark, a standalone master and workers
 * @param pattern how map output gets to the reducers: {@code fully-connected} while maps run, or
 *     {@code pairwise} in steps after them
 * @param transport {@code tcp}, or {@code rsocket}, which needs an RDMA device
 * @param api what map and reduce functions are: {@code lean} ones on slices of bytes, or Hadoop's
 *     own classes, {@code hadoop}
 * @param heap of a worker's JVM, or a Spark executor's; null for what all tasks of a node have
 * @param settings Spark's, by key, over its defaults; left out of records where there are none
 */
public record EngineFile(
    String description,
    String kind,
    @JsonInclude(JsonInclude.Include.NON_NULL) String pattern,
    @JsonInclude(JsonInclude.Include.NON_NULL) String transport,
    @JsonInclude(JsonInclude.Include.NON_NULL) String api,
    @JsonInclude(JsonInclude.Include.NON_NULL) DataSize heap,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> settings) {
  public static final String HADOOP = "hadoop";
  public static final String MEMORY = "memory";
  public static final String SPARK = "spark";

  /** Settings of Spark's that an engine makes itself, and those that would undo them. */
  private static final Pattern OURS =
      Pattern.compile(
          """
          (?x) spark\\. (master|driver|executor|cores|task|ui|local|eventLog|authenticate|submit|deploy
            |jars|plugins|worker|history|port|.*([Pp]ort|[Aa]ddress|[Hh]ost|[Dd]ir)) (\\..*)?
          """);

  /** What Spark asks for, half as much again as what it reserves for itself. */
  private static final DataSize LEAST_HEAP = DataSize.ofMebibytes(450);

  private static final String RSOCKET = "rsocket";

  private static final List<String> PATTERNS = List.of("fully-connected", "pairwise");
  private static final List<String> TRANSPORTS = List.of("tcp", RSOCKET);
  private static final List<String> APIS = List.of("lean", "hadoop");

  @JsonCreator
  public EngineFile {
    AxisKeys.text("description", description);
    oneOf("kind", kind, List.of(HADOOP, MEMORY, SPARK));
    if (kind.equals(MEMORY)) {
      oneOf("pattern", pattern, PATTERNS);
      oneOf("transport", transport, TRANSPORTS);
      oneOf("api", api, APIS);
    } else {
      Refuse.when(
          pattern != null || transport != null || api != null,
          "pattern, transport and api are for kind 'memory' only; leave them out");
    }
    Refuse.when(
        heap != null && kind.equals(HADOOP),
        "heap is not for kind 'hadoop', whose tasks have the cluster's task_heap; leave it out");
    Refuse.when(
        settings != null && !settings.isEmpty() && !kind.equals(SPARK),
        "settings are for kind 'spark' only; leave them out");
    settings = settings == null ? Map.of() : requireSettings(settings);
  }

  private static Map<String, String> requireSettings(Map<String, String> settings) {
    settings.forEach(
        (key, value) -> {
          Refuse.when(
              !key.startsWith("spark.") || value == null,
              "settings have keys such as 'spark.serializer', each with a value, not '%s: %s'",
              key,
              value);
          Refuse.when(
              OURS.matcher(key).matches(),
              "settings: corebound decides '%s', as other cores, memory, addresses, ports and folders",
              key);
        });
    return Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  private static void oneOf(String key, String value, List<String> known) {
    AxisKeys.text(key, value);
    if (!known.contains(value)) {
      throw new IllegalArgumentException(
          "%s: unknown %s '%s'%s"
              .formatted(key, key, value, StructuredFiles.nearest(value, known)));
    }
  }

  /** Whether it is the cluster's own way. */
  @JsonIgnore
  public boolean isHadoop() {
    return kind.equals(HADOOP);
  }

  /** Whether its nodes need an RDMA device. */
  public boolean needsRdma() {
    return RSOCKET.equals(transport);
  }

  /**
   * The heap of a worker's JVM on a cluster; refuses more than the node's tasks have, and less than
   * an engine starts with.
   */
  public DataSize heapOn(ClusterFile cluster) {
    DataSize most = new DataSize(cluster.containersPerNode() * cluster.taskHeap().bytes());
    DataSize own = heap == null ? most : heap;
    Refuse.when(
        own.compareTo(most) > 0,
        "heap (%s) is at most what all tasks of a node have (%s): containers_per_node x task_heap",
        own,
        most);
    Refuse.when(
        own.compareTo(LEAST_HEAP) < 0,
        "heap (%s; default: containers_per_node x task_heap) is at least %s",
        own,
        LEAST_HEAP);
    return own;
  }
}
