package io.corebound.microbenchrunner;

import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.StreamingStatistics;

/**
 * A mean over independent samples with its confidence interval by Student's t. JMH's own interval
 * pools the iterations of all forks, which are not independent, and is too narrow; here a sample is
 * a fork's mean.
 *
 * @param mean the mean
 * @param low lower end; NaN with one sample
 * @param high upper end; NaN with one sample
 * @param n samples
 */
record ForkMeans(double mean, double low, double high, int n) {
  static final double CONFIDENCE = 0.95;

  static ForkMeans of(double[] samples) {
    StreamingStatistics statistics = new StreamingStatistics();
    for (double sample : samples) {
      statistics.addValue(sample);
    }
    int n = samples.length;
    double mean = statistics.getMean();
    if (n < 2) {
      return new ForkMeans(mean, Double.NaN, Double.NaN, n);
    }
    double t = new TDistribution(n - 1.0).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    double half = t * statistics.getStandardDeviation() / Math.sqrt(n);
    return new ForkMeans(mean, mean - half, mean + half, n);
  }
}
