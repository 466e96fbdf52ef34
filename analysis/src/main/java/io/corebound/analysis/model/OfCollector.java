package io.corebound.analysis.model;

import io.corebound.records.config.MapOutputCollector;
import io.corebound.records.config.WorkloadFile;
import io.corebound.records.format.Records;
import io.corebound.records.run.Measurement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What differs from collector to collector of map output. Rows say theirs by a parameter, and those
 * without it are Hadoop's; here an operation with another one has an id of its own, {@code
 * sort.prefix}.
 */
final class OfCollector {
  private static final String PARAMETER = "collector";

  /** What a collector does within a map task. */
  private static final List<String> PARTS = List.of("sort", "merge");

  private OfCollector() {}

  /** The id of an operation with a collector. */
  static String id(MapOutputCollector collector, String operation) {
    return collector.isOurs() ? operation + "." + collector : operation;
  }

  /** Rows of operations with ids as here. */
  static List<Measurement> named(List<Measurement> rows) {
    return rows.stream().map(OfCollector::named).toList();
  }

  private static Measurement named(Measurement row) {
    String name = row.parameters().get(PARAMETER);
    if (name == null || !MapOutputCollector.names().contains(name)) {
      return row;
    }
    MapOutputCollector collector = MapOutputCollector.valueOf(name);
    Map<String, String> parameters = new TreeMap<>(row.parameters());
    parameters.remove(PARAMETER);
    return Records.with(
        row, Map.of("operation", id(collector, row.operation()), "parameters", parameters));
  }

  /** Whether an operation, by its id with Hadoop's collector, costs something else with another. */
  static boolean concerns(String operation, String mapTask) {
    return PARTS.contains(operation)
        || operation.equals(mapTask)
        || operation.startsWith(mapTask + ".");
  }

  /** What a job with a collector needs of a machine, and what that lacks. */
  static List<String> missing(
      Machine machine, WorkloadFile workload, MapOutputCollector collector) {
    String mapTask = TaskPlanner.mapTask(workload);
    return workload.steps().stream()
        .map(WorkloadFile.Step::operation)
        .filter(o -> concerns(o, mapTask))
        .distinct()
        .filter(o -> !machine.has(id(collector, o)))
        .toList();
  }

  /** Collectors with which a machine can predict a workload's jobs, or cannot. */
  static Stream<MapOutputCollector> all(Machine machine, WorkloadFile workload, boolean known) {
    // maps of a job without reduces collect nothing
    return (workload.mapsOnly()
            ? Stream.<MapOutputCollector>empty()
            : Stream.of(MapOutputCollector.values()))
        .filter(c -> missing(machine, workload, c).isEmpty() == known);
  }

  /** The command that measures what a workload's jobs need with every collector. */
  static String remedy(WorkloadFile workload) {
    return workload.worksOnSample()
        ? "corebound micro --profile %s --workload %s -- -p collector=%s"
            .formatted(
                workload.sampledTasks().profile(),
                workload.sampledTasks().map().replaceFirst("\\.map$", ""),
                String.join(",", MapOutputCollector.names()))
        : "corebound micro --profile collector";
  }
}
