package io.corebound.microbenchrunner.jmh;

import io.corebound.records.run.Measurement;
import io.corebound.records.run.Measurement.Metric;
import io.corebound.records.units.MeanInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/**
 * How a cost depends on a parameter, fitted over the measured variants of an operation. Each fit
 * has two terms and needs at least three different points:
 *
 * <ul>
 *   <li>cost of a record = a + b x bytes of the record;
 *   <li>cost of a record = a + b x log2(n), n being the records of a spill: a sort of n records
 *       makes n log n comparisons;
 *   <li>cost of a record = a + b x log2(k), k being the segments that are merged at once: a heap of
 *       k has log k levels;
 *   <li>cost of a whole task in a fresh JVM = a + b x records.
 * </ul>
 *
 * <p>Least squares over relative residuals, so that small and large points have the same weight.
 * The interval of a term is Student's t over the few points: it is wide when they do not lie on a
 * line. The residuals are rows as well.
 */
public final class CostFits {
  private static final int POINTS_NEEDED = 3;

  /** Parameters that set the size of a record. */
  private static final Set<String> SIZES = Set.of("element", "elements", "key", "value", "records");

  /** Parameters that set how many records are sorted at once. */
  private static final Set<String> AMOUNTS = Set.of("sortMib");

  private static final String SEGMENTS = "segments";
  private static final String RECORDS = "records";
  private static final String RECORDS_PER_SPILL = "records_per_spill";
  private static final String TASK_SUITE = "task";
  private static final String ALL = "all";

  /** Name and unit of a term, and the factor from its measured unit. */
  private record Term(String metric, String unit, double factor) {}

  private static final Term PER_RECORD = new Term(Metric.FIT_NS_PER_RECORD, "ns/record", 1);
  private static final Term PER_BYTE = new Term(Metric.FIT_NS_PER_BYTE, "ns/B", 1);
  private static final Term PER_LOG2 = new Term(Metric.FIT_NS_PER_LOG2, "ns/record", 1);
  private static final Term COLD = new Term(Metric.FIT_COLD_CORE_S, "core-s", 1);
  private static final Term PER_RECORD_OF_TASK =
      new Term(Metric.FIT_NS_PER_RECORD, "ns/record", 1e9);

  /** A measured cost at {@code x}. */
  private record Point(Measurement row, double x) {
    double y() {
      return row.value();
    }
  }

  /** Points that are fitted together: of one operation with equal other parameters and flags. */
  private record Group(
      String suite,
      String operation,
      Map<String, String> parameters,
      String jvmFlagsHash,
      Term constant,
      Term slope) {}

  private final List<Measurement> rows;
  private final Map<Group, List<Point>> groups = new LinkedHashMap<>();

  private CostFits(List<Measurement> rows) {
    this.rows = rows;
  }

  /**
   * Fits every operation with enough sizes.
   *
   * @return rows of the metrics {@code fit_…}; none where fewer than three sizes were measured
   */
  public static List<Measurement> of(List<Measurement> rows) {
    CostFits fits = new CostFits(rows);
    rows.stream().filter(m -> m.process().equals(ALL) && m.threads() == 1).forEach(fits::add);
    List<Measurement> fitted = new ArrayList<>();
    fits.groups.forEach((group, points) -> fitted.addAll(fit(group, points)));
    return fitted;
  }

  private void add(Measurement row) {
    switch (row.metric()) {
      case Metric.COST_PER_RECORD -> {
        sibling(row, ALL, Metric.COST)
            .filter(cost -> cost.value() > 0)
            .ifPresent(cost -> add(row, SIZES, PER_RECORD, PER_BYTE, row.value() / cost.value()));
        sibling(row, "wall", RECORDS_PER_SPILL)
            .ifPresent(n -> add(row, AMOUNTS, PER_RECORD, PER_LOG2, log2(n.value())));
        number(row, SEGMENTS)
            .ifPresent(k -> add(row, Set.of(SEGMENTS), PER_RECORD, PER_LOG2, log2(k)));
      }
      case Metric.FIRST_COST, Metric.EMPTY_COST -> {
        if (row.suite().equals(TASK_SUITE)) {
          number(row, RECORDS)
              .ifPresent(n -> add(row, Set.of(RECORDS), COLD, PER_RECORD_OF_TASK, n));
        }
      }
      default -> {
        // not a cost, or one derived from these
      }
    }
  }

