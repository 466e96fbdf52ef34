package io.corebound.analysis.validate;

import io.corebound.records.CellResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A naive prediction: the largest smaller cell of the same storage, network and Hadoop's settings,
 * its measured figures times the ratio of the data.
 *
 * @param of the smaller cell
 * @param timeS seconds
 * @param coreS core-seconds; NaN where they were not measured
 */
record ScaledCell(String of, double timeS, double coreS) {

  /** Beside MapReduce's own. */
  private static final Set<String> OTHERS =
      Set.of(
          "dfs.blocksize",
          "dfs.replication",
          "yarn.nodemanager.resource-type.map-slots",
          "yarn.nodemanager.resource-type.reduce-slots",
          "yarn.nodemanager.resource.memory-mb",
          "yarn.nodemanager.resource.cpu-vcores");

  static Optional<ScaledCell> of(ScoredRun.Cell cell, List<ScoredRun.Cell> others) {
    CellResult own = cell.repetitions().get(0);
    return others.stream()
        .filter(o -> !o.repetitions().isEmpty())
        .filter(o -> bytes(o) < bytes(cell) && alike(own, o.repetitions().get(0)))
        .max(Comparator.comparingLong(ScaledCell::bytes))
        .map(o -> scaled(o, (double) bytes(cell) / bytes(o)));
  }

  private static ScaledCell scaled(ScoredRun.Cell smaller, double factor) {
    Double coreS = Medians.of(smaller.repetitions().stream().map(CellScore::coreS).toList());
    return new ScaledCell(
        smaller.name(),
        factor * Medians.of(smaller.repetitions().stream().map(CellScore::elapsedS).toList()),
        coreS == null ? Double.NaN : factor * coreS);
  }

  private static long bytes(ScoredRun.Cell cell) {
    return cell.repetitions().get(0).data().bytes();
  }

  private static boolean alike(CellResult one, CellResult other) {
    return one.workload().equals(other.workload())
        && Objects.equals(tier(one), tier(other))
        && settings(one).equals(settings(other));
  }

  private static List<String> tier(CellResult result) {
    return result.tier() == null ? null : List.of(result.tier().storage(), result.tier().network());
  }

  /** What decides how a job is cut into tasks and how many run at once, without the run's paths. */
  private static Map<String, String> settings(CellResult result) {
    Map<String, String> settings = new TreeMap<>(result.configuration());
    settings
        .entrySet()
        .removeIf(
            e ->
                e.getValue().contains("/")
                    || !e.getKey().startsWith("mapreduce.") && !OTHERS.contains(e.getKey()));
    return settings;
  }
}
