package io.corebound.analysis.study.history;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.EnvironmentDifference;
import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.analysis.study.compare.Holm;
import io.corebound.analysis.study.history.ChangedRun.ChangedFigure;
import io.corebound.analysis.study.history.Newest.Judged;
import io.corebound.analysis.study.history.Series.Point;
import io.corebound.records.run.RunManifest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The runs of one machine, by their time.
 *
 * @param host its name; empty where the runs do not say it
 * @param runs the oldest first
 * @param series every figure of these runs, in order of operation and variant
 * @param changes runs from which on figures are others, the oldest first
 * @param newest the figures of the newest run, those that are worse first
 * @param lacking figures of earlier runs that the newest lacks
 */
public record MachineHistory(
    String host,
    List<Entry> runs,
    List<Series> series,
    List<ChangedRun> changes,
    List<Newest> newest,
    int lacking) {

  /** The chance of any false alarm where nothing changed. */
  static final double LEVEL = 0.05;

  /** What differs only where runs of all hosts are taken for one machine's. */
  private static final String HOST = "host";

  /**
   * A run.
   *
   * @param number from 1 on
   * @param tags the user's
   * @param software versions by name: of corebound, the JDK, Hadoop and the kernel
   * @param changed what of machine and software is not as in the run before
   */
  public record Entry(
      int number,
      String id,
      Instant at,
      Map<String, String> tags,
      Map<String, String> software,
      List<EnvironmentDifference> changed) {
    private static Entry of(int number, ComparedRun run, List<EnvironmentDifference> changed) {
      RunManifest manifest = run.manifest();
      Map<String, String> software = new LinkedHashMap<>();
      software.put("corebound", manifest.coreboundVersion() + ", commit " + manifest.commit());
      run.environment()
          .ifPresent(
              e -> {
                software.put("jdk", e.jdk());
                software.put("hadoop", e.hadoop());
                software.put("kernel", e.kernel());
              });
      return new Entry(number, run.id(), manifest.startedAt(), manifest.tags(), software, changed);
    }
  }

  /**
   * Puts runs of a machine in order and judges them.
   *
   * @param threshold as a share: smaller changes are not told
   */
  static MachineHistory of(String host, List<ComparedRun> all, double threshold) {
    List<ComparedRun> runs =
        all.stream()
            .sorted(
                Comparator.comparing((ComparedRun r) -> r.manifest().startedAt())
                    .thenComparing(ComparedRun::id))
            .toList();
    Map<FigureKey, List<Point>> points = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      int number = i + 1;
      runs.get(i)
          .figures()
          .forEach(
              (key, figure) ->
                  points
                      .computeIfAbsent(key, k -> new ArrayList<>())
                      .add(new Point(number, figure.value())));
    }
    int tests =
        Math.max(1, points.values().stream().mapToInt(p -> Segments.places(p.size())).sum());
    Series.Rule rule = new Series.Rule(LEVEL / tests, tests, threshold);
    List<Series> series =
        points.entrySet().stream().map(e -> Series.of(e.getKey(), e.getValue(), rule)).toList();
    List<Series> present = series.stream().filter(s -> s.last().run() == runs.size()).toList();
    return new MachineHistory(
        host,
        entries(runs),
        series,
        changes(runs, series),
        newest(present, rule),
        series.size() - present.size());
  }

  private static List<Entry> entries(List<ComparedRun> runs) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      List<EnvironmentDifference> changed =
          i == 0 ? List.of() : machine(between(runs.get(i - 1), runs.get(i)));
      entries.add(Entry.of(i + 1, runs.get(i), changed));
    }
    return List.copyOf(entries);
  }

  private static List<EnvironmentDifference> between(ComparedRun before, ComparedRun after) {
    return EnvironmentDifference.between(List.of(before), List.of(after)).stream()
        .filter(d -> !d.name().equals(HOST) && !d.isTag())
        .toList();
  }

  /** Without what is a setting of the run. */
  private static List<EnvironmentDifference> machine(List<EnvironmentDifference> all) {
    return all.stream().filter(d -> !d.setting()).toList();
  }

  private static List<ChangedRun> changes(List<ComparedRun> runs, List<Series> all) {
    Map<Integer, List<ChangedFigure>> byRun = new TreeMap<>();
    for (Series series : all) {
      for (Series.Change change : series.changes()) {
        byRun
            .computeIfAbsent(change.run(), r -> new ArrayList<>())
            .add(new ChangedFigure(series.key(), change, series.isWorse(change)));
      }
    }
    List<ChangedRun> changes = new ArrayList<>();
    byRun.forEach(
        (number, figures) -> {
          figures.sort(Comparator.comparingDouble(f -> -f.size()));
          ComparedRun run = runs.get(number - 1);
          ComparedRun before = runs.get(figures.get(0).change().previous() - 1);
          List<EnvironmentDifference> different = between(before, run);
          List<EnvironmentDifference> changed = machine(different);
          long of =
              all.stream()
                  .filter(s -> s.points().get(0).run() < number && s.last().run() >= number)
                  .count();
          changes.add(
              new ChangedRun(
                  number,
                  List.copyOf(figures),
                  (int) of,
                  changed,
                  different.size() - changed.size()));
        });
    return List.copyOf(changes);
  }

  private static List<Newest> newest(List<Series> present, Series.Rule rule) {
    List<Judged> all = present.stream().map(s -> Judged.of(s, rule)).toList();
    List<Judged> tested = all.stream().filter(j -> j.usual() != null).toList();
    double[] p = Holm.adjust(tested.stream().map(j -> j.usual().p()).toList());
    return all.stream()
        .map(
            j -> {
              int at = tested.indexOf(j);
              return j.corrected(at < 0 ? null : p[at], rule.threshold());
            })
        .sorted(
            Comparator.comparing((Newest n) -> !n.isWorse())
                .thenComparing(n -> n.verdict() != Newest.Verdict.BETTER)
                .thenComparingDouble(n -> n.verdict() == Newest.Verdict.USUAL ? 0 : -n.size()))
        .toList();
  }

  /** The figure of the newest run that is worse than usual by most. */
  public Optional<Newest> worst() {
    return newest.stream().filter(Newest::isWorse).findFirst();
  }
}
