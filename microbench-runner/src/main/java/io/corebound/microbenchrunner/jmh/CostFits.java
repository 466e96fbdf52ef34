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
import java.util.function.UnaryOperator;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/**
 * What a cost depends on, fitted over the variants of an operation that were measured. Each fit has
 * two terms and needs three different points or more:
 *
 * <ul>
 *   <li>cost of a record = a + b x bytes of the record, where records of several sizes were
 *       measured;
 *   <li>cost of a record = a + b x log2(n), n being the records of a spill: a sort of n records
 *       makes n log n comparisons;
 *   <li>cost of a record = a + b x log2(k), k being the segments that are merged at once: a heap of
 *       k has log k levels;
 *   <li>cost of a whole task in a fresh JVM = a + b x records.
 * </ul>
 *
 * <p>Least squares over relative residuals, so that a small point counts as much as a large one.
 * The interval of a term is Student's over the points, of which there are few: it is wide where the
 * points do not lie on a line. What does not fit shows in the residuals, which are rows as well.
 */
public final class CostFits {
  private static final int POINTS_NEEDED = 3;

  /** Parameters that say how large a record is. */
  private static final Set<String> SIZES = Set.of("element", "elements", "key", "value", "records");

  /** Parameters that say how many records are sorted at once; batches stay apart. */
  private static final Set<String> AMOUNTS = Set.of("sortMib");

  private static final String SEGMENTS = "segments";
  private static final String RECORDS = "records";
  private static final String RECORDS_PER_SPILL = "records_per_spill";
  private static final String TASK_SUITE = "task";
  private static final String ALL = "all";

  private CostFits() {}

  /** Name and unit of a term. */
  private record Term(String metric, String unit, double factor) {}

  private static final Term PER_RECORD = new Term(Metric.FIT_NS_PER_RECORD, "ns/record", 1);
  private static final Term PER_BYTE = new Term(Metric.FIT_NS_PER_BYTE, "ns/B", 1);
  private static final Term PER_LOG2 = new Term(Metric.FIT_NS_PER_LOG2, "ns/record", 1);
  private static final Term COLD = new Term(Metric.FIT_COLD_CORE_S, "core-s", 1);
  private static final Term PER_RECORD_OF_TASK =
      new Term(Metric.FIT_NS_PER_RECORD, "ns/record", 1e9);

  /** Measured cost {@code y} at {@code x}. */
  private record Point(Measurement row, double x, double y) {}

  /** What is fitted together: one operation with all parameters and flags that do not vary. */
  private record Group(
      String suite,
      String operation,
      Map<String, String> parameters,
      String jvmFlagsHash,
      Term constant,
      Term slope) {}

  /**
   * Fits whatever can be fitted.
   *
   * @param rows all measurements of a run
   * @return rows of the metrics {@code fit_…}; none where fewer than three sizes were measured
   */
  public static List<Measurement> of(List<Measurement> rows) {
    Map<Group, List<Point>> groups = new LinkedHashMap<>();
    rows.stream().filter(CostFits::isMicro).forEach(row -> addTo(groups, row, rows));
    List<Measurement> fits = new ArrayList<>();
    groups.forEach((group, points) -> fits.addAll(fit(group, points)));
    return fits;
  }

  private static boolean isMicro(Measurement row) {
    return row.process().equals(ALL) && row.threads() == 1;
  }

  private static void addTo(
      Map<Group, List<Point>> groups, Measurement row, List<Measurement> rows) {
    switch (row.metric()) {
      case Metric.COST_PER_RECORD -> {
        sibling(row, rows, ALL, Metric.COST)
            .filter(cost -> cost.value() > 0)
            .ifPresent(
                cost ->
                    add(
                        groups,
                        group(row, CostFits::withoutSize, PER_RECORD, PER_BYTE),
                        row,
                        row.value() / cost.value()));
        sibling(row, rows, "wall", RECORDS_PER_SPILL)
            .ifPresent(
                n ->
                    add(
                        groups,
                        group(row, p -> without(p, AMOUNTS), PER_RECORD, PER_LOG2),
                        row,
                        log2(n.value())));
        number(row, SEGMENTS)
            .ifPresent(
                k ->
                    add(
                        groups,
                        group(row, p -> without(p, Set.of(SEGMENTS)), PER_RECORD, PER_LOG2),
                        row,
                        log2(k)));
      }
      case Metric.FIRST_COST, Metric.EMPTY_COST -> {
        if (row.suite().equals(TASK_SUITE)) {
          number(row, RECORDS)
              .ifPresent(
                  n ->
                      add(
                          groups,
                          group(row, p -> without(p, Set.of(RECORDS)), COLD, PER_RECORD_OF_TASK),
                          row,
                          n));
        }
      }
      default -> {
        // no cost, or one that follows from these
      }
    }
  }

