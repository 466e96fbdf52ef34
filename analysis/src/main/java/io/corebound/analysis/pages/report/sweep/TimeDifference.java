package io.corebound.analysis.pages.report.sweep;

import io.corebound.analysis.pages.page.Figures;
import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * Ratio of two combinations' geometric mean times, with its 95 % interval by Student's t. The
 * variance of the log times is pooled over all combinations, because two of them have few
 * repetitions.
 *
 * @param ratio time of the second over that of the first
 * @param low lower end of its interval; NaN where every combination ran once
 */
public record TimeDifference(double ratio, double low, double high) {
  /** Smaller changes count as none. */
  static final double SMALL = 0.10;

  private static final double CONFIDENCE = 0.95;

  /** What a difference shows. */
  public enum Verdict {
    /** The interval lies within ± 10 %. */
    HARDLY,
    /** The interval excludes 1 and reaches beyond ± 10 %. */
    DIFFERS,
    /** The interval includes 1 and reaches beyond ± 10 %. */
    CANNOT_TELL,
    /** Every combination ran once, so the spread is not known. */
    ONE_REPETITION
  }

  /** Compares two combinations; the repetitions of all give the spread. */
  static TimeDifference of(Combination first, Combination second, List<Combination> all) {
    return of(first.timesS(), second.timesS(), all.stream().map(Combination::timesS).toList());
  }

  /** The same of times in seconds: of the first, of the second, and of every combination. */
  public static TimeDifference of(List<Double> first, List<Double> second, List<List<Double>> all) {
    double logRatio = meanLog(second) - meanLog(first);
    double squares = 0;
    int freedom = 0;
    for (List<Double> times : all) {
      if (times.size() > 1) {
        double mean = meanLog(times);
        squares += times.stream().mapToDouble(t -> Math.pow(Math.log(t) - mean, 2)).sum();
        freedom += times.size() - 1;
      }
    }
    if (freedom == 0) {
      return new TimeDifference(Math.exp(logRatio), Double.NaN, Double.NaN);
    }
    double t = new TDistribution(freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    double half =
        t * Math.sqrt(squares / freedom) * Math.sqrt(1.0 / first.size() + 1.0 / second.size());
    return new TimeDifference(
        Math.exp(logRatio), Math.exp(logRatio - half), Math.exp(logRatio + half));
  }

  /** Logarithm of the geometric mean; NaN of no times. */
  public static double meanLog(List<Double> times) {
    return times.stream().mapToDouble(Math::log).average().orElse(Double.NaN);
  }

  public Verdict verdict() {
    if (Double.isNaN(low)) {
      return Verdict.ONE_REPETITION;
    }
    if (low >= 1 / (1 + SMALL) && high <= 1 + SMALL) {
      return Verdict.HARDLY;
    }
    return differs() ? Verdict.DIFFERS : Verdict.CANNOT_TELL;
  }

  /** Whether its interval excludes 1. */
  public boolean differs() {
    return low > 1 || high < 1;
  }

  /** {@code −3.1 % (95 %: −5.0 % to −1.2 %)}. */
  public String inWords() {
    String by = Figures.difference(ratio - 1);
    return Double.isNaN(low)
        ? by
        : "%s (95 %%: %s to %s)"
            .formatted(by, Figures.difference(low - 1), Figures.difference(high - 1));
  }
}
