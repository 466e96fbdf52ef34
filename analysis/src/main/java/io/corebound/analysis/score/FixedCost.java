package io.corebound.analysis.score;

import io.corebound.records.run.CellResult;
import io.corebound.records.run.DerivedFigures.Cut;
import io.corebound.records.run.Prediction;
import io.corebound.records.run.Prediction.Interval;
import java.util.List;

/**
 * What is left of a predicted job when its data vanish: its overhead (submission to the first map,
 * the gaps, what follows the last reduce), waiting, and one start of a container on every slot for
 * maps and for reduces. Further waves come with data, and so do the tasks' cold starts.
 *
 * @param timeS seconds: the starts as their core-seconds over all cores
 * @param furtherStartsS seconds of the starts in further waves, likewise; in neither of the others
 */
public record FixedCost(double timeS, double coreS, double furtherStartsS) {
  static final String OVERHEAD = "overhead";
  private static final String START = "start.container";

  static FixedCost of(Prediction prediction) {
    double timeS = 0;
    double coreS = 0;
    for (Interval interval : prediction.intervals()) {
      if (interval.name().equals(OVERHEAD)) {
        timeS += known(interval.timeS());
        coreS += known(interval.coreS());
      } else {
        timeS += known(interval.waitingS());
      }
    }
    double starts = starts(prediction);
    double cores = cores(prediction);
    return new FixedCost(
        timeS + starts / cores, coreS + starts, (allStarts(prediction) - starts) / cores);
  }

  /** Core-seconds of the starts of all containers. */
  private static double allStarts(Prediction prediction) {
    return prediction.intervals().stream().mapToDouble(FixedCost::ofStarts).sum();
  }

  /** Core-seconds of one wave of maps' containers and one of reduces'. */
  private static double starts(Prediction prediction) {
    Cut cut = prediction.derived().cut();
    double mapWaves = Math.max(1, known(cut.mapWaves()));
    double reduceWaves = Math.max(1, known(cut.reduceWaves()));
    if (cut.slowStart() == null) {
      return prediction.intervals().stream()
          .filter(i -> !i.name().equals(OVERHEAD))
          .mapToDouble(i -> ofStarts(i) / (i.name().equals("map") ? mapWaves : reduceWaves))
          .sum();
    }
    // those of reduces that begin early are in the map interval
    double maps = known(cut.mapTasks());
    double reduces = known(cut.reduceTasks());
    return allStarts(prediction)
        / Math.max(1, maps + reduces)
        * (maps / mapWaves + reduces / reduceWaves);
  }

  /** Its share of a measured job, from 0 to 1, with the measured overhead where that is longer. */
  public static double shareOf(Prediction prediction, List<CellResult.Interval> measured) {
    double overheadS = 0;
    double allS = 0;
    for (CellResult.Interval interval : measured) {
      allS += interval.elapsedS();
      overheadS += interval.name().equals(OVERHEAD) ? interval.elapsedS() : 0;
    }
    return Math.min(1, of(prediction).withOverheadS(prediction, overheadS) / allS);
  }

  /** The same with an overhead as measured, where that is longer than the predicted one. */
  double withOverheadS(Prediction prediction, double measuredS) {
    return timeS + Math.max(0, measuredS - overheadS(prediction));
  }

  private static double overheadS(Prediction prediction) {
    return prediction.intervals().stream()
        .filter(i -> i.name().equals(OVERHEAD))
        .mapToDouble(i -> known(i.timeS()))
        .sum();
  }

  static double ofStarts(Interval interval) {
    List<Prediction.OperationCost> operations =
        interval.operations() == null ? List.of() : interval.operations();
    return operations.stream()
        .filter(o -> o.operation().equals(START))
        .mapToDouble(Prediction.OperationCost::coreS)
        .sum();
  }

  static double cores(Prediction prediction) {
    return prediction.nodes() == null || prediction.coresPerNode() == null
        ? 1
        : (double) prediction.nodes() * prediction.coresPerNode();
  }

  private static double known(Number value) {
    return value == null ? 0 : value.doubleValue();
  }
}
