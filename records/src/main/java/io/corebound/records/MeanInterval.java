package io.corebound.records;

import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.StreamingStatistics;

/**
 * A mean and the interval that holds it with 95 % confidence, by Student's t over independent
 * samples: runs of a tool, containers, or means of forks. JMH's own interval pools the iterations
 * of all forks, which are not independent, and is too narrow.
 *
 * @param mean the mean
 * @param low lower end; NaN for a single sample
 * @param high upper end; NaN for a single sample
 * @param n how many samples
 */
public record MeanInterval(double mean, double low, double high, int n) {
  /** Level of the interval. */
  public static final double CONFIDENCE = 0.95;

  /** Mean and interval of samples. */
  public static MeanInterval of(List<Double> samples) {
    StreamingStatistics statistics = new StreamingStatistics();
    samples.forEach(statistics::addValue);
    int n = samples.size();
    double mean = statistics.getMean();
    if (n < 2) {
      return new MeanInterval(mean, Double.NaN, Double.NaN, n);
    }
    double t = new TDistribution(n - 1.0).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    double half = t * statistics.getStandardDeviation() / Math.sqrt(n);
    return new MeanInterval(mean, mean - half, mean + half, n);
  }
}
