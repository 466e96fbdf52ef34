package io.corebound.analysis.score;

import io.corebound.records.format.Records;
import io.corebound.records.run.DerivedFigures;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
import io.corebound.records.run.Prediction.OperationCost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What several runs predicted of one cell: the mean of their figures, and of the ends of their
 * intervals, without their parts. A figure that is missing in one is missing in the mean.
 */
final class MeanPrediction {
  private final List<Prediction> all;
  private final Prediction first;

  private MeanPrediction(List<Prediction> all) {
    this.all = all;
    this.first = all.get(0);
  }

  /** Of at least one. */
  static Prediction of(List<Prediction> predictions) {
    return predictions.size() == 1 ? predictions.get(0) : new MeanPrediction(predictions).mean();
  }

  private Prediction mean() {
    return mean(
        all,
        Map.of(
            "machine",
            all.stream().map(Prediction::machine).distinct().collect(Collectors.joining(" + ")),
            "uncertainty",
            Map.of(),
            "intervals",
            first.intervals().stream().map(i -> interval(i.name())).toList(),
            "derived",
            derived(),
            "notModelled",
            all.stream().flatMap(p -> p.notModelled().stream()).distinct().toList()));
  }

  private Interval interval(String name) {
    List<Interval> same =
        all.stream()
            .flatMap(p -> p.intervals().stream().filter(i -> i.name().equals(name)))
            .toList();
    Map<String, Object> others = new HashMap<>();
    others.put("margin", null);
    others.put("operations", operations(same));
    return mean(same, others);
  }

  private static List<OperationCost> operations(List<Interval> same) {
    return of(same.get(0)).stream()
        .map(o -> same.stream().flatMap(i -> named(o.operation(), i).stream()).toList())
        .filter(each -> each.size() == same.size())
        .map(each -> mean(each, Map.of()))
        .toList();
  }

  private static Optional<OperationCost> named(String operation, Interval interval) {
    return of(interval).stream().filter(o -> o.operation().equals(operation)).findFirst();
  }

  private static List<OperationCost> of(Interval interval) {
    return interval.operations() == null ? List.of() : interval.operations();
  }

  private DerivedFigures derived() {
    Map<String, Double> means = new TreeMap<>();
    for (String name : first.derived().byKey().keySet()) {
      Double mean = mean(all, p -> p.derived().byKey().get(name));
      if (mean != null) {
        means.put(name, mean);
      }
    }
    return DerivedFigures.of(means);
  }

  /** Each figure the mean; what is none as in the first, but for the given others. */
  @SuppressWarnings("unchecked")
  private static <R extends Record> R mean(List<R> all, Map<String, ?> others) {
    Map<String, Object> means = Records.components(all.get(0));
    means.replaceAll(
        (name, first) ->
            first instanceof Double
                ? mean(all, r -> (Double) Records.components(r).get(name))
                : first);
    means.putAll(others);
    return (R) Records.make(all.get(0).getClass(), means);
  }

  private static <T> Double mean(List<T> of, Function<T, Double> figure) {
    List<Double> figures = of.stream().map(figure).filter(Objects::nonNull).toList();
    return figures.size() < of.size()
        ? null
        : Double.valueOf(figures.stream().mapToDouble(f -> f).average().orElseThrow());
  }
}
