package io.corebound.analysis.study.history;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.util.FastMath;

/**
 * A row of values, cut where it becomes another: between two cuts the values scatter around one
 * mean, and all stretches scatter alike.
 *
 * <p>Where to cut is found by E-divisive means (Matteson and James, A nonparametric approach for
 * multiple change point analysis of multivariate data, Journal of the American Statistical
 * Association 109, 2014): each stretch is cut where the energy distance between its two parts is
 * largest. Whether a cut holds is Student's t for the means on its two sides, as in Fleming and
 * others, Hunter: using change point detection to hunt for performance regressions (ICPE 2023),
 * because permutations of few runs decide nothing: the cut with the largest p goes, the others are
 * judged anew, until all are below the level.
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

  /** The cuts whose p is below the level of a single test. */
  static Segments of(double[] values, double level) {
    List<Integer> cuts = new ArrayList<>();
    cut(values, 0, values.length, cuts);
    cuts.sort(null);
    Segments segments = new Segments(values, cuts);
    while (!segments.cuts.isEmpty()) {
      int weakest = segments.weakest();
      if (segments.p(weakest) < level) {
        return segments;
      }
      List<Integer> fewer = new ArrayList<>(segments.cuts);
      fewer.remove(weakest);
      segments = new Segments(values, fewer);
    }
    return segments;
  }

  private static void cut(double[] x, int from, int to, List<Integer> cuts) {
    double within = 0; // sum of the distances between the values of the right part
    double all = 0;
    for (int i = from; i < to; i++) {
      all += distances(x, i, from, i);
    }
    double left = 0;
    within = all;
    int best = -1;
    double largest = 0;
    for (int at = from + 1; at <= to - SHORTEST; at++) {
      left += distances(x, at - 1, from, at - 1);
      within -= distances(x, at - 1, at, to);
      double n = at - from;
      double m = to - at;
      if (n < SHORTEST) {
        continue;
      }
      double q =
          n
              * m
              / (n + m)
              * (2 / (n * m) * (all - left - within)
                  - 2 * left / (n * (n - 1))
                  - 2 * within / (m * (m - 1)));
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
      sum += FastMath.abs(x[of] - x[i]);
    }
    return sum;
  }

  private int weakest() {
    int weakest = 0;
    for (int i = 1; i < cuts.size(); i++) {
      if (p(i) > p(weakest)) {
        weakest = i;
      }
    }
    return weakest;
  }

  /** The mean of a stretch. */
  double mean(int stretch) {
    double sum = 0;
    for (int i = begin(stretch); i < begin(stretch + 1); i++) {
      sum += values[i];
    }
    return sum / size(stretch);
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

  /** The two-sided p-value of a cut, uncorrected. */
  double p(int cut) {
    return p(mean(cut + 1) - mean(cut), 1.0 / size(cut) + 1.0 / size(cut + 1));
  }

  /** That of one more value at the end. */
  double pOfNext(double value) {
    return p(value - mean(last()), 1 + 1.0 / size(last()));
  }

  private double p(double difference, double parts) {
    double error = Math.sqrt(variance() * parts);
    if (error == 0) {
      return difference == 0 ? 1 : 0;
    }
    return 2
        * new TDistribution(freedom()).cumulativeProbability(-FastMath.abs(difference) / error);
  }

  /** Half of the interval that has the next value with a probability. */
  double halfOfNext(double probability) {
    return new TDistribution(freedom()).inverseCumulativeProbability((1 + probability) / 2)
        * Math.sqrt(variance() * (1 + 1.0 / size(last())));
  }
}
