package io.corebound.analysis.study.score;

import io.corebound.records.history.Ending;
import io.corebound.records.history.Setting;
import io.corebound.records.history.TaskType;
import io.corebound.records.run.CellResult;
import io.corebound.records.units.DataSize;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a measured job did: on which data and tier, and how it was cut into tasks.
 *
 * @param storage empty without a tier, as {@code network}
 * @param settings what decides how a job is cut into tasks and how many run at once, without the
 *     run's paths; empty where only their hash was kept
 * @param settingsHash the same for the same settings
 */
public record Work(
    String workload,
    DataSize data,
    String storage,
    String network,
    long reduces,
    Map<String, String> settings,
    String settingsHash) {
  /** Beside MapReduce's own. */
  private static final Set<String> OTHERS =
      Set.of(
          "dfs.blocksize",
          "dfs.replication",
          Setting.COLLECTOR.key(),
          "yarn.nodemanager.resource-type.map-slots",
          "yarn.nodemanager.resource-type.reduce-slots",
          "yarn.nodemanager.resource.memory-mb",
          "yarn.nodemanager.resource.cpu-vcores");

  /** Of a measured job. */
  public static Work of(CellResult result) {
    Map<String, String> settings = settings(result);
    return new Work(
        result.workload(),
        result.data(),
        result.tier() == null ? "" : result.tier().storage(),
        result.tier() == null ? "" : result.tier().network(),
        result.tasks().stream()
            .filter(t -> t.type() == TaskType.REDUCE && t.state() == Ending.SUCCEEDED)
            .count(),
        settings,
        Integer.toHexString(settings.hashCode()));
  }

  private static Map<String, String> settings(CellResult result) {
    Map<String, String> settings = new TreeMap<>(result.configuration());
    settings
        .entrySet()
        .removeIf(
            e ->
                e.getValue().contains("/")
                    || !e.getKey().startsWith("mapreduce.") && !OTHERS.contains(e.getKey()));
    // older runs have Hadoop's and do not say so
    settings.remove(Setting.COLLECTOR.key(), "org.apache.hadoop.mapred.MapTask$MapOutputBuffer");
    return settings;
  }

  /** Of one run: the same workload, storage and network, and the same settings, whatever data. */
  boolean alike(Work other) {
    return sameTier(other)
        && settingsHash.equals(other.settingsHash)
        // of different settings it may be the same
        && (settings.isEmpty() || other.settings.isEmpty() || settings.equals(other.settings));
  }

  /** The same data, reduces and settings; a setting that is not written down counts as same. */
  boolean same(Work other) {
    return data.equals(other.data)
        && sameTier(other)
        && reduces == other.reduces
        && Stream.concat(settings.keySet().stream(), other.settings.keySet().stream())
            .filter(
                key ->
                    OTHERS.contains(key)
                        || settings.containsKey(key) && other.settings.containsKey(key))
            .allMatch(key -> Objects.equals(settings.get(key), other.settings.get(key)));
  }

  private boolean sameTier(Work other) {
    return workload.equals(other.workload)
        && storage.equals(other.storage)
        && network.equals(other.network);
  }

  boolean onTier() {
    return !storage.isEmpty();
  }
}
