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
    List<Line> intervals, Line total, Optional<Pair> client, List<Comparison.Residual> residuals) {
  private static final String TOTAL = "total";

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
  public record Pair(double predicted, double measured, double error) {}

  static SideBySide of(Optional<Prediction> prediction, Optional<MeasuredJob> job) {
    Optional<CellResult> measured = job.filter(MeasuredJob::whole).map(MeasuredJob::result);
    Optional<Comparison> comparison =
        prediction.flatMap(p -> measured.map(m -> Comparison.of(p, m)));
    Set<String> names = new LinkedHashSet<>();
    prediction.ifPresent(p -> p.intervals().forEach(i -> names.add(i.name())));
    measured.ifPresent(m -> m.intervals().forEach(i -> names.add(i.name())));
    Function<String, Optional<Comparison.Row>> rows =
        name -> comparison.flatMap(c -> find(c.rows(), Comparison.Row::interval, name));
    List<Line> lines = new ArrayList<>();
    for (String name : names) {
      lines.add(
          line(
              name,
              prediction.flatMap(p -> find(p.intervals(), Prediction.Interval::name, name)),
              measured.flatMap(m -> find(m.intervals(), CellResult.Interval::name, name)),
              rows.apply(name)));
    }
    return new SideBySide(
        lines,
        total(lines, prediction, measured, rows.apply(TOTAL)),
        client(prediction, job),
        comparison.map(Comparison::residuals).orElse(List.of()));
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
    double timeS = orNaN(predicted);
    double tookS = orNaN(measured);
    return Optional.of(new Pair(timeS, tookS, (timeS - tookS) / tookS));
  }

  private static <T> Optional<T> find(List<T> list, Function<T, String> name, String wanted) {
    return list.stream().filter(t -> name.apply(t).equals(wanted)).findFirst();
  }

  private static Line line(
      String name,
      Optional<Prediction.Interval> predicted,
      Optional<CellResult.Interval> measured,
      Optional<Comparison.Row> row) {
    return new Line(
        Words.interval(name),
        new Pair(
            orNaN(predicted.map(Prediction.Interval::coreS)),
            orNaN(measured.map(CellResult.Interval::coreS)),
            orNaN(row.map(Comparison.Row::coreErrorPercent)) / 100),
        orNaN(predicted.map(Prediction.Interval::coreLowS)),
        orNaN(predicted.map(Prediction.Interval::coreHighS)),
        new Pair(
            orNaN(predicted.map(Prediction.Interval::timeS)),
            orNaN(measured.map(CellResult.Interval::elapsedS)),
            orNaN(row.map(Comparison.Row::timeErrorPercent)) / 100),
        orNaN(predicted.map(Prediction.Interval::timeLowS)),
        orNaN(predicted.map(Prediction.Interval::timeHighS)),
        orNaN(predicted.map(Prediction.Interval::fullOverlapS)),
        orNaN(predicted.map(Prediction.Interval::noOverlapS)));
  }

  private static Line total(
      List<Line> lines,
      Optional<Prediction> prediction,
      Optional<CellResult> measured,
      Optional<Comparison.Row> row) {
    List<CellResult.Interval> intervals = measured.map(CellResult::intervals).orElse(List.of());
    return new Line(
        "whole job",
        new Pair(
            orNaN(prediction.map(Prediction::coreS)),
            sum(intervals.stream().map(CellResult.Interval::coreS).toList()),
            orNaN(row.map(Comparison.Row::coreErrorPercent)) / 100),
        orNaN(prediction.map(Prediction::coreLowS)),
        orNaN(prediction.map(Prediction::coreHighS)),
        new Pair(
            orNaN(prediction.map(Prediction::totalS)),
            sum(intervals.stream().map(CellResult.Interval::elapsedS).toList()),
            orNaN(row.map(Comparison.Row::timeErrorPercent)) / 100),
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
