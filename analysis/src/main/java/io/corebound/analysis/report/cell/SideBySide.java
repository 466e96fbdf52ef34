package io.corebound.analysis.report.cell;

import io.corebound.analysis.page.Words;
import io.corebound.records.run.CellResult;
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
    Set<String> names = new LinkedHashSet<>();
    prediction.ifPresent(p -> p.intervals().forEach(i -> names.add(i.name())));
    measured.ifPresent(m -> m.intervals().forEach(i -> names.add(i.name())));
    List<Line> lines = new ArrayList<>();
    for (String name : names) {
      lines.add(
          line(
              name,
              prediction.flatMap(p -> find(p.intervals(), Prediction.Interval::name, name)),
              measured.flatMap(m -> find(m.intervals(), CellResult.Interval::name, name))));
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

  private static <T> Optional<T> find(List<T> list, Function<T, String> name, String wanted) {
    return list.stream().filter(t -> name.apply(t).equals(wanted)).findFirst();
  }

  private static Line line(
      String name,
      Optional<Prediction.Interval> predicted,
      Optional<CellResult.Interval> measured) {
    return new Line(
        Words.interval(name),
        Pair.of(
            predicted.map(Prediction.Interval::coreS),
            orNaN(measured.map(CellResult.Interval::coreS))),
        orNaN(predicted.map(Prediction.Interval::coreLowS)),
        orNaN(predicted.map(Prediction.Interval::coreHighS)),
        Pair.of(
            predicted.map(Prediction.Interval::timeS),
            orNaN(measured.map(CellResult.Interval::elapsedS))),
        orNaN(predicted.map(Prediction.Interval::timeLowS)),
        orNaN(predicted.map(Prediction.Interval::timeHighS)),
        orNaN(predicted.map(Prediction.Interval::fullOverlapS)),
        orNaN(predicted.map(Prediction.Interval::noOverlapS)));
  }

  private static Line total(
      List<Line> lines, Optional<Prediction> prediction, Optional<CellResult> measured) {
    List<CellResult.Interval> intervals = measured.map(CellResult::intervals).orElse(List.of());
    return new Line(
        "whole job",
        Pair.of(
            prediction.map(Prediction::coreS),
            sum(intervals.stream().map(CellResult.Interval::coreS).toList())),
        orNaN(prediction.map(Prediction::coreLowS)),
        orNaN(prediction.map(Prediction::coreHighS)),
        Pair.of(
            prediction.map(Prediction::totalS),
            sum(intervals.stream().map(CellResult.Interval::elapsedS).toList())),
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
