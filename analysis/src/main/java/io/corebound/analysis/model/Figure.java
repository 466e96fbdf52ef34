package io.corebound.analysis.model;

import io.corebound.records.config.MachineFile;
import io.corebound.records.run.Measurement;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.MeanInterval;
import java.util.random.RandomGenerator;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A measured or stated figure.
 *
 * @param error standard error of the mean; 0 where none is known
 * @param n samples that the mean is made of
 */
record Figure(double value, double error, int n) {
  private static final double SMALLEST_FACTOR = 0.01;

  static Figure exact(double value) {
    return new Figure(value, 0, 1);
  }

  static Figure of(Measurement row) {
    if (Double.isNaN(row.ciLow()) || Double.isNaN(row.ciHigh()) || row.n() < 2) {
      return exact(row.value());
    }
    return new Figure(row.value(), row.half() / halfWidth(row.n(), row.confidence()), row.n());
  }

  /** A figure of a machine file; exact where the interval is null. */
  static Figure within(double value, MachineFile.Interval interval) {
    if (interval == null) {
      return exact(value);
    }
    double half = value * (interval.high() - interval.low()) / 2;
    return new Figure(value, half / halfWidth(interval.n(), MeanInterval.CONFIDENCE), interval.n());
  }

  static Figure within(DataRate rate, MachineFile.Interval interval) {
    return rate == null ? null : within(rate.megabytesPerSecond(), interval);
  }

  /** Its interval as a machine file has it; null where no scatter is known or it is 0. */
  MachineFile.Interval interval() {
    if (n < 2 || !(value > 0)) {
      return null;
    }
    double half = error * halfWidth(n, MeanInterval.CONFIDENCE) / value;
    return new MachineFile.Interval(
        Math.round((1 - half) * 1e5) / 1e5, Math.round((1 + half) * 1e5) / 1e5, n);
  }

  /** Of the interval of a mean of n samples, in standard errors. */
  private static double halfWidth(int n, double confidence) {
    return new TDistribution(n - 1).inverseCumulativeProbability((1 + confidence) / 2);
  }

  boolean uncertain() {
    return error > 0;
  }

  /**
   * The factor by which one draw differs from the mean: (value + error · t) / value with t of
   * Student's distribution of n - 1 degrees of freedom, cut off so that a cost stays above zero.
   */
  double drawFactor(RandomGenerator random) {
    if (!uncertain() || value == 0) {
      return 1;
    }
    double probability = 0.0005 + 0.999 * random.nextDouble();
    double t = new TDistribution(n - 1).inverseCumulativeProbability(probability);
    return Math.max(SMALLEST_FACTOR, 1 + error * t / Math.abs(value));
  }

  /** The same figure in another unit, or several of it together: its error goes with it. */
  Figure times(double factor) {
    return new Figure(value * factor, error * factor, n);
  }

  Figure atLeastOne() {
    return value < 1 ? new Figure(1, error, n) : this;
  }
}