  private static void add(Map<Group, List<Point>> groups, Group group, Measurement row, double x) {
    groups.computeIfAbsent(group, g -> new ArrayList<>()).add(new Point(row, x, row.value()));
  }

  private static Group group(
      Measurement row, UnaryOperator<Map<String, String>> fixed, Term constant, Term slope) {
    return new Group(
        row.suite(),
        row.operation(),
        fixed.apply(new TreeMap<>(row.parameters())),
        row.jvmFlagsHash(),
        constant,
        slope);
  }

  /**
   * Keys of one type belong together, whatever their length: {@code text-10} and {@code text-4}.
   */
  private static Map<String, String> withoutSize(Map<String, String> parameters) {
    Map<String, String> fixed = without(parameters, SIZES);
    Optional.ofNullable(parameters.get("key"))
        .ifPresent(key -> fixed.put("key", key.replaceFirst("-\\d+$", "")));
    return fixed;
  }

  private static Map<String, String> without(Map<String, String> parameters, Set<String> varied) {
    Map<String, String> fixed = new TreeMap<>(parameters);
    fixed.keySet().removeAll(varied);
    return fixed;
  }

  private static Optional<Measurement> sibling(
      Measurement row, List<Measurement> rows, String process, String metric) {
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
    if (different < POINTS_NEEDED || points.stream().anyMatch(p -> !(p.y > 0))) {
      return List.of();
    }
    double[] weighted = new double[points.size()];
    double[][] terms = new double[points.size()][];
    for (int i = 0; i < weighted.length; i++) {
      Point point = points.get(i);
      weighted[i] = 1;
      terms[i] = new double[] {1 / point.y, point.x / point.y};
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.setNoIntercept(true);
    try {
      regression.newSampleData(weighted, terms);
      return rows(group, points, regression);
    } catch (MathIllegalArgumentException e) {
      // all points at one place: nothing can be told apart
      return List.of();
    }
  }

  private static List<Measurement> rows(
      Group group, List<Point> points, OLSMultipleLinearRegression regression) {
    double[] beta = regression.estimateRegressionParameters();
    double[] errors = regression.estimateRegressionParametersStandardErrors();
    double t =
        new TDistribution(points.size() - 2.0)
            .inverseCumulativeProbability((1 + MeanInterval.CONFIDENCE) / 2);
    List<Measurement> rows = new ArrayList<>();
    rows.add(term(group, points, group.constant, beta[0], t * errors[0]));
    rows.add(term(group, points, group.slope, beta[1], t * errors[1]));
    double worst = 0;
    for (Point point : points) {
      double residual = point.y / (beta[0] + beta[1] * point.x) - 1;
      worst = Math.max(worst, Math.abs(residual));
      rows.add(residual(group, point, residual));
    }
    rows.add(
        row(
            group,
            points.get(0).row,
            group.parameters,
            Metric.FIT_WORST_RESIDUAL,
            "ratio",
            worst,
            Double.NaN,
            points.size()));
    return rows;
  }

  private static Measurement term(
      Group group, List<Point> points, Term term, double value, double half) {
    return row(
        group,
        points.get(0).row,
        group.parameters,
        term.metric,
        term.unit,
        value * term.factor,
        half * term.factor,
        points.size());
  }

  /** Which of the fits of an operation a residual belongs to is told by the term that varies. */
  private static Measurement residual(Group group, Point point, double residual) {
    Map<String, String> parameters = new TreeMap<>(point.row.parameters());
    parameters.put("fit", group.slope.metric);
    return row(
        group,
        point.row,
        parameters,
        Metric.FIT_RESIDUAL,
        "ratio",
        residual,
        Double.NaN,
        point.row.n());
  }

  private static Measurement row(
      Group group,
      Measurement like,
      Map<String, String> parameters,
      String metric,
      String unit,
      double value,
      double half,
      int n) {
    return new Measurement(
        group.suite,
        group.operation,
        parameters,
        ALL,
        1,
        metric,
        unit,
        like.byteBase(),
        value,
        value - half,
        value + half,
        MeanInterval.CONFIDENCE,
        n,
        like.jvmFlagsHash(),
        like.rawFile());
  }
}
