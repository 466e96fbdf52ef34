package io.corebound.analysis.study.compare;

import io.corebound.analysis.Sentences;
import io.corebound.analysis.study.compare.ComparedRun.Figure;
import io.corebound.records.run.State;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.Mean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Two sides beside each other, of one run each or of several.
 *
 * <p>With several runs a side, a run is a sample: that is the only way to see how runs of one
 * setting differ. With one run a side the samples are its forks (of a job, its repetitions), which
 * were all measured in the same hour: a verdict is one on these two runs; and where the two took
 * turns fork by fork, on their settings in that hour.
 *
 * @param a ids of the runs on side A, by date
 * @param together how the two runs were measured
 * @param rows every figure that both sides have, in order of operation and variant
 */
public record RunComparison(
    List<String> a,
    List<String> b,
    Together together,
    Limits limits,
    List<EnvironmentDifference> environment,
    List<Note> notes,
    List<FigureRow> rows,
    List<FigureKey> onlyA,
    List<FigureKey> onlyB) {
  /** How two runs were measured, fork by fork. */
  public enum Together {
    APART,
    IN_TURNS,
    /** Both at once, each on half of the cores: their forks are pairs. */
    AT_ONCE
  }

  /** Of one run, forks that a verdict needs, as published figures do. */
  public static final int FORKS = 5;

  /** Of one run, repetitions of a job that a verdict needs. */
  static final int REPETITIONS = 3;

  /** Of several runs a side, those with the figure that a verdict needs. */
  private static final int RUNS = 2;

  private static final double LEVEL = 1 - Ratio.CONFIDENCE;

  /**
   * Compares.
   *
   * @throws CoreboundException (invalid input) when one side has one run and the other several,
   *     when a run is on both, and when they have no figure in common
   */
  public static RunComparison of(List<ComparedRun> a, List<ComparedRun> b, Limits limits) {
    refuse(a, b);
    Map<FigureKey, List<Figure>> ofA = figures(a);
    Map<FigureKey, List<Figure>> ofB = figures(b);
    List<FigureKey> both = ofA.keySet().stream().filter(ofB::containsKey).toList();
    if (both.isEmpty()) {
      throw Sentences.refusal("compare.nothing-in-common", ids(a), ids(b));
    }
    boolean runs = a.size() > 1;
    Together together = runs ? Together.APART : together(a.get(0), b.get(0));
    List<Judged> judged =
        both.stream()
            .map(k -> Judged.of(k, ofA.get(k), ofB.get(k), together, runs, limits))
            .toList();
    return new RunComparison(
        a.stream().map(ComparedRun::id).toList(),
        b.stream().map(ComparedRun::id).toList(),
        together,
        limits,
        EnvironmentDifference.between(a, b),
        Stream.concat(notes("A", a), notes("B", b)).toList(),
        adjusted(judged, limits),
        ofA.keySet().stream().filter(k -> !ofB.containsKey(k)).toList(),
        ofB.keySet().stream().filter(k -> !ofA.containsKey(k)).toList());
  }

  private static Together together(ComparedRun a, ComparedRun b) {
    if (!a.interleavedWith(b) || !b.interleavedWith(a)) {
      return Together.APART;
    }
    return a.isDuet() ? Together.AT_ONCE : Together.IN_TURNS;
  }

  private static void refuse(List<ComparedRun> a, List<ComparedRun> b) {
    if (a.size() > 1 != b.size() > 1) {
      throw Sentences.refusal("compare.one-against-several");
    }
    List<String> all = new ArrayList<>();
    for (ComparedRun run : Stream.concat(a.stream(), b.stream()).toList()) {
      if (all.contains(run.id())) {
        throw CoreboundException.invalidInput(run.id() + " is named twice; name each run once");
      }
      all.add(run.id());
    }
  }

  private static Stream<Note> notes(String side, List<ComparedRun> runs) {
    List<String> different = EnvironmentDifference.within(runs);
    return Stream.concat(
        runs.stream()
            .map(ComparedRun::manifest)
            .filter(m -> m.state() != State.OK)
            .map(m -> Note.ofRun(side, m)),
        different.isEmpty() ? Stream.empty() : Stream.of(Note.ofSide(side, different)));
  }

  private static String ids(List<ComparedRun> runs) {
    return String.join(", ", runs.stream().map(ComparedRun::id).toList());
  }

  private static Map<FigureKey, List<Figure>> figures(List<ComparedRun> runs) {
    Map<FigureKey, List<Figure>> figures = new TreeMap<>();
    for (ComparedRun run : runs) {
      run.figures().forEach((k, f) -> figures.computeIfAbsent(k, x -> new ArrayList<>()).add(f));
    }
    return figures;
  }

  /** Whether samples are runs; else they are forks and repetitions of one run a side. */
  public boolean ofSeveralRuns() {
    return a.size() > 1;
  }

  /** The figures that differ and are worse by more than the threshold, the worst first. */
  public List<FigureRow> regressions() {
    return rows.stream()
        .filter(FigureRow::regression)
        .sorted(Comparator.comparingDouble(r -> -r.worseBy()))
        .toList();
  }

  /** A figure before it is corrected for the others. */
  private record Judged(FigureKey key, LogMean a, LogMean b, Optional<Ratio> ratio, TooFew tooFew) {

    static Judged of(
        FigureKey key,
        List<Figure> a,
        List<Figure> b,
        Together together,
        boolean runs,
        Limits limits) {
      LogMean left = side(a, runs);
      LogMean right = side(b, runs);
      int least = Math.min(left.n(), right.n());
      Optional<Ratio> ratio =
          least < (runs ? RUNS : Mean.FEWEST_SHOWN)
                  || Double.isNaN(left.variance())
                  || Double.isNaN(right.variance())
              ? Optional.empty()
              : Optional.of(
                  pairs(a.get(0), b.get(0), together)
                      .map(pairs -> Ratio.of(pairs, limits.margin()))
                      .orElseGet(() -> Ratio.of(left, right, limits.margin())));
      return new Judged(key, left, right, ratio, tooFew(key, least, runs, ratio.isPresent()));
    }

    /** Forks that ran beside each other. */
    private static Optional<LogMean> pairs(Figure a, Figure b, Together together) {
      boolean paired =
          together == Together.AT_ONCE
              && a.forks().size() == b.forks().size()
              && !a.forks().isEmpty();
      return paired ? Optional.of(LogMean.ofPairs(a.forks(), b.forks())) : Optional.empty();
    }

    private static LogMean side(List<Figure> figures, boolean runs) {
      return runs
          ? LogMean.of(figures.stream().map(Figure::value).toList())
          : figures.get(0).spread();
    }

    private static TooFew tooFew(FigureKey key, int least, boolean runs, boolean spread) {
      if (runs) {
        return tooFew(TooFew.Samples.RUN, least, RUNS, spread);
      }
      return switch (key.kind()) {
        case ONE_START -> new TooFew(TooFew.Samples.START, 1, RUNS);
        case JOB -> tooFew(TooFew.Samples.REPETITION, least, REPETITIONS, spread);
        case OPERATION -> tooFew(TooFew.Samples.FORK, least, FORKS, spread);
      };
    }

    private static TooFew tooFew(TooFew.Samples samples, int least, int needed, boolean spread) {
      if (least < needed) {
        return new TooFew(samples, least, needed);
      }
      return spread ? null : new TooFew(TooFew.Samples.UNKNOWN_SPREAD, least, needed);
    }

    boolean counts() {
      return tooFew == null;
    }
  }

  private static List<FigureRow> adjusted(List<Judged> all, Limits limits) {
    List<Judged> tested = all.stream().filter(Judged::counts).toList();
    double[] differs =
        Holm.adjust(tested.stream().map(j -> j.ratio().orElseThrow().pDiffers()).toList());
    double[] same = Holm.adjust(tested.stream().map(j -> j.ratio().orElseThrow().pSame()).toList());
    return all.stream()
        .map(
            j -> {
              int at = tested.indexOf(j);
              return at < 0
                  ? row(j, null, Verdict.CANNOT_TELL, limits)
                  : row(j, differs[at], verdict(differs[at], same[at]), limits);
            })
        .toList();
  }

  /** What is surely within the margin does not differ in practice, even where it surely differs. */
  private static Verdict verdict(double differs, double same) {
    if (same < LEVEL / 2) {
      return Verdict.DOES_NOT_DIFFER;
    }
    return differs < LEVEL ? Verdict.DIFFERS : Verdict.CANNOT_TELL;
  }

  private static FigureRow row(Judged j, Double adjustedP, Verdict verdict, Limits limits) {
    FigureRow row =
        new FigureRow(
            j.key(),
            j.a().value(),
            j.b().value(),
            j.a().n(),
            j.b().n(),
            j.b().value() / j.a().value(),
            j.ratio().map(Ratio::low).orElse(null),
            j.ratio().map(Ratio::high).orElse(null),
            adjustedP,
            verdict,
            j.tooFew(),
            false);
    boolean regression = verdict == Verdict.DIFFERS && row.worseBy() > limits.threshold();
    return regression ? row.withRegression(true) : row;
  }
}
