package io.corebound.analysis.study.history;

import io.corebound.analysis.study.compare.ComparedRun;
import io.corebound.analysis.study.compare.ComparedRun.Figure;
import io.corebound.analysis.study.compare.EnvironmentDifference;
import io.corebound.analysis.study.compare.FigureKey;
import io.corebound.analysis.study.compare.Holm;
import io.corebound.analysis.study.history.Series.Change;
import io.corebound.analysis.study.history.Series.Point;
import io.corebound.records.run.RunManifest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The runs of one machine, by their time.
 *
 * @param host its name; empty where the runs do not say it
 * @param runs the oldest first
 * @param series every figure of these runs, in order of operation and variant
 * @param newest verdicts on the figures of the newest run, those that are worse first
 */
public record MachineHistory(
    String host, List<Entry> runs, List<Series> series, List<Newest> newest) {

  /** The chance of any false alarm of a history of a machine on which nothing changed. */
  static final double LEVEL = 0.05;

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
   * The newest run's figure beside what is usual.
   *
   * @param adjustedP the chance of such a figure if nothing changed, corrected (Holm)
   * @param worseBy as a share; below zero where it is better
   * @param verdict what it is
   */
  public record Newest(Series series, double adjustedP, double worseBy, Verdict verdict) {
    /** To the middle of the usual range, as a share of it. */
    public double difference() {
      return series.newest() / series.usual().middle() - 1;
    }
  }

  /** What a figure of the newest run is. */
  public enum Verdict {
    /** Worse by more than the threshold, and not by chance. */
    WORSE,
    /** As WORSE, and so was the run before: since then it is another figure. */
    WORSE_TWICE,
    BETTER,
    USUAL
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
      for (Map.Entry<FigureKey, Figure> figure : runs.get(i).figures().entrySet()) {
        points
            .computeIfAbsent(figure.getKey(), k -> new ArrayList<>())
            .add(new Point(i, figure.getValue().value()));
      }
    }
    int tests =
        Math.max(1, points.values().stream().mapToInt(p -> Segments.places(p.size())).sum());
    List<Series> series =
        points.entrySet().stream()
            .map(e -> Series.of(e.getKey(), e.getValue(), runs.size() - 1, LEVEL / tests, tests))
            .map(s -> told(s, threshold))
            .toList();
    return new MachineHistory(host, entries(runs), series, newest(series, threshold));
  }

  private static Series told(Series series, double threshold) {
    List<Change> told =
        series.changes().stream().filter(c -> isLarge(series.worseBy(c), threshold)).toList();
    return new Series(series.key(), series.points(), told, series.usual());
  }

  /** Twice as fast is as large as half as fast. */
  private static boolean isLarge(double worseBy, double threshold) {
    return Math.abs(Math.log1p(worseBy)) > Math.log1p(threshold);
  }

  private static List<Entry> entries(List<ComparedRun> runs) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      ComparedRun run = runs.get(i);
      List<EnvironmentDifference> changed =
          i == 0
              ? List.of()
              : EnvironmentDifference.between(List.of(runs.get(i - 1)), List.of(run)).stream()
                  .filter(d -> !d.setting())
                  .toList();
      entries.add(Entry.of(i + 1, run, changed));
    }
    return List.copyOf(entries);
  }

  private static List<Newest> newest(List<Series> all, double threshold) {
    List<Series> judged = all.stream().filter(s -> s.usual() != null).toList();
    double[] p = Holm.adjust(judged.stream().map(s -> s.usual().p()).toList());
    List<Newest> newest = new ArrayList<>();
    for (int i = 0; i < p.length; i++) {
      Series series = judged.get(i);
      double worseBy = series.worseBy(series.usual().middle(), series.newest());
      newest.add(new Newest(series, p[i], worseBy, verdict(series, p[i], worseBy, threshold)));
    }
    return newest.stream()
        .sorted(
            Comparator.comparing(Newest::verdict)
                .thenComparing(n -> n.verdict() == Verdict.USUAL ? 0 : -Math.abs(n.worseBy())))
        .toList();
  }

  private static Verdict verdict(Series series, double p, double worseBy, double threshold) {
    if (p < LEVEL && isLarge(worseBy, threshold)) {
      return worseBy > 0 ? Verdict.WORSE : Verdict.BETTER;
    }
    boolean twice =
        series.last().filter(c -> c.runsAfter() == 2 && series.worseBy(c) > 0).isPresent();
    return twice ? Verdict.WORSE_TWICE : Verdict.USUAL;
  }

  /** Whether a figure of the newest run is worse than usual. */
  public boolean isWorse() {
    return worse().findAny().isPresent();
  }

  /** Those of the newest run that are worse than usual, the worst first. */
  public Stream<Newest> worse() {
    return newest.stream()
        .filter(n -> n.verdict() == Verdict.WORSE || n.verdict() == Verdict.WORSE_TWICE);
  }
}
