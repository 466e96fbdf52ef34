package io.corebound.app.run;

import io.corebound.analysis.pages.page.Words;
import io.corebound.hosts.machine.MemoryRoom;
import io.corebound.microbenchrunner.jmh.MicroPlan;
import io.corebound.records.config.ClusterFile;
import io.corebound.records.config.LeverFile;
import io.corebound.records.config.ProfileFile;
import io.corebound.records.format.StructuredFiles;
import io.corebound.records.history.Setting;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.nio.file.Path;
import java.util.Map;

/** What the model's operations are measured with: one task's batch, the settings of its job. */
public final class JobParameters {
  private JobParameters() {}

  /**
   * The cluster with open values filled in from this machine; refuses nodes larger than this
   * machine.
   */
  public static ClusterFile fitted(ClusterFile cluster) {
    int cpus = Runtime.getRuntime().availableProcessors();
    DataSize memory = MemoryRoom.here().total();
    requireHere(cluster, cpus, memory);
    return cluster.on(cpus, memory);
  }

  /** The same from a file, by its name on its axis or its path; messages name the file. */
  public static ClusterFile fitted(Installation installation, String nameOrPath) {
    Path file = installation.configuration("cluster", nameOrPath);
    ClusterFile cluster = StructuredFiles.readYaml(file, ClusterFile.class);
    return Installation.in(file, () -> fitted(installation.levered(cluster)));
  }

  /** Refuses nodes on a machine that is smaller than one of them. */
  static void requireHere(ClusterFile cluster, int cpus, DataSize memory) {
    if (cluster.isExternal()) {
      return;
    }
    Integer cores = cluster.coresPerNode();
    if (cores != null && cores > cpus) {
      throw CoreboundException.invalidInput(
          """
          cores_per_node: the nodes are on this machine, which has %s, not %s; 'corebound \
          plan' predicts larger ones\
          """,
          Words.count(cpus, "logical CPU"), cores);
    }
    DataSize limit = cluster.memoryPerNode();
    if (limit != null && limit.compareTo(memory) > 0) {
      throw CoreboundException.invalidInput(
          "memory_per_node: the nodes are on this machine, which has %s, not %s",
          memory.display(), limit.display());
    }
  }

  public static Map<String, String> of(ProfileFile profile, ClusterFile fitted) {
    int records = profile.batchRecords();
    return Map.of(
        "records", Integer.toString(records),
        "bytes", Long.toString((long) MicroPlan.RECORD_BYTES * records),
        "partitions", fitted.reduceTasks().toString(),
        "sortMib", Long.toString(Math.round(fitted.sortBuffer().mebibytes())),
        "spillPercent", Double.toString(fitted.spillThreshold()),
        "factor", Integer.toString(fitted.mergeFactor()),
        "collector", collector(fitted));
  }

  /** Benchmarks know levers that collect map output by their names. */
  private static String collector(ClusterFile fitted) {
    return fitted.attached().stream()
        .flatMap(lever -> lever.each().stream())
        .filter(lever -> lever.settings().containsKey(Setting.COLLECTOR.key()))
        .map(LeverFile::name)
        .findFirst()
        .orElse(LeverFile.NONE);
  }
}
