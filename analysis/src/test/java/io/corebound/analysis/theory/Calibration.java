package io.corebound.analysis.theory;

import io.corebound.records.run.Measurement;
import io.corebound.records.units.Mean;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * What sweeps teach: variances of the errors' logarithms by the method of moments. The errors of
 * one sweep's cells have in common how far the machine moved between its suites and its jobs, and
 * how well its operations were measured; what is left is the model's.
 */
record Calibration(int sweeps, int cells, double machine, Map<String, Learned.Miss> model) {
  private static final List<String> SAMPLES =
      List.of(
          "accuracy-1650mb-2-cores",
          "measured-2-cores",
          "paper-2013-512mb-2-cores",
          "terasort-1gb-2-cores");

  static double quantile(double level) {
    return new NormalDistribution().inverseCumulativeProbability((1 + level) / 2);
  }

  static Calibration learn(List<CalibrationCell> cells) {
    List<CalibrationCell> totals = cells.stream().filter(CalibrationCell::total).toList();
    List<List<CalibrationCell>> sweeps =
        totals.stream().collect(Collectors.groupingBy(CalibrationCell::run)).values().stream()
            .filter(s -> s.size() > 1)
            .toList();
    double within = mean(sweeps.stream().map(Calibration::variance));
    double between =
        mean(sweeps.stream().map(s -> Math.pow(mean(s.stream().map(c -> c.coreError())), 2)))
            - within * mean(sweeps.stream().map(s -> 1.0 / s.size()));
    double machine = Math.max(0, between - draws(totals));
    Map<String, Learned.Miss> model = new TreeMap<>();
    cells.stream()
        .collect(Collectors.groupingBy(CalibrationCell::interval))
        .forEach((interval, of) -> model.put(interval, miss(of, machine)));
    return new Calibration(sweeps.size(), totals.size(), Math.sqrt(machine), model);
  }

  private static Learned.Miss miss(List<CalibrationCell> of, double machine) {
    double core = mean(of.stream().map(c -> c.coreError() * c.coreError())) - machine - draws(of);
    double time =
        mean(of.stream().map(c -> Math.pow(c.timeError() - c.share() * c.coreError(), 2)));
    return new Learned.Miss(Math.sqrt(Math.max(0, core)), Math.sqrt(time));
  }

  /** Deviation of an error's logarithm, by the rule of {@link Uncertainties}. */
  double deviation(CalibrationCell cell, boolean time) {
    Learned.Miss miss = model.get(cell.interval());
    return (time
            ? Uncertainties.time(cell.timeDraws(), machine, miss, cell.share())
            : Uncertainties.core(cell.coreDraws(), machine, miss))
        .together();
  }

  /** Of one sample, relative to its mean, by term: pooled over the rows of all sample runs. */
  static Map<Term, Double> scatter(boolean ofTasks) {
    List<Measurement> all =
        SAMPLES.stream()
            .flatMap(
                s ->
                    Measurement.read(Path.of("../results/samples", s, "measurements.csv")).stream())
            .toList();
    Set<String> tasks =
        all.stream()
            .filter(r -> r.metric().equals(Measurement.Metric.EMPTY_COST))
            .map(Measurement::operation)
            .collect(Collectors.toSet());
    List<Measurement> rows =
        all.stream().filter(r -> tasks.contains(r.operation()) == ofTasks).toList();
    Map<Term, Double> scatter = new TreeMap<>();
    for (Term term : Term.values()) {
      double squares = 0;
      int degrees = 0;
      for (Measurement row : rows) {
        Mean figure = row.mean();
        if (isOf(term, row) && figure.error() > 0 && row.value() > 0) {
          squares += (row.n() - 1) * row.n() * Math.pow(figure.error() / row.value(), 2);
          degrees += row.n() - 1;
        }
      }
      if (degrees >= Learned.ENOUGH && isDrawn(term)) {
        scatter.put(term, Math.sqrt(squares / degrees));
      }
    }
    return scatter;
  }

  private static boolean isDrawn(Term term) {
    return term.drawnWith == null
        && !Set.of(Term.TASK_SHARE, Term.BY_RECORD, Term.IDLE_ONCE, Term.IDLE_HEARTBEATS)
            .contains(term);
  }

  private static boolean isOf(Term term, Measurement row) {
    return term.metric.equals(row.metric())
        && term.unit.equals(row.unit())
        && (term.process == null || term.process.equals(row.process()))
        && (term.operation == null || row.operation().startsWith(term.operation));
  }

  private static double variance(List<CalibrationCell> of) {
    double mean = mean(of.stream().map(CalibrationCell::coreError));
    return mean(of.stream().map(c -> Math.pow(c.coreError() - mean, 2)))
        * of.size()
        / (of.size() - 1);
  }

  private static double draws(List<CalibrationCell> of) {
    return mean(of.stream().map(c -> c.coreDraws() * c.coreDraws()));
  }

  private static double mean(Stream<Double> figures) {
    return figures.mapToDouble(f -> f).average().orElseThrow();
  }
}
