package io.corebound.analysis.pages.report.cell;

import io.corebound.records.run.Load;
import io.corebound.records.run.PredictedInterval;
import io.corebound.records.run.Prediction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A change that would shorten the predicted job, and by how much at most: per interval, the time of
 * the fullest of CPU, disk and network before the change and after it, everything else the same.
 *
 * @param note what limits the statement; may be empty
 */
public record Lever(String change, double savedS, String note) {
  /**
   * The levers of a prediction, the largest first, with those that save nothing; none where only
   * rates were predicted.
   */
  static List<Lever> of(Prediction prediction) {
    if (prediction.intervals().stream().anyMatch(i -> i.cpuS() == null)) {
      return List.of();
    }
    List<PredictedInterval> intervals = prediction.intervals();
    List<Lever> levers = new ArrayList<>();
    levers.add(
        new Lever(
            "twice the cores",
            saved(prediction, i -> i.load().times(0.5, 1, 1)),
            "extrapolated: beyond the cores that were loaded"));
    if (intervals.stream().anyMatch(i -> i.diskS() != null)) {
      double savedS = saved(prediction, i -> i.load().times(1, 0.5, 1));
      levers.add(new Lever("a disk twice as fast", savedS, ""));
    }
    if (intervals.stream().anyMatch(i -> i.networkS() != null)) {
      double savedS = saved(prediction, i -> i.load().times(1, 1, 0.5));
      levers.add(new Lever("a network twice as fast", savedS, ""));
    }
    Optional<String> operation = largestOperation(prediction);
    if (operation.isPresent()) {
      double savedS =
          saved(
              prediction, i -> i.load().times(1 - coreS(i, operation.get()) / 2 / i.coreS(), 1, 1));
      levers.add(
          new Lever("the operation %s at half its cost".formatted(operation.get()), savedS, ""));
    }
    levers.sort(Comparator.comparingDouble(Lever::savedS).reversed());
    return levers;
  }

  /** The operation with the most core-seconds over all intervals. */
  static Optional<String> largestOperation(Prediction prediction) {
    return operations(prediction).entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  /** Core-seconds by operation over all intervals. */
  public static Map<String, Double> operations(Prediction prediction) {
    Map<String, Double> coreS = new TreeMap<>();
    for (PredictedInterval interval : prediction.intervals()) {
      for (Prediction.OperationCost cost : interval.operations()) {
        coreS.merge(cost.operation(), cost.coreS(), Double::sum);
      }
    }
    return coreS;
  }

  /** Core-seconds of an operation in an interval. */
  public static double coreS(PredictedInterval interval, String operation) {
    return interval.operations().stream()
        .filter(o -> o.operation().equals(operation))
        .mapToDouble(Prediction.OperationCost::coreS)
        .sum();
  }

  private static double saved(Prediction prediction, Function<PredictedInterval, Load> after) {
    return prediction.intervals().stream()
        .filter(i -> i.coreS() > 0)
        .mapToDouble(i -> i.load().fullOverlapS() - after.apply(i).fullOverlapS())
        .sum();
  }
}
