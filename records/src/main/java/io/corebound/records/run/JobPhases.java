package io.corebound.records.run;

import io.corebound.records.history.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * When the parts of a job began and ended, in seconds since the Unix epoch; NaN for moments that
 * never came.
 *
 * @param shuffledS end of the last shuffle, at least {@code mapEndS}; NaN without reduces
 * @param reducedS end of the last reduce; NaN without reduces
 */
public record JobPhases(
    double submitS,
    double mapStartS,
    double mapEndS,
    double shuffledS,
    double reducedS,
    double finishS) {
  /**
   * The intervals that predictions are compared with: {@code map}, from the first map's start to
   * the last one's end; {@code shuffle-tail}, from there to the end of the last shuffle; {@code
   * reduce}, from there to the end of the last reduce; and {@code overhead}, the rest of submission
   * to finish. A job without reduces has no shuffle tail and no reduce interval, one that did not
   * get to its end has none at all.
   *
   * @param coreS core-seconds that the machine was busy between two moments
   */
  public List<MeasuredInterval> intervals(DoubleBinaryOperator coreS) {
    if (Double.isNaN(submitS) || Double.isNaN(finishS)) {
      return List.of();
    }
    List<MeasuredInterval> intervals = new ArrayList<>();
    intervals.add(interval(Interval.MAP, mapStartS, mapEndS, coreS));
    if (!Double.isNaN(reducedS)) {
      intervals.add(interval(Interval.SHUFFLE_TAIL, mapEndS, shuffledS, coreS));
      intervals.add(interval(Interval.REDUCE, shuffledS, reducedS, coreS));
    }
    double elapsed = intervals.stream().mapToDouble(MeasuredInterval::elapsedS).sum();
    double busy = intervals.stream().mapToDouble(MeasuredInterval::coreS).sum();
    intervals.add(
        new MeasuredInterval(
            Interval.OVERHEAD,
            submitS,
            finishS,
            finishS - submitS - elapsed,
            coreS.applyAsDouble(submitS, finishS) - busy));
    return intervals;
  }

  private static MeasuredInterval interval(
      Interval name, double start, double end, DoubleBinaryOperator coreS) {
    return new MeasuredInterval(name, start, end, end - start, coreS.applyAsDouble(start, end));
  }
}
