package io.corebound.analysis.pages.report.engine;

import io.corebound.analysis.pages.report.cell.CellSummary;
import io.corebound.analysis.pages.report.cell.MeasuredJob;
import io.corebound.analysis.pages.report.cell.RoleCores;
import io.corebound.analysis.pages.report.sweep.Combination;
import io.corebound.records.history.Interval;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.Exchange;
import io.corebound.records.run.MeasuredInterval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The repetitions of one job on one engine, of which at least one ended well. A cold run is the
 * first of its processes; a warm one follows it in the same processes, which Hadoop does not keep.
 * Figures are medians; NaN where there is none.
 *
 * @param name of the engine's file
 */
public record EngineRuns(String name, Combination cells) {
  private static final String SHUFFLED = "TaskCounter/REDUCE_SHUFFLE_BYTES";

  /** From the start of its processes, or of Hadoop's client, to the job's, in seconds. */
  public double startS() {
    return cells.median(EngineRuns::startS);
  }

  private static double startS(CellSummary cell) {
    return cell.job()
        .map(MeasuredJob::job)
        .map(job -> job.submitS() - job.clientStartS())
        .orElse(Double.NaN);
  }

  /**
   * What a user waits for, in seconds, the shortest first: the job where its engine is up, else the
   * engine's start as well.
   */
  public List<Double> waitsS(boolean warm) {
    return cells.measured().stream()
        .map(c -> waitS(c, warm))
        .filter(s -> !s.isNaN())
        .sorted()
        .toList();
  }

  /** Median of {@link #waitsS}; NaN where there is none. */
  double waitS(boolean warm) {
    return cells.median(c -> waitS(c, warm));
  }

  private static double waitS(CellSummary cell, boolean warm) {
    List<MeasuredInterval> intervals = intervals(cell, warm);
    return intervals.isEmpty()
        ? Double.NaN
        : sum(intervals, MeasuredInterval::elapsedS) + (warm ? 0 : startS(cell));
  }

  /** Elapsed time of the job in seconds. */
  public double elapsedS(boolean warm) {
    return median(warm, intervals -> sum(intervals, MeasuredInterval::elapsedS));
  }

  /** Elapsed time of some of its intervals in seconds. */
  public double elapsedS(boolean warm, List<Interval> names) {
    return median(
        warm,
        intervals ->
            sum(
                intervals.stream().filter(i -> names.contains(i.name())).toList(),
                MeasuredInterval::elapsedS));
  }

  /** Core-seconds of the whole machine. */
  public double coreS(boolean warm) {
    return median(warm, intervals -> sum(intervals, MeasuredInterval::coreS));
  }

  /** What the reduces got from the maps, as it was sent, in MB. */
  public double shuffledMb() {
    return cells.median(
        c ->
            c.result()
                .map(r -> r.counters().get(SHUFFLED))
                .map(bytes -> bytes / 1e6)
                .orElse(Double.NaN));
  }

  /** How the cold run of the repetition with the median time exchanged data, if that is known. */
  public Optional<Exchange> exchange() {
    return cells
        .median()
        .flatMap(CellSummary::result)
        .map(r -> r.engine() == null ? null : r.engine().exchange());
  }

  /** The median of a counter of the engine's own, in thousands; NaN where it counts none. */
  public double count(String name) {
    return cells.median(
        c ->
            c.result()
                .map(r -> r.counters().get("Engine/" + name))
                .map(count -> count / 1e3)
                .orElse(Double.NaN));
  }

  /** Core-seconds of the cold run's processes by role, of the repetition with the median time. */
  Map<String, Double> coreSByRole() {
    Map<String, Double> coreS = new TreeMap<>();
    CellSummary cell = cells.median().orElseThrow();
    MeasuredJob job = cell.job().orElseThrow();
    for (RoleCores host : RoleCores.of(cell.base().ofWorkers(cell.samples()))) {
      host.roles()
          .forEach(role -> coreS.merge(role, host.coreS(role, List.of(job.span())), Double::sum));
      coreS.merge(
          RoleCores.MACHINE, host.coreS(RoleCores.MACHINE, List.of(job.span())), Double::sum);
    }
    coreS.values().removeIf(s -> s.isNaN());
    return coreS;
  }

  private double median(boolean warm, ToDoubleFunction<List<MeasuredInterval>> figure) {
    return cells.median(
        c -> {
          List<MeasuredInterval> intervals = intervals(c, warm);
          return intervals.isEmpty() ? Double.NaN : figure.applyAsDouble(intervals);
        });
  }

  private static List<MeasuredInterval> intervals(CellSummary cell, boolean warm) {
    CellResult result = cell.result().orElseThrow();
    return warm ? result.engine().warm() : result.intervals();
  }

  private static double sum(
      List<MeasuredInterval> intervals, ToDoubleFunction<MeasuredInterval> figure) {
    return intervals.stream().mapToDouble(figure).sum();
  }
}
