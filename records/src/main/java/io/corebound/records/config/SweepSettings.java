package io.corebound.records.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.corebound.records.format.Records;
import io.corebound.records.format.StructuredFiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An overlay over a cluster file: some of its settings.
 *
 * @param stated value by key of {@link ClusterFile}, in that one's order
 */
public record SweepSettings(@JsonValue Map<String, Object> stated) {
  static final SweepSettings NONE = new SweepSettings(Map.of());

  /** Those that say what the nodes themselves are. */
  static final Set<String> OF_NODES = Set.of("nodes", "cores_per_node", "memory_per_node");

  private static final Set<String> CONTAINERS =
      Set.of("containers_per_node", "containers_per_core");

  /**
   * Refuses unknown keys, and values that no cluster has; an empty one, as older runs have, is
   * none.
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public SweepSettings {
    Map<String, Object> given = ClusterFile.renamed(stated);
    given.keySet().forEach(ClusterFile::setting);
    Map<String, Object> inOrder = new LinkedHashMap<>();
    ClusterFile.SETTINGS.forEach(
        (key, component) -> {
          Object value = StructuredFiles.value(key, given.get(key), component.getType());
          ClusterFile.requireSetting(key, value);
          if (value != null) {
            inOrder.put(key, value);
          }
        });
    ClusterFile.requireSlots(
        (Double) inOrder.get("reduce_slots"), (Integer) inOrder.get("containers_per_node"));
    stated = Collections.unmodifiableMap(inOrder);
  }

  /** What settings, as a run's record has them, state for people: {@code map_output_codec none}. */
  public static List<String> stated(JsonNode settings) {
    return settings.properties().stream()
        .filter(s -> !s.getValue().isNull())
        .map(s -> s.getKey() + " " + word(s.getValue()))
        .toList();
  }

  /** A setting's value for people; a lever's is its name. */
  public static String word(JsonNode value) {
    return value.isObject() ? value.path("name").asString() : value.asString();
  }

  /** What a cluster has, stated or derived. */
  public static SweepSettings of(ClusterFile cluster) {
    Map<String, Object> all = Records.byColumn(cluster);
    all.keySet().retainAll(ClusterFile.SETTINGS.keySet());
    return new SweepSettings(all);
  }

  /** Whether they say what the nodes themselves are. */
  boolean areOfNodes() {
    return !Collections.disjoint(stated.keySet(), OF_NODES);
  }

  /** The same with one more. */
  SweepSettings with(String key, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(stated);
    more.put(key, value);
    return new SweepSettings(more);
  }

  ClusterFile over(ClusterFile file) {
    Map<String, Object> changed = Records.components(file);
    // either says how many there are
    if (!Collections.disjoint(stated.keySet(), CONTAINERS)) {
      CONTAINERS.forEach(key -> changed.put(ClusterFile.setting(key).getName(), null));
    }
    stated.forEach((key, value) -> changed.put(ClusterFile.setting(key).getName(), value));
    return Records.make(ClusterFile.class, changed);
  }
}
