package io.corebound.analysis.validate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The score of a run's predictions, over the cells that count; where none does, over all, and then
 * it is no score.
 *
 * @param run the run's id; those of several, parted by {@code +}
 * @param scored whether at least one cell counts
 * @param cells every cell that has a prediction and a measured job
 * @param notScored why each other cell is not among them, a sentence each
 * @param problems predictions that are not what was frozen before their job, a sentence each
 * @param time errors of the elapsed time by interval, the whole job as {@code total}
 * @param core errors of the core-seconds by interval
 * @param fixedOnlyTime errors of the first naive predictor in elapsed time: fixed cost only
 * @param fixedOnlyCore and in core-seconds
 * @param beforehandTime errors of what was predicted before the run's first job in elapsed time,
 *     where ours are at the machine's speed before each job; else of no cell
 * @param beforehandCore and in core-seconds
 * @param scaledTime errors of the second in elapsed time: a smaller cell scaled
 * @param scaledCore and in core-seconds
 * @param oursWhereScaledTime our own, over the same cells as the second naive predictor
 * @param oursWhereScaledCore and in core-seconds
 * @param timeCoverage how often the elapsed time lay in its 90 % interval
 * @param coreCoverage how often the core-seconds did
 * @param machineSpeed whether the machine stayed as fast as it was
 * @param unseen whether the repository had any of its cells at the commit of the model
 */
public record Score(
    String run,
    boolean scored,
    List<CellScore> cells,
    List<String> notScored,
    List<String> problems,
    Map<String, ErrorSummary> time,
    Map<String, ErrorSummary> core,
    ErrorSummary fixedOnlyTime,
    ErrorSummary fixedOnlyCore,
    ErrorSummary beforehandTime,
    ErrorSummary beforehandCore,
    ErrorSummary scaledTime,
    ErrorSummary scaledCore,
    ErrorSummary oursWhereScaledTime,
    ErrorSummary oursWhereScaledCore,
    Coverage timeCoverage,
    Coverage coreCoverage,
    MachineSpeed machineSpeed,
    Unseen unseen) {
  /** What the median error is meant to be at most, in percent. */
  public static final double MEDIAN_AIM = 5;

  /** What the worst error is meant to be at most, in percent. */
  public static final double WORST_AIM = 10;

  /**
   * Scores a run.
   *
   * @param unseen of its cells
   */
  public static Score of(ScoredRun run, Unseen unseen) {
    List<CellScore> cells =
        run.cells().stream()
            .filter(c -> c.prediction() != null && !c.repetitions().isEmpty())
            .map(c -> CellScore.of(c, run.cells(), unseen))
            .toList();
    boolean scored = cells.stream().anyMatch(CellScore::counts);
    List<CellScore> counted = cells.stream().filter(c -> c.counts() || !scored).toList();
    List<CellScore> before = counted.stream().filter(c -> c.beforehand() != null).toList();
    List<CellScore> scaled = counted.stream().filter(c -> c.scaled() != null).toList();
    return new Score(
        run.id(),
        scored,
        cells,
        notScored(run),
        run.problems(),
        byInterval(counted, IntervalScore::timeErrorPercent),
        byInterval(counted, IntervalScore::coreErrorPercent),
        errors(counted, c -> c.fixedOnly().timeErrorPercent()),
        errors(counted, c -> c.fixedOnly().coreErrorPercent()),
        errors(before, c -> c.beforehand().timeErrorPercent()),
        errors(before, c -> c.beforehand().coreErrorPercent()),
        errors(scaled, c -> c.scaled().timeErrorPercent()),
        errors(scaled, c -> c.scaled().coreErrorPercent()),
        errors(scaled, c -> c.total().timeErrorPercent()),
        errors(scaled, c -> c.total().coreErrorPercent()),
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
  static boolean aimMet(ErrorSummary errors) {
    return errors.medianPercent() != null
        && errors.medianPercent() <= MEDIAN_AIM
        && errors.worstPercent() <= WORST_AIM;
  }

  private static List<ScoredRun.Cell> of(List<CellScore> scores, ScoredRun run) {
    Set<String> names = scores.stream().map(CellScore::cell).collect(Collectors.toSet());
    return run.cells().stream().filter(c -> names.contains(c.name())).toList();
  }

  private static List<String> notScored(ScoredRun run) {
    List<String> sentences = new ArrayList<>();
    for (ScoredRun.Cell cell : run.cells()) {
      if (cell.prediction() == null) {
        sentences.add(cell.name() + " has no prediction that was frozen before its job");
      } else if (cell.repetitions().isEmpty()) {
        sentences.add(cell.name() + " has no job that ended well");
      }
      sentences.addAll(cell.others());
    }
    return sentences;
  }

  private static Map<String, ErrorSummary> byInterval(
      List<CellScore> cells, Function<IntervalScore, Double> error) {
    Set<String> names = new LinkedHashSet<>();
    cells.forEach(c -> c.intervals().forEach(i -> names.add(i.interval())));
    Map<String, ErrorSummary> byInterval = new LinkedHashMap<>();
    for (String name : names) {
      byInterval.put(
          name,
          errors(
              cells,
              c ->
                  c.intervals().stream()
                      .filter(i -> i.interval().equals(name))
                      .map(error)
                      .filter(Objects::nonNull)
                      .findFirst()
                      .orElse(null)));
    }
    return byInterval;
  }

  private static ErrorSummary errors(List<CellScore> cells, Function<CellScore, Double> error) {
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
