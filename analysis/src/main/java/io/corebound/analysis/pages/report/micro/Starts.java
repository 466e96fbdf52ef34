package io.corebound.analysis.pages.report.micro;

import io.corebound.analysis.pages.page.Block;
import io.corebound.records.config.LeverFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What starts cost under settings of the containers' JVMs that were measured in turns.
 *
 * @param settings Hadoop's own first
 */
public record Starts(List<Setting> settings) {
  private static final String CONTAINER = "start.container/" + Metric.COLD_COST;

  /**
   * A setting.
   *
   * @param name {@link LeverFile#NONE} or that of a lever
   * @param container core-seconds of an empty task's container
   * @param emptyMapS seconds of an empty map
   * @param masterCoreS core-seconds of the ApplicationMaster before the first map
   * @param containerLess share of the core-seconds of Hadoop's own container that it saves
   */
  public record Setting(
      String name,
      Measurement container,
      Double emptyMapS,
      Double masterCoreS,
      Double containerLess) {}

  static Starts of(List<Measurement> rows) {
    Map<String, Map<String, Measurement>> byName = new LinkedHashMap<>();
    for (Measurement row : rows) {
      if (row.operation().startsWith("start.")) {
        String name = row.parameters().getOrDefault(LeverFile.PARAMETER, LeverFile.NONE);
        byName
            .computeIfAbsent(name, n -> new LinkedHashMap<>())
            .putIfAbsent("%s/%s".formatted(row.operation(), row.metric()), row);
      }
    }
    Map<String, Measurement> without = byName.getOrDefault(LeverFile.NONE, Map.of());
    Measurement own = without.get(CONTAINER);
    return new Starts(
        byName.size() < 2 || own == null
            ? List.of()
            : byName.entrySet().stream()
                .filter(e -> e.getValue().containsKey(CONTAINER))
                .map(e -> setting(e.getKey(), e.getValue(), own))
                .toList());
  }

  private static Setting setting(String name, Map<String, Measurement> rows, Measurement own) {
    Measurement container = rows.get(CONTAINER);
    return new Setting(
        name,
        container,
        value(rows.get("start.container/empty_map_wall")),
        value(rows.get("start.job/" + Metric.SUBMIT_TO_FIRST_MAP_COST)),
        container == own ? null : 1 - container.value() / own.value());
  }

  private static Double value(Measurement row) {
    return row == null ? null : row.value();
  }

  boolean isEmpty() {
    return settings.isEmpty();
  }

  Block table(String id) {
    return MicroSections.SENTENCES.tableOf("starts", id, settings);
  }
}
