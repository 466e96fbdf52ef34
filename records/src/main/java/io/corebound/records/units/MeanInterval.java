package io.corebound.records.units;

import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.StreamingStatistics;

/**
 * A mean and the interval that holds it with 95 % confidence, by Student's t over independent
 * samples: runs of a tool, containers, or means of forks. JMH's own interval pools the iterations
 * of all forks, which are not independent, and is too narrow.
 *
 * <p>Where every sample is above zero, the interval is one of the logarithm, whose standard error
 * is to first order the relative one: from mean / exp(h / mean) to mean x exp(h / mean), where h is
 * Student's t times the mean's standard error. What cannot be negative has no end below zero then.
 *
 * @param low lower end; NaN for a single sample
 * @param high upper end; NaN for a single sample
 * @param n how many samples
 */
public record MeanInterval(double mean, double low, double high, int n) {
  /** Level of the interval. */
  public static final double CONFIDENCE = 0.95;

  /** Of fewer samples no interval is shown: of two, Student's t is 12.7. */
  public static final int FEWEST_SHOWN = 3;

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
    return samples.stream().allMatch(s -> s > 0)
        ? onLogarithm(mean, half, n)
        : new MeanInterval(mean, mean - half, mean + half, n);
  }

  /** The interval of what cannot be negative; {@code half} as {@link #half()} gives it back. */
  public static MeanInterval onLogarithm(double mean, double half, int n) {
    double factor = Math.exp(half / mean);
    return new MeanInterval(mean, mean / factor, mean * factor, n);
  }

  /**
   * Student's t times the standard error. Older files have the mean in the middle of every
   * interval.
   */
  public double half() {
    double middle = (low + high) / 2;
    boolean logarithm = low > 0 && Math.abs(Math.sqrt(low * high) - mean) < Math.abs(middle - mean);
    return logarithm ? mean * Math.log(high / low) / 2 : (high - low) / 2;
  }
}
