package io.corebound.records.units;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.descriptive.StreamingStatistics;

/**
 * A measured or stated figure: the mean of independent samples, which are runs of a tool,
 * containers, or means of forks. JMH's own error pools the iterations of all forks, which are not
 * independent, and is too small.
 *
 * @param error standard error of the mean; NaN where it is not known, as of a single sample
 * @param n how many samples
 */
public record Mean(double value, double error, int n) {
  @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
  public Mean {
    Refuse.when(
        error < 0 || Double.isInfinite(error), "error is finite and at least 0, not %s", error);
  }

  /** Level of the intervals that are shown. */
  public static final double CONFIDENCE = 0.95;

  /** Of fewer samples no interval is shown: of two, Student's t is 12.7. */
  public static final int FEWEST_SHOWN = 3;

  /** The ends of an interval that holds the mean with {@link #CONFIDENCE}. */
  public record Interval(double low, double high) {}

  public static Mean of(List<Double> samples) {
    StreamingStatistics statistics = new StreamingStatistics();
    samples.forEach(statistics::addValue);
    int n = samples.size();
    return new Mean(
        statistics.getMean(),
        n < 2 ? Double.NaN : statistics.getStandardDeviation() / Math.sqrt(n),
        n);
  }

  /** Of n samples that do not say how far their mean is off. */
  public static Mean alone(double value, int n) {
    return new Mean(value, Double.NaN, n);
  }

  /** What is certain, or taken so. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Mean exact(double value) {
    return new Mean(value, 0, 1);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Mean exact(long value) {
    return exact((double) value);
  }

  /**
   * Of the interval that older files have instead of the error, with the mean in its middle or, in
   * later ones of samples above zero, in the middle of the logarithms.
   */
  public static Mean ofInterval(double value, double low, double high, double confidence, int n) {
    if (n < 2 || Double.isNaN(low) || Double.isNaN(high)) {
      return alone(value, n);
    }
    Refuse.when(
        !(confidence > 0 && confidence < 1), "confidence is between 0 and 1, not %s", confidence);
    double middle = (low + high) / 2;
    boolean logarithm =
        low > 0 && Math.abs(Math.sqrt(low * high) - value) < Math.abs(middle - value);
    double half = logarithm ? value * Math.log(high / low) / 2 : (high - low) / 2;
    return new Mean(value, half / studentsT(n, confidence), n);
  }

  /** Half the interval's width on the figure itself: Student's t times the error, if any. */
  public double half() {
    return n < 2 || Double.isNaN(error) ? Double.NaN : error * studentsT(n, CONFIDENCE);
  }

  /**
   * The interval by Student's t. Of what cannot be negative it is one of the logarithm, whose error
   * is to first order the relative one: from mean / exp(half / mean) to mean x exp(half / mean), so
   * that it has no end below zero.
   */
  public Interval interval(boolean mayBeNegative) {
    if (mayBeNegative || !(value > 0)) {
      return new Interval(value - half(), value + half());
    }
    double factor = Math.exp(half() / value);
    return new Interval(value / factor, value * factor);
  }

  private static double studentsT(int n, double confidence) {
    return new TDistribution(n - 1.0).inverseCumulativeProbability((1 + confidence) / 2);
  }

  /** The same figure in another unit, or several of it together: its error goes with it. */
  public Mean times(double factor) {
    return new Mean(value * factor, error * Math.abs(factor), n);
  }
}
