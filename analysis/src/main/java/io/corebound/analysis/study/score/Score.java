package io.corebound.analysis.study.score;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The score of a run's predictions, over the cells that count; where none does, over all, and then
 * it is no score.
 *
 * @param notScored why each other one cannot
 * @param problems predictions that are not what was frozen
 * @param fixedOnly the first naive predictor: the fixed cost alone
 * @param scaled the second naive predictor: a smaller cell scaled
 * @param oursWhereScaled ours over the cells that have that
 * @param unseen whether the repository had any of its cells at the commit of the model
 */
@RecordBuilder
public record Score(
    String run,
    boolean scored,
    List<CellScore> cells,
    List<Remark> notScored,
    List<Remark> problems,
    Map<String, Errors> byInterval,
    Errors fixedOnly,
    Errors scaled,
    Errors oursWhereScaled,
    Coverage timeCoverage,
    Coverage coreCoverage,
    MachineSpeed machineSpeed,
    Unseen unseen)
    implements ScoreBuilder.With {
  /** What the median error is meant to be at most, in percent. */
  public static final double MEDIAN_AIM = 5;

  /** What the worst error is meant to be at most, in percent. */
  public static final double WORST_AIM = 10;

  /** Scores a run, of whose cells {@code unseen} says which nobody could know. */
  public static Score of(ScoredRun run, Unseen unseen) {
    List<CellScore> cells =
        run.cells().stream()
            .filter(ScoredJob::comparable)
            .map(c -> CellScore.of(c, run.cells(), unseen))
            .toList();
    boolean scored = cells.stream().anyMatch(CellScore::counts);
    List<CellScore> counted = cells.stream().filter(c -> c.counts() || !scored).toList();
    List<CellScore> scaled = counted.stream().filter(c -> c.scaled() != null).toList();
    return new Score(
        run.id(),
        scored,
        cells,
        notScored(run),
        run.problems(),
        byInterval(counted),
        naive(counted, CellScore::fixedOnly),
        naive(scaled, CellScore::scaled),
        whole(scaled),
        coverage(
            counted,
            IntervalScore::predictedLowS,
            IntervalScore::predictedHighS,
            IntervalScore::measuredS),
        coverage(
            counted,
            IntervalScore::predictedCoreLowS,
            IntervalScore::predictedCoreHighS,
            IntervalScore::measuredCoreS),
        MachineSpeed.of(of(counted, run)),
        unseen);
  }

  /** The cells that the figures are over: those that count, or all where none does. */
  public List<CellScore> counted() {
    return cells.stream().filter(c -> c.counts() || !scored).toList();
  }

  /** Whether median and worst error of the whole job are within the aims. */
  public static boolean aimMet(ErrorSummary errors) {
    return errors.medianPercent() != null
        && errors.medianPercent() <= MEDIAN_AIM
        && errors.worstPercent() <= WORST_AIM;
  }

  private static List<ScoredJob> of(List<CellScore> scores, ScoredRun run) {
    Set<String> names = scores.stream().map(CellScore::cell).collect(Collectors.toSet());
    return run.cells().stream().filter(c -> names.contains(c.name())).toList();
  }

  private static List<Remark> notScored(ScoredRun run) {
    List<Remark> remarks = new ArrayList<>();
    for (ScoredJob cell : run.cells()) {
      if (!cell.comparable()) {
        Remark.Kind missing =
            cell.forecast() == null ? Remark.Kind.NO_PREDICTION : Remark.Kind.NO_JOB;
        remarks.add(Remark.of(missing, cell.name()));
      }
      remarks.addAll(cell.others());
    }
    remarks.addAll(run.leftOut());
    return remarks;
  }

  /** Of the whole job. */
  public Errors total() {
    return byInterval.getOrDefault(IntervalScore.TOTAL, whole(List.of()));
  }

  private static Map<String, Errors> byInterval(List<CellScore> cells) {
    Map<String, Errors> byInterval = new LinkedHashMap<>();
    cells.stream()
        .flatMap(c -> c.intervals().stream())
        .map(IntervalScore::interval)
        .forEach(name -> byInterval.computeIfAbsent(name, n -> errors(cells, c -> c.of(n))));
    return byInterval;
  }

  private static Errors whole(List<CellScore> cells) {
    return errors(cells, c -> Optional.of(c.total()));
  }

  private static Errors naive(List<CellScore> cells, Function<CellScore, CellScore.Naive> by) {
    return new Errors(
        summary(cells, c -> by.apply(c).timeErrorPercent()),
        summary(cells, c -> by.apply(c).coreErrorPercent()));
  }

  private static Errors errors(
      List<CellScore> cells, Function<CellScore, Optional<IntervalScore>> of) {
    return new Errors(
        summary(cells, c -> of.apply(c).map(IntervalScore::timeErrorPercent).orElse(null)),
        summary(cells, c -> of.apply(c).map(IntervalScore::coreErrorPercent).orElse(null)));
  }

  private static ErrorSummary summary(List<CellScore> cells, Function<CellScore, Double> error) {
    return ErrorSummary.of(
        cells.stream()
            .filter(c -> error.apply(c) != null)
            .map(c -> Map.entry(c.cell(), error.apply(c)))
            .toList());
  }

  private static Coverage coverage(
      List<CellScore> cells,
      Function<IntervalScore, Double> low,
      Function<IntervalScore, Double> high,
      Function<IntervalScore, Double> measured) {
    List<IntervalScore> known =
        cells.stream()
            .map(CellScore::total)
            .filter(t -> low.apply(t) != null && high.apply(t) != null && measured.apply(t) != null)
            .toList();
    int within =
        (int)
            known.stream()
                .filter(
                    t -> low.apply(t) <= measured.apply(t) && measured.apply(t) <= high.apply(t))
                .count();
    return Coverage.of(within, known.size());
  }
}
