package io.corebound.collectors;

import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.StreamingStatistics;

/**
 * A mean and the interval that holds it with 95 % confidence, by Student's t over independent runs.
 *
 * @param mean the mean
 * @param low lower end; NaN for a single run
 * @param high upper end; NaN for a single run
 * @param n how many runs
 */
record Interval(double mean, double low, double high, int n) {
  static final double CONFIDENCE = 0.95;

  static Interval of(List<Double> values) {
    StreamingStatistics statistics = new StreamingStatistics();
    values.forEach(statistics::addValue);
    double mean = statistics.getMean();
    if (values.size() < 2) {
      return new Interval(mean, Double.NaN, Double.NaN, values.size());
    }
    double t =
        new TDistribution(values.size() - 1.0).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    double half = t * statistics.getStandardDeviation() / Math.sqrt(values.size());
    return new Interval(mean, mean - half, mean + half, values.size());
  }
}
