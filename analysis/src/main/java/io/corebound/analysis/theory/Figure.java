package io.corebound.analysis.theory;

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
public record Figure(double value, double error, int n) {
  static Figure exact(double value) {
    return new Figure(value, 0, 1);
  }

  static Figure of(Measurement row) {
    if (Double.isNaN(row.ciLow()) || Double.isNaN(row.ciHigh()) || row.n() < 2) {
      return exact(row.value());
    }
    return new Figure(row.value(), row.half() / halfWidth(row.n(), row.confidence()), row.n());
  }

  /**
   * The same where too few samples say how far they scatter: with what other runs taught.
   *
   * @param scatter of one sample, relative; null where nothing was learned
   */
  Figure withScatter(Double scatter) {
    return n >= Learned.ENOUGH || scatter == null
        ? this
        : new Figure(value, scatter * value / Math.sqrt(n), n);
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
  public MachineFile.Interval interval() {
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

  /** The factor by which one draw differs from the mean: log-normal, so that it is above zero. */
  double drawFactor(RandomGenerator random) {
    return !uncertain() || value == 0
        ? 1
        : Math.exp(error / Math.abs(value) * random.nextGaussian());
  }

  /** The same figure in another unit, or several of it together: its error goes with it. */
  Figure times(double factor) {
    return new Figure(value * factor, error * factor, n);
  }

  Figure atLeastOne() {
    return value < 1 ? new Figure(1, error, n) : this;
  }
}
