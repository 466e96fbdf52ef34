package io.corebound.analysis.score;

import io.corebound.records.config.MapOutputCollector;
import io.corebound.records.run.CellResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Which measured jobs are of the same kind: tier, and how they are cut into tasks. */
final class SameWork {
  /** Beside MapReduce's own. */
  private static final Set<String> OTHERS =
      Set.of(
          "dfs.blocksize",
          "dfs.replication",
          MapOutputCollector.SETTING,
          "yarn.nodemanager.resource-type.map-slots",
          "yarn.nodemanager.resource-type.reduce-slots",
          "yarn.nodemanager.resource.memory-mb",
          "yarn.nodemanager.resource.cpu-vcores");

  private SameWork() {}

  /** Of one run: the same workload, storage and network, and the same settings, whatever data. */
  static boolean alike(CellResult one, CellResult other) {
    return sameTier(one, other) && settings(one).equals(settings(other));
  }

  /** The same data, reduces and settings; a setting that is not written down counts as same. */
  static boolean same(CellResult one, CellResult other) {
    return one.data().equals(other.data())
        && sameTier(one, other)
        && reduces(one) == reduces(other)
        && agree(settings(one), settings(other));
  }

  private static boolean agree(Map<String, String> one, Map<String, String> other) {
    return Stream.concat(one.keySet().stream(), other.keySet().stream())
        .filter(key -> OTHERS.contains(key) || one.containsKey(key) && other.containsKey(key))
        .allMatch(key -> Objects.equals(one.get(key), other.get(key)));
  }

  private static boolean sameTier(CellResult one, CellResult other) {
    return one.workload().equals(other.workload()) && Objects.equals(tier(one), tier(other));
  }

  private static List<String> tier(CellResult result) {
    return result.tier() == null ? null : List.of(result.tier().storage(), result.tier().network());
  }

  private static long reduces(CellResult result) {
    return result.tasks().stream()
        .filter(t -> t.type().equals("REDUCE") && t.state().equals("SUCCEEDED"))
        .count();
  }

  /** What decides how a job is cut into tasks and how many run at once, without the run's paths. */
  static Map<String, String> settings(CellResult result) {
    Map<String, String> settings = new TreeMap<>(result.configuration());
    settings
        .entrySet()
        .removeIf(
            e ->
                e.getValue().contains("/")
                    || !e.getKey().startsWith("mapreduce.") && !OTHERS.contains(e.getKey()));
    // older runs have Hadoop's and do not say so
    settings.remove(MapOutputCollector.SETTING, MapOutputCollector.hadoop.className());
    return settings;
  }
}
