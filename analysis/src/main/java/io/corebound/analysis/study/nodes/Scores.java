package io.corebound.analysis.study.nodes;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.hipparchus.stat.StatUtils;

/**
 * How far each figure of a group lies from the median of the nodes, in units of how far figures of
 * alike nodes do: of its own error and {@link #ALIKE} together, times what the nodes scatter more
 * than that (1.4826 times the median of all distances, which the far ones do not move). Few nodes
 * do not show what they scatter: their unit is of a figure's own error and {@link #ASSUMED}.
 *
 * @param of by figure and node; NaN where a node lacks it
 * @param ofNode the median of each node's; NaN where it has fewer than {@link #SEVERAL}
 */
record Scores(double[][] of, double[] ofNode) {
  /** By how much nodes of one model differ whatever is done, as a logarithm. */
  static final double ALIKE = 0.02;

  /** Of fewer nodes what they scatter cannot be told from a fault of one. */
  static final int SCATTER_FROM = 5;

  /** By how much few nodes are taken to differ, as a logarithm. */
  static final double ASSUMED = 0.05;

  /** Of fewer figures nobody can say that they all are off. */
  static final int SEVERAL = 3;

  /** The standard deviation of normal values, from their median distance. */
  private static final double NORMAL = 1.4826;

  /**
   * Scores of logarithms.
   *
   * @param logs by figure and node; NaN where a node lacks it
   * @param errors of each figure: how well one node knows it
   */
  static Scores of(double[][] logs, double[] errors) {
    double[][] scores = new double[logs.length][];
    boolean few = logs.length > 0 && logs[0].length < SCATTER_FROM;
    for (int figure = 0; figure < logs.length; figure++) {
      double middle = median(logs[figure]);
      double unit = Math.hypot(errors[figure], few ? ASSUMED : ALIKE);
      scores[figure] =
          DoubleStream.of(logs[figure]).map(value -> (value - middle) / unit).toArray();
    }
    double factor = few ? 1 : scatter(scores);
    for (double[] row : scores) {
      Arrays.setAll(row, node -> row[node] / factor);
    }
    return new Scores(scores, ofNodes(scores));
  }

  private static double scatter(double[][] scores) {
    double[] distances =
        Arrays.stream(scores).flatMapToDouble(DoubleStream::of).map(Math::abs).toArray();
    return Math.max(1, NORMAL * median(distances));
  }

  private static double[] ofNodes(double[][] scores) {
    int nodes = scores.length == 0 ? 0 : scores[0].length;
    double[] medians = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      int node = i;
      double[] own = Arrays.stream(scores).mapToDouble(row -> row[node]).toArray();
      long known = DoubleStream.of(own).filter(score -> !Double.isNaN(score)).count();
      medians[node] = known < SEVERAL ? Double.NaN : median(own);
    }
    return medians;
  }

  /** The most that any figure is off, whatever its sign. */
  double most() {
    return most(Arrays.stream(of).flatMapToDouble(DoubleStream::of));
  }

  double mostOfNodes() {
    return most(DoubleStream.of(ofNode));
  }

  private static double most(DoubleStream scores) {
    return scores.filter(score -> !Double.isNaN(score)).map(Math::abs).max().orElse(0);
  }

  /** Of those that are known; NaN of none. */
  static double median(double[] values) {
    return StatUtils.percentile(values, 50);
  }
}
