package io.corebound.records.config;

import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.Refuse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Settings of a sweep, each as in {@link ClusterFile}; null leaves what the cluster file has. */
public record SweepSettings(
    Integer nodes,
    Integer coresPerNode,
    Integer containersPerNode,
    Double reduceSlots,
    DataSize blockSize,
    Integer replication,
    DataSize taskMemory,
    DataSize taskHeap,
    DataSize sortBuffer,
    Double spillThreshold,
    Integer mergeFactor,
    String mapOutputCodec,
    String mapOutputCollector,
    Integer reduceTasks,
    Double slowStart,
    Double shuffleInputBuffer,
    Double shuffleMergeThreshold,
    Double shuffleSegmentLimit,
    Integer heartbeatMs,
    DataSize memoryPerNode) {

  public SweepSettings {
    AxisKeys.atLeastOneOrNone("nodes", nodes);
    AxisKeys.atLeastOneOrNone("cores_per_node", coresPerNode);
    AxisKeys.atLeastOneOrNone("containers_per_node", containersPerNode);
    requireSlots(reduceSlots, containersPerNode);
    AxisKeys.atLeastOneOrNone("replication", replication);
    requireReduceTasks(reduceTasks);
    AxisKeys.atLeastOneOrNone("heartbeat_ms", heartbeatMs);
    requireMergeFactor(mergeFactor);
    AxisKeys.fractionOrNone("spill_threshold", spillThreshold);
    AxisKeys.fractionOrNone("shuffle_input_buffer", shuffleInputBuffer);
    AxisKeys.fractionOrNone("shuffle_merge_threshold", shuffleMergeThreshold);
    AxisKeys.fractionOrNone("shuffle_segment_limit", shuffleSegmentLimit);
    requireSlowStart(slowStart);
    requireCodec(mapOutputCodec);
    requireCollector(mapOutputCollector);
  }

  /** What settings, as a run's record has them, state for people: {@code map_output_codec none}. */
  public static List<String> stated(JsonNode settings) {
    return settings.properties().stream()
        .filter(s -> !s.getValue().isNull())
        .map(s -> s.getKey() + " " + s.getValue().asString())
        .toList();
  }

  /** What a cluster has, stated or derived. */
  public static SweepSettings of(ClusterFile cluster) {
    return Records.make(SweepSettings.class, Records.components(cluster));
  }

  /** Whether they say what the nodes themselves are. */
  boolean areOfNodes() {
    return nodes != null || coresPerNode != null || memoryPerNode != null;
  }

  ClusterFile over(ClusterFile file) {
    Map<String, Object> stated = Records.components(this);
    stated.values().removeIf(Objects::isNull);
    return Records.with(file, stated);
  }

  /** None is a job of maps alone. */
  static void requireReduceTasks(Integer reduceTasks) {
    Refuse.when(
        reduceTasks != null && reduceTasks < 0, "reduce_tasks is at least 0, not %s", reduceTasks);
  }

  static void requireMergeFactor(Integer mergeFactor) {
    Refuse.when(
        mergeFactor != null && mergeFactor < 2, "merge_factor is at least 2, not %s", mergeFactor);
  }

  static void requireSlowStart(Double slowStart) {
    Refuse.when(
        slowStart != null && !(slowStart >= 0 && slowStart <= 1),
        "slow_start is from 0 to 1, not %s",
        slowStart);
  }

  static void requireCodec(String codec) {
    requireKnown("codec", codec, MapOutputCodec.names());
  }

  static void requireCollector(String collector) {
    requireKnown("collector", collector, MapOutputCollector.names());
  }

  private static void requireKnown(String what, String name, List<String> known) {
    if (name != null && !known.contains(name)) {
      throw new IllegalArgumentException(
          "map_output_%1$s: unknown %1$s '%2$s'%3$s"
              .formatted(what, name, StructuredFiles.nearest(name, known)));
    }
  }

  static void requireSlots(Double ofReduces, Integer containers) {
    Refuse.when(
        ofReduces != null && !(ofReduces >= 0 && ofReduces < 1),
        "reduce_slots is a part of a node's containers, from 0 (none) to below 1, not %s",
        ofReduces);
    Refuse.when(
        ofReduces != null && ofReduces > 0 && containers != null && containers < 2,
        """
        reduce_slots splits a node's containers between maps and reduces: \
        containers_per_node must be at least 2, not %s\
        """,
        containers);
  }
}
