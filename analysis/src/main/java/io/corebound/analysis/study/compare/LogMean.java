package io.corebound.analysis.study.compare;

import io.corebound.records.units.Mean;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.stat.descriptive.StreamingStatistics;

/**
 * The mean of a figure's logarithm. A ratio of two figures is a difference of logarithms, and
 * disturbance multiplies: a core that is shared makes everything slower by a factor.
 *
 * @param variance square of the mean's standard error; NaN of a single sample
 * @param n how many samples: forks of one run, repetitions, or runs
 */
record LogMean(double mean, double variance, int n) {

  /** Of one run: a mean above zero, whose relative standard error is that of its logarithm. */
  static LogMean ofForks(Mean figure) {
    return new LogMean(
        Math.log(figure.value()), Math.pow(figure.error() / figure.value(), 2), figure.n());
  }

  /** Of independent samples, at least one, all above zero. */
  static LogMean of(List<Double> samples) {
    StreamingStatistics logs = new StreamingStatistics();
    samples.forEach(s -> logs.addValue(Math.log(s)));
    return new LogMean(
        logs.getMean(),
        samples.size() < 2 ? Double.NaN : logs.getVariance() / samples.size(),
        samples.size());
  }

  /** Of ratios of two sides' samples, pair by pair. */
  static LogMean ofPairs(List<Double> a, List<Double> b) {
    return of(IntStream.range(0, a.size()).mapToObj(i -> b.get(i) / a.get(i)).toList());
  }

  /** The geometric mean, in the figure's own unit. */
  double value() {
    return Math.exp(mean);
  }
}
