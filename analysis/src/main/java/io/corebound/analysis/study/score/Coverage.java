package io.corebound.analysis.study.score;

import org.hipparchus.distribution.continuous.BetaDistribution;

/**
 * How often a measured figure lay in its predicted 90 % interval.
 *
 * @param within how many did
 * @param of how many have one
 * @param lowPercent lower end of the 95 % interval of the share, by C. J. Clopper and E. S. Pearson
 *     (Biometrika 26, 1934); null of none
 * @param highPercent upper end; null as above
 * @param claim whether there are enough to say anything: {@value #ENOUGH}
 */
public record Coverage(int within, int of, Double lowPercent, Double highPercent, boolean claim) {
  /** Of fewer figures no claim is made. */
  public static final int ENOUGH = 40;

  private static final double TAIL = 0.025;

  static Coverage of(int within, int of) {
    return of == 0
        ? new Coverage(0, 0, null, null, false)
        : new Coverage(
            within,
            of,
            within == 0
                ? 0
                : 100
                    * new BetaDistribution(within, of - within + 1.0)
                        .inverseCumulativeProbability(TAIL),
            within == of
                ? 100
                : 100
                    * new BetaDistribution(within + 1.0, of - (double) within)
                        .inverseCumulativeProbability(1 - TAIL),
            of >= ENOUGH);
  }
}
