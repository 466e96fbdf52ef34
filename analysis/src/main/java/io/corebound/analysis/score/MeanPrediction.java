package io.corebound.analysis.score;

import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
import io.corebound.records.run.Prediction.OperationCost;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What several runs, or one before several repetitions, predicted of one cell: the mean of their
 * figures, and of the ends of their intervals. What one of them does not have it has not either.
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
    return new Prediction(
        first.workload(),
        all.stream().map(Prediction::machine).distinct().collect(Collectors.joining(" + ")),
        first.base(),
        first.data(),
        first.nodes(),
        first.coresPerNode(),
        mean(all, Prediction::contentionFactor),
        first.intervals().stream().map(i -> interval(i.name())).toList(),
        mean(all, Prediction::coreS),
        mean(all, Prediction::coreLowS),
        mean(all, Prediction::coreHighS),
        mean(all, Prediction::totalS),
        mean(all, Prediction::totalLowS),
        mean(all, Prediction::totalHighS),
        mean(all, Prediction::sumOfOperationsS),
        mean(all, Prediction::combinedMbPerSPerCore),
        derived(),
        all.stream().flatMap(p -> p.notModelled().stream()).distinct().toList());
  }

  private Interval interval(String name) {
    List<Interval> same =
        all.stream()
            .flatMap(p -> p.intervals().stream().filter(i -> i.name().equals(name)))
            .toList();
    return new Interval(
        name,
        mean(same, Interval::coreS),
        mean(same, Interval::coreLowS),
        mean(same, Interval::coreHighS),
        mean(same, Interval::timeS),
        mean(same, Interval::timeLowS),
        mean(same, Interval::timeHighS),
        mean(same, Interval::cpuS),
        mean(same, Interval::diskS),
        mean(same, Interval::networkS),
        mean(same, Interval::waitingS),
        mean(same, Interval::fullOverlapS),
        mean(same, Interval::noOverlapS),
        same.get(0).bottleneck(),
        null,
        mean(same, Interval::mbPerSPerCore),
        mean(same, Interval::sumOfOperationsCoreS),
        operations(same));
  }

  private static List<OperationCost> operations(List<Interval> same) {
    return of(same.get(0)).stream()
        .map(o -> same.stream().flatMap(i -> named(o.operation(), i).stream()).toList())
        .filter(each -> each.size() == same.size())
        .map(MeanPrediction::operation)
        .toList();
  }

  private static Optional<OperationCost> named(String operation, Interval interval) {
    return of(interval).stream().filter(o -> o.operation().equals(operation)).findFirst();
  }

  private static OperationCost operation(List<OperationCost> each) {
    OperationCost first = each.get(0);
    return new OperationCost(
        first.operation(),
        first.volume(),
        first.byteBase(),
        mean(each, OperationCost::coldCoreS),
        mean(each, OperationCost::coreS),
        mean(each, OperationCost::taskCoreS));
  }

  private static List<OperationCost> of(Interval interval) {
    return interval.operations() == null ? List.of() : interval.operations();
  }

  private Map<String, Double> derived() {
    Map<String, Double> means = new TreeMap<>();
    for (String name : first.derived().keySet()) {
      Double mean = mean(all, p -> p.derived().get(name));
      if (mean != null) {
        means.put(name, mean);
      }
    }
    return means;
  }

  private static <T> Double mean(List<T> of, Function<T, Double> figure) {
    List<Double> figures = of.stream().map(figure).filter(Objects::nonNull).toList();
    return figures.size() < of.size()
        ? null
        : Double.valueOf(figures.stream().mapToDouble(f -> f).average().orElseThrow());
  }
}
