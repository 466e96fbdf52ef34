package io.corebound.analysis.study.compare;

/**
 * Why the samples of a figure decide nothing.
 *
 * @param least samples of the side that has fewer
 * @param needed samples a side that a verdict needs
 */
public record TooFew(Samples samples, int least, int needed) {
  /** What a sample is. */
  public enum Samples {
    RUN,
    FORK,
    REPETITION,
    /** All samples of one run are of one start, so that runs are needed. */
    START,
    /** There are enough, but nobody knows how they scatter. */
    UNKNOWN_SPREAD
  }
}
