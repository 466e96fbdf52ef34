package io.corebound.analysis.study.compare;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * B over A with its interval and two tests, by B. L. Welch's t on the logarithms: both sides have
 * their own variance, because another JDK or another machine may well scatter otherwise, and their
 * own number of samples (The generalization of 'Student's' problem when several different
 * population variances are involved, Biometrika 34, 1947; degrees of freedom by Satterthwaite,
 * 1946).
 *
 * @param pDiffers two-sided p-value of "B is A"
 * @param pSame p-value of "B is further from A than the margin", by two one-sided tests
 *     (Schuirmann, 1987)
 */
record Ratio(double value, double low, double high, double pDiffers, double pSame) {
  static final double CONFIDENCE = 0.95;

  /**
   * Of pairs, whose differences are one sample (Student's t for paired samples); {@code margin} as
   * below.
   */
  static Ratio of(LogMean pairs, double margin) {
    return of(pairs.mean(), pairs.variance(), pairs.n() - 1, margin);
  }

  /** Of two samples each; {@code margin} makes A / (1 + margin) to A x (1 + margin) equal. */
  static Ratio of(LogMean a, LogMean b, double margin) {
    double variance = a.variance() + b.variance();
    double freedom =
        variance
            * variance
            / (Math.pow(a.variance(), 2) / (a.n() - 1) + Math.pow(b.variance(), 2) / (b.n() - 1));
    return of(b.mean() - a.mean(), variance, freedom, margin);
  }

  private static Ratio of(double difference, double variance, double freedom, double margin) {
    double edge = Math.log1p(margin);
    if (variance == 0) {
      double ratio = Math.exp(difference);
      return new Ratio(
          ratio, ratio, ratio, difference == 0 ? 1 : 0, Math.abs(difference) < edge ? 0 : 1);
    }
    double error = Math.sqrt(variance);
    TDistribution t = new TDistribution(freedom);
    double half = t.inverseCumulativeProbability((1 + CONFIDENCE) / 2) * error;
    return new Ratio(
        Math.exp(difference),
        Math.exp(difference - half),
        Math.exp(difference + half),
        2 * t.cumulativeProbability(-Math.abs(difference) / error),
        t.cumulativeProbability((Math.abs(difference) - edge) / error));
  }
}
