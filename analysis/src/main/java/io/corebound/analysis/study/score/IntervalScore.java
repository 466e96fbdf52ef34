package io.corebound.analysis.study.score;

/**
 * An interval of a cell, or its whole job, as predicted and as measured. Null stands where a figure
 * is not known. Errors are (predicted - measured) / measured.
 *
 * @param interval {@code map}, {@code shuffle-tail}, {@code reduce}, {@code overhead} or {@code
 *     total}
 * @param predictedLowS lower end of its 90 % interval; predictions before intervals had one have it
 *     of the whole job alone
 */
public record IntervalScore(
    String interval,
    Double predictedCoreS,
    Double predictedCoreLowS,
    Double predictedCoreHighS,
    Double measuredCoreS,
    Double coreErrorPercent,
    Double predictedS,
    Double predictedLowS,
    Double predictedHighS,
    Double measuredS,
    Double timeErrorPercent) {
  /** The name of the whole job. */
  public static final String TOTAL = "total";
}
