package io.corebound.analysis.study.score;

import io.corebound.analysis.study.score.Forecast.Figures;
import io.corebound.records.history.Interval;
import io.corebound.records.run.DerivedFigures.Cut;
import io.corebound.records.run.MeasuredInterval;
import io.corebound.records.run.Prediction;
import java.util.List;
import java.util.Map;

/**
 * What is left of a predicted job when its data vanish: its overhead (submission to the first map,
 * the gaps, what follows the last reduce), waiting, and one start of a container on every slot for
 * maps and for reduces. Further waves come with data, and so do the tasks' cold starts.
 *
 * @param timeS seconds: the starts as their core-seconds over all cores
 * @param furtherStartsS seconds of the starts in further waves, likewise; in neither of the others
 * @param overheadS seconds of the overhead, which are in {@code timeS}
 */
public record FixedCost(double timeS, double coreS, double furtherStartsS, double overheadS) {
  static final String OVERHEAD = Interval.OVERHEAD.word();

  static FixedCost of(Forecast forecast) {
    double waitingS = 0;
    double overheadS = 0;
    double coreS = 0;
    for (Map.Entry<String, Figures> interval : forecast.intervals().entrySet()) {
      if (interval.getKey().equals(OVERHEAD)) {
        overheadS = known(interval.getValue().timeS());
        coreS = known(interval.getValue().coreS());
      } else {
        waitingS += known(interval.getValue().waitingS());
      }
    }
    double starts = starts(forecast);
    return new FixedCost(
        overheadS + waitingS + starts / forecast.cores(),
        coreS + starts,
        (allStarts(forecast) - starts) / forecast.cores(),
        overheadS);
  }

  /** Core-seconds of the starts of all containers. */
  private static double allStarts(Forecast forecast) {
    return forecast.intervals().values().stream().mapToDouble(i -> known(i.startCoreS())).sum();
  }

  /** Core-seconds of one wave of maps' containers and one of reduces'. */
  private static double starts(Forecast forecast) {
    Cut cut = forecast.cut();
    double mapWaves = Math.max(1, known(cut.mapWaves()));
    double reduceWaves = Math.max(1, known(cut.reduceWaves()));
    if (cut.slowStart() == null) {
      return forecast.intervals().entrySet().stream()
          .filter(i -> !i.getKey().equals(OVERHEAD))
          .mapToDouble(
              i ->
                  known(i.getValue().startCoreS())
                      / (i.getKey().equals(Interval.MAP.word()) ? mapWaves : reduceWaves))
          .sum();
    }
    // those of reduces that begin early are in the map interval
    double maps = known(cut.mapTasks());
    double reduces = known(cut.reduceTasks());
    return allStarts(forecast)
        / Math.max(1, maps + reduces)
        * (maps / mapWaves + reduces / reduceWaves);
  }

  /** Its share of a measured job, from 0 to 1, with the measured overhead where that is longer. */
  public static double shareOf(Prediction prediction, List<MeasuredInterval> measured) {
    double overheadS = 0;
    double allS = 0;
    for (MeasuredInterval interval : measured) {
      allS += interval.elapsedS();
      overheadS += interval.name() == Interval.OVERHEAD ? interval.elapsedS() : 0;
    }
    return Math.min(1, of(Forecast.of(prediction)).withOverheadS(overheadS) / allS);
  }

  /** The same with an overhead as measured, where that is longer than the predicted one. */
  double withOverheadS(double measuredS) {
    return timeS + Math.max(0, measuredS - overheadS);
  }

  private static double known(Number value) {
    return value == null ? 0 : value.doubleValue();
  }
}