  private void add(Measurement row, Set<String> varied, Term constant, Term slope, double x) {
    Map<String, String> fixed = new TreeMap<>(row.parameters());
    fixed.keySet().removeAll(varied);
    if (varied.contains("key") && row.parameters().containsKey("key")) {
      // keys of one type belong together, whatever their length: text-10 and text-4
      fixed.put("key", row.parameters().get("key").replaceFirst("-\\d+$", ""));
    }
    Group group =
        new Group(row.suite(), row.operation(), fixed, row.jvmFlagsHash(), constant, slope);
    groups.computeIfAbsent(group, g -> new ArrayList<>()).add(new Point(row, x));
  }

  private Optional<Measurement> sibling(Measurement row, String process, String metric) {
    return rows.stream()
        .filter(m -> m.metric().equals(metric) && m.process().equals(process))
        .filter(m -> m.operation().equals(row.operation()) && m.suite().equals(row.suite()))
        .filter(m -> m.parameters().equals(row.parameters()) && m.threads() == row.threads())
        .filter(m -> m.jvmFlagsHash().equals(row.jvmFlagsHash()))
        .findFirst();
  }

  private static Optional<Double> number(Measurement row, String parameter) {
    try {
      return Optional.ofNullable(row.parameters().get(parameter)).map(Double::valueOf);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static double log2(double n) {
    return Math.log(n) / Math.log(2);
  }

  private static List<Measurement> fit(Group group, List<Point> points) {
    // sizes that differ by less than a hundredth are one size
    long different = points.stream().map(p -> Math.round(100 * Math.log1p(p.x))).distinct().count();
    if (different < POINTS_NEEDED || points.stream().anyMatch(p -> !(p.y() > 0))) {
      return List.of();
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.setNoIntercept(true);
    try {
      regression.newSampleData(
          points.stream().mapToDouble(p -> 1).toArray(),
          points.stream().map(p -> new double[] {1 / p.y(), p.x / p.y()}).toArray(double[][]::new));
      return rows(group, points, regression);
    } catch (MathIllegalArgumentException e) {
      // all points are at one place
      return List.of();
    }
  }

  private static List<Measurement> rows(
      Group group, List<Point> points, OLSMultipleLinearRegression regression) {
    double[] beta = regression.estimateRegressionParameters();
    double[] errors = regression.estimateRegressionParametersStandardErrors();
    int n = points.size();
    double t =
        new TDistribution(n - 2.0).inverseCumulativeProbability((1 + MeanInterval.CONFIDENCE) / 2);
    Measurement first = points.get(0).row();
    List<Measurement> rows = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Term term = i == 0 ? group.constant : group.slope;
      double value = beta[i] * term.factor;
      double half = t * errors[i] * term.factor;
      rows.add(
          row(
              group,
              first,
              group.parameters,
              term.metric,
              term.unit,
              new MeanInterval(value, value - half, value + half, n)));
    }
    double worst = 0;
    for (Point point : points) {
      double residual = point.y() / (beta[0] + beta[1] * point.x) - 1;
      worst = Math.max(worst, Math.abs(residual));
      // the varying term distinguishes the fits of one operation
      Map<String, String> parameters = new TreeMap<>(point.row.parameters());
      parameters.put("fit", group.slope.metric);
      rows.add(
          residual(group, point.row, parameters, Metric.FIT_RESIDUAL, residual, point.row.n()));
    }
    rows.add(residual(group, first, group.parameters, Metric.FIT_WORST_RESIDUAL, worst, n));
    return rows;
  }

  private static Measurement residual(
      Group group,
      Measurement like,
      Map<String, String> parameters,
      String metric,
      double value,
      int n) {
    MeanInterval single = new MeanInterval(value, Double.NaN, Double.NaN, n);
    return row(group, like, parameters, metric, "ratio", single);
  }

  private static Measurement row(
      Group group,
      Measurement like,
      Map<String, String> parameters,
      String metric,
      String unit,
      MeanInterval mean) {
    return new Measurement(
        group.suite,
        group.operation,
        parameters,
        ALL,
        1,
        metric,
        unit,
        like.byteBase(),
        mean,
        like.jvmFlagsHash(),
        like.rawFile());
  }
}
