package io.corebound.analysis.pages.report.cell;

import io.corebound.analysis.pages.page.Words;
import io.corebound.records.history.Interval;
import io.corebound.records.run.CellResult;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Prediction beside measurement, or the one of both that there is.
 *
 * @param client seconds of its client until it submitted the job, which are not in the total; empty
 *     where nothing is known of them
 * @param residuals what the operations do not explain, by kind of task; may be empty
 */
public record SideBySide(
    List<Line> intervals, Line total, Optional<Pair> client, List<Residual> residuals) {

  /**
   * An interval, or the whole job. NaN stands where a figure is not known.
   *
   * @param fullOverlapS predicted time when CPU, disk and network overlap wholly
   */
  public record Line(
      String name,
      Pair coreS,
      double coreLowS,
      double coreHighS,
      Pair timeS,
      double timeLowS,
      double timeHighS,
      double fullOverlapS,
      double noOverlapS) {}

  /** A figure as predicted, as measured, and (predicted - measured) / measured. */
  public record Pair(double predicted, double measured, double error) {
    private static Pair of(Optional<Double> predicted, double measured) {
      double known = orNaN(predicted);
      return new Pair(known, measured, measured > 0 ? (known - measured) / measured : Double.NaN);
    }
  }

  static SideBySide of(Optional<Prediction> prediction, Optional<MeasuredJob> job) {
    Optional<CellResult> measured = job.filter(MeasuredJob::whole).map(MeasuredJob::result);
    Set<Interval> names = new LinkedHashSet<>();
    prediction.ifPresent(p -> p.intervals().forEach(i -> names.add(i.name())));
    measured.ifPresent(m -> m.intervals().forEach(i -> names.add(i.name())));
    List<Line> lines = new ArrayList<>();
    for (Interval name : names) {
      lines.add(
          line(
              name,
              prediction.flatMap(p -> find(p.intervals(), PredictedInterval::name, name)),
              measured.flatMap(m -> find(m.intervals(), MeasuredInterval::name, name))));
    }
    return new SideBySide(
        lines,
        total(lines, prediction, measured),
        client(prediction, job),
        prediction.flatMap(p -> measured.map(m -> Residual.of(p, m))).orElse(List.of()));
  }

  /** What {@link #client()} of both is. */
  public static Optional<Pair> client(Optional<Prediction> prediction, Optional<MeasuredJob> job) {
    Optional<Double> predicted = prediction.map(p -> p.derived().client().timeS());
    Optional<Double> measured =
        job.map(MeasuredJob::job)
            .map(j -> j.submitS() - j.clientStartS())
            .filter(s -> s > 0 && s < Double.MAX_VALUE);
    if (predicted.isEmpty() && measured.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Pair.of(predicted, orNaN(measured)));
  }

  private static <T> Optional<T> find(List<T> list, Function<T, Interval> name, Interval wanted) {
    return list.stream().filter(t -> name.apply(t) == wanted).findFirst();
  }

  private static Line line(
      Interval name, Optional<PredictedInterval> predicted, Optional<MeasuredInterval> measured) {
    return new Line(
        Words.interval(name),
        Pair.of(
            predicted.map(PredictedInterval::coreS), orNaN(measured.map(MeasuredInterval::coreS))),
        orNaN(predicted.map(PredictedInterval::coreLowS)),
        orNaN(predicted.map(PredictedInterval::coreHighS)),
        Pair.of(
            predicted.map(PredictedInterval::timeS),
            orNaN(measured.map(MeasuredInterval::elapsedS))),
        orNaN(predicted.map(PredictedInterval::timeLowS)),
        orNaN(predicted.map(PredictedInterval::timeHighS)),
        orNaN(predicted.map(PredictedInterval::fullOverlapS)),
        orNaN(predicted.map(PredictedInterval::noOverlapS)));
  }

  private static Line total(
      List<Line> lines, Optional<Prediction> prediction, Optional<CellResult> measured) {
    List<MeasuredInterval> intervals = measured.map(CellResult::intervals).orElse(List.of());
    return new Line(
        "whole job",
        Pair.of(
            prediction.map(Prediction::coreS),
            sum(intervals.stream().map(MeasuredInterval::coreS).toList())),
        orNaN(prediction.map(Prediction::coreLowS)),
        orNaN(prediction.map(Prediction::coreHighS)),
        Pair.of(
            prediction.map(Prediction::totalS),
            sum(intervals.stream().map(MeasuredInterval::elapsedS).toList())),
        orNaN(prediction.map(Prediction::totalLowS)),
        orNaN(prediction.map(Prediction::totalHighS)),
        sum(lines.stream().map(Line::fullOverlapS).toList()),
        sum(lines.stream().map(Line::noOverlapS).toList()));
  }

  private static double orNaN(Optional<Double> figure) {
    return figure.orElse(Double.NaN);
  }

  private static double sum(List<Double> figures) {
    return figures.isEmpty() ? Double.NaN : figures.stream().mapToDouble(Double::doubleValue).sum();
  }
}
