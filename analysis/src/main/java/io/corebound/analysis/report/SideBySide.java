package io.corebound.analysis.report;

import io.corebound.records.CellResult;
import io.corebound.records.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Prediction beside measurement.
 *
 * @param intervals one a known interval
 * @param total the whole job
 */
record SideBySide(List<Line> intervals, Line total) {
  /**
   * An interval, or the whole job. NaN stands where a figure is not known.
   *
   * @param name which
   * @param coreS core-seconds, predicted and measured
   * @param coreLowS lower end of the 90 % interval of the predicted core-seconds
   * @param coreHighS its upper end
   * @param timeS elapsed time, predicted and measured
   * @param timeLowS lower end of the 90 % interval of the predicted time
   * @param timeHighS its upper end
   * @param fullOverlapS predicted time when CPU, disk and network overlap wholly
   * @param noOverlapS predicted time when they do not overlap at all
   */
  record Line(
      String name,
      Pair coreS,
      double coreLowS,
      double coreHighS,
      Pair timeS,
      double timeLowS,
      double timeHighS,
      double fullOverlapS,
      double noOverlapS) {}

  /** A figure as predicted and as measured. */
  record Pair(double predicted, double measured) {
    /** (predicted - measured) / measured; NaN where either is missing or nothing was measured. */
    double error() {
      return measured > 0 ? (predicted - measured) / measured : Double.NaN;
    }
  }

  static SideBySide of(Optional<Prediction> prediction, Optional<MeasuredJob> job) {
    List<Prediction.Interval> predicted = prediction.map(Prediction::intervals).orElse(List.of());
    List<CellResult.Interval> measured = job.map(j -> j.result().intervals()).orElse(List.of());
    Set<String> names = new LinkedHashSet<>();
    predicted.forEach(i -> names.add(i.name()));
    measured.forEach(i -> names.add(i.name()));
    List<Line> lines = new ArrayList<>();
    for (String name : names) {
      lines.add(
          line(
              name,
              predicted.stream().filter(i -> i.name().equals(name)).findFirst(),
              measured.stream().filter(i -> i.name().equals(name)).findFirst()));
    }
    return new SideBySide(lines, total(lines, prediction, job));
  }

  private static Line line(
      String name,
      Optional<Prediction.Interval> predicted,
      Optional<CellResult.Interval> measured) {
    return new Line(
        Words.interval(name),
        new Pair(
            predicted.map(Prediction.Interval::coreS).orElse(Double.NaN),
            measured.map(CellResult.Interval::coreS).orElse(Double.NaN)),
        predicted.map(Prediction.Interval::coreLowS).orElse(Double.NaN),
        predicted.map(Prediction.Interval::coreHighS).orElse(Double.NaN),
        new Pair(
            predicted.map(Prediction.Interval::timeS).orElse(Double.NaN),
            measured.map(CellResult.Interval::elapsedS).orElse(Double.NaN)),
        Double.NaN,
        Double.NaN,
        predicted.map(Prediction.Interval::fullOverlapS).orElse(Double.NaN),
        predicted.map(Prediction.Interval::noOverlapS).orElse(Double.NaN));
  }

  private static Line total(
      List<Line> lines, Optional<Prediction> prediction, Optional<MeasuredJob> job) {
    boolean measured = job.isPresent() && job.get().whole();
    return new Line(
        "whole job",
        new Pair(
            prediction.map(Prediction::coreS).orElse(Double.NaN),
            measured
                ? job.get().result().intervals().stream()
                    .mapToDouble(CellResult.Interval::coreS)
                    .sum()
                : Double.NaN),
        sum(lines.stream().map(Line::coreLowS).toList()),
        sum(lines.stream().map(Line::coreHighS).toList()),
        new Pair(
            prediction.map(Prediction::totalS).orElse(Double.NaN),
            measured ? job.get().job().elapsedS() : Double.NaN),
        prediction.map(Prediction::totalLowS).orElse(Double.NaN),
        prediction.map(Prediction::totalHighS).orElse(Double.NaN),
        sum(lines.stream().map(Line::fullOverlapS).toList()),
        sum(lines.stream().map(Line::noOverlapS).toList()));
  }

  private static double sum(List<Double> figures) {
    return figures.isEmpty() ? Double.NaN : figures.stream().mapToDouble(Double::doubleValue).sum();
  }
}
