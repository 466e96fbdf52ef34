package io.corebound.analysis.model;

import io.corebound.records.config.MachineFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.MeanInterval;
import java.util.random.RandomGenerator;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A measured or stated figure.
 *
 * @param value its mean
 * @param scale standard error of the mean; 0 where no confidence interval is known
 * @param n samples that the mean is made of
 */
record Figure(double value, double scale, int n) {

  /** A figure that is taken as it is. */
  static Figure exact(double value) {
    return new Figure(value, 0, 1);
  }

  /** The mean of a measurement, its standard error taken back out of the confidence interval. */
  static Figure of(Measurement row) {
    if (Double.isNaN(row.ciLow()) || Double.isNaN(row.ciHigh()) || row.n() < 2) {
      return exact(row.value());
    }
    return new Figure(row.value(), row.half() / halfWidth(row.n(), row.confidence()), row.n());
  }

  /**
   * A figure of a machine file, its standard error taken back out of the interval beside it.
   *
   * @param interval null where the file has none, and the figure is taken as it is
   */
  static Figure within(double value, MachineFile.Interval interval) {
    if (interval == null) {
      return exact(value);
    }
    double half = value * (interval.high() - interval.low()) / 2;
    return new Figure(value, half / halfWidth(interval.n(), MeanInterval.CONFIDENCE), interval.n());
  }

  /** Of the interval of a mean of n samples, in standard errors. */
  private static double halfWidth(int n, double confidence) {
    return new TDistribution(n - 1).inverseCumulativeProbability((1 + confidence) / 2);
  }

  /** Whether a confidence interval is known. */
  boolean uncertain() {
    return scale > 0;
  }

  /**
   * The factor by which one draw differs from the mean: (value + scale · t) / value with t of
   * Student's distribution of n - 1 degrees of freedom, cut off so that a cost stays above zero.
   */
  double drawFactor(RandomGenerator random) {
    if (!uncertain() || value == 0) {
      return 1;
    }
    double probability = 0.0005 + 0.999 * random.nextDouble();
    double t = new TDistribution(n - 1).inverseCumulativeProbability(probability);
    return Math.max(SMALLEST_FACTOR, 1 + scale * t / Math.abs(value));
  }

  private static final double SMALLEST_FACTOR = 0.01;

  /** The same figure, known exactly, multiplied by a factor. */
  Figure times(double factor) {
    return exact(value * factor);
  }

  /** The same figure in another unit, or of several alike: its uncertainty goes with it. */
  Figure scaledBy(double factor) {
    return new Figure(value * factor, scale * factor, n);
  }
}
