package io.corebound.analysis.study.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A row of values, cut where it becomes another: between two cuts the values scatter around one
 * mean, and all stretches scatter alike.
 *
 * <p>Where to cut is found by E-divisive means (Matteson and James, A nonparametric approach for
 * multiple change point analysis of multivariate data, Journal of the American Statistical
 * Association 109, 2014): each stretch is cut where the energy distance between its two parts is
 * largest. Whether a cut holds is Student's t for its two sides, as in Fleming and others, Hunter:
 * using change point detection to hunt for performance regressions (ICPE 2023), because
 * permutations of few runs decide nothing. Each side leaves out the value that is furthest from the
 * other side, or one odd value among many would do for a change. The weakest cut goes and the
 * others are judged anew, until all hold.
 *
 * @param cuts places of the first value of each stretch but the first
 */
record Segments(double[] values, List<Integer> cuts) {
  /** Values of a stretch: one alone is an outlier as likely as a change. */
  private static final int SHORTEST = 2;

  /** How many places there are where so many values can be cut. */
  static int places(int values) {
    return Math.max(0, values - 2 * SHORTEST + 1);
  }

  /**
   * The cuts that hold.
   *
   * @param level below which the p of a single cut is
   * @param least difference of two means that is told
   */
  static Segments of(double[] values, double level, double least) {
    List<Integer> cuts = new ArrayList<>();
    cut(values, 0, values.length, cuts);
    cuts.sort(null);
    // shows what is left of the cuts
    Segments segments = new Segments(values, cuts);
    while (!cuts.isEmpty()) {
      double error = Math.sqrt(segments.variance());
      int weakest = segments.lowest(cut -> segments.t(cut, error));
      int smallest = segments.lowest(segments::difference);
      if (segments.p(segments.t(weakest, error)) >= level) {
        cuts.remove(weakest);
      } else if (segments.difference(smallest) < least) {
        cuts.remove(smallest);
      } else {
        break;
      }
    }
    return segments;
  }

  private int lowest(IntToDoubleFunction of) {
    return IntStream.range(0, cuts.size())
        .boxed()
        .min(Comparator.comparingDouble(of::applyAsDouble))
        .orElseThrow();
  }

  private static void cut(double[] x, int from, int to, List<Integer> cuts) {
    // sums of the distances between all values, within the left part, and within the right one
    double all = 0;
    for (int i = from; i < to; i++) {
      all += distances(x, i, from, i);
    }
    double left = 0;
    double right = all;
    int best = -1;
    double largest = 0;
    for (int at = from + 1; at <= to - SHORTEST; at++) {
      left += distances(x, at - 1, from, at - 1);
      right -= distances(x, at - 1, at, to);
      double n = at - from;
      double m = to - at;
      double q =
          n < SHORTEST
              ? 0
              : n
                  * m
                  / (n + m)
                  * (2 / (n * m) * (all - left - right)
                      - 2 * left / (n * (n - 1))
                      - 2 * right / (m * (m - 1)));
      if (q > largest) {
        largest = q;
        best = at;
      }
    }
    if (best > 0) {
      cuts.add(best);
      cut(x, from, best, cuts);
      cut(x, best, to, cuts);
    }
  }

  /** The sum of a value's distances to those at {@code from} up to {@code to}. */
  private static double distances(double[] x, int of, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += Math.abs(x[of] - x[i]);
    }
    return sum;
  }

  /** The mean of a stretch. */
  double mean(int stretch) {
    double sum = 0;
    for (int i = begin(stretch); i < begin(stretch + 1); i++) {
      sum += values[i];
    }
    return sum / size(stretch);
  }

  /** The same without the value that is furthest from another. */
  private double meanNear(int stretch, double other) {
    double furthest = other;
    for (int i = begin(stretch); i < begin(stretch + 1); i++) {
      if (Math.abs(values[i] - other) > Math.abs(furthest - other)) {
        furthest = values[i];
      }
    }
    return (mean(stretch) * size(stretch) - furthest) / (size(stretch) - 1);
  }

  int size(int stretch) {
    return begin(stretch + 1) - begin(stretch);
  }

  private int begin(int stretch) {
    if (stretch == 0) {
      return 0;
    }
    return stretch > cuts.size() ? values.length : cuts.get(stretch - 1);
  }

  int last() {
    return cuts.size();
  }

  /** Values less stretches. */
  int freedom() {
    return values.length - cuts.size() - 1;
  }

  /** The variance of all values around the means of their stretches. */
  double variance() {
    double squares = 0;
    for (int stretch = 0; stretch <= last(); stretch++) {
      double mean = mean(stretch);
      for (int i = begin(stretch); i < begin(stretch + 1); i++) {
        squares += (values[i] - mean) * (values[i] - mean);
      }
    }
    return squares / freedom();
  }

  /** Between the means on both sides of a cut, whatever its sign. */
  private double difference(int cut) {
    return Math.abs(mean(cut + 1) - mean(cut));
  }

  /** Student's t of a cut, each side without its furthest value. */
  private double t(int cut, double error) {
    double before = meanNear(cut, mean(cut + 1));
    double after = meanNear(cut + 1, mean(cut));
    // where the rest of a side lies beyond the other there is no change to either side
    boolean same = Math.signum(after - before) == Math.signum(mean(cut + 1) - mean(cut));
    double parts = 1.0 / (size(cut) - 1) + 1.0 / (size(cut + 1) - 1);
    return same ? t(after - before, error * Math.sqrt(parts)) : 0;
  }

  private static double t(double difference, double error) {
    if (difference == 0) {
      return 0;
    }
    return error == 0 ? Double.POSITIVE_INFINITY : Math.abs(difference) / error;
  }

  /** The two-sided p of a t of at least zero. */
  private double p(double t) {
    return Double.isInfinite(t) ? 0 : 2 * new TDistribution(freedom()).cumulativeProbability(-t);
  }

  /** The p of a cut, uncorrected. */
  double pOfCut(int cut) {
    return p(t(cut, Math.sqrt(variance())));
  }

  /** The two-sided p of one more value at the end. */
  double pOfNext(double value) {
    return p(t(value - mean(last()), errorOfNext()));
  }

  /** Half of the interval that has the next value with a probability. */
  double halfOfNext(double probability) {
    return new TDistribution(freedom()).inverseCumulativeProbability((1 + probability) / 2)
        * errorOfNext();
  }

  private double errorOfNext() {
    return Math.sqrt(variance() * (1 + 1.0 / size(last())));
  }
}
