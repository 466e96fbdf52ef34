package io.corebound.analysis.study.nodes;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Scores that clean nodes hardly reach: in one of 20 clean runs any node or figure is beyond. That
 * is found by simulating {@link #RUNS} runs of as many nodes and figures, whose scatter is normal,
 * and {@link #FAR} times as large for every tenth value. For the medians of nodes, a node's figures
 * of a group move together: what they share is {@link #SHARED} times what each has of its own. All
 * is far beyond {@link Scores#ALIKE}, so that nodes that scatter much are not accused either, but
 * for few nodes, which scatter as {@link Scores#ASSUMED}.
 *
 * @param ofNode for the median of a node's figures
 * @param ofFigure for a figure
 */
record Bounds(double ofNode, double ofFigure) {
  private static final int RUNS = 1000;

  /** Of false alarms; each of the two bounds has half of it. */
  private static final double LEVEL = 0.05;

  private static final double OFTEN = 0.1;
  private static final double FAR = 2.5;

  /** As clocks of CPUs do, which all operations follow. */
  private static final double SHARED = 3;

  /** Fixed, so that the same figures are judged alike each time. */
  private static final long SEED = 1;

  /** For groups of figures, of which {@code known} says by figure and node what is there. */
  static Bounds of(List<boolean[][]> known) {
    Random random = new Random(SEED);
    double[] nodes = new double[RUNS];
    double[] figures = new double[RUNS];
    for (int run = 0; run < RUNS; run++) {
      for (boolean[][] group : known) {
        double[] exact = new double[group.length];
        Scores shared = Scores.of(noise(group, SHARED, random), exact);
        nodes[run] = Math.max(nodes[run], shared.mostOfNodes());
        Scores apart = Scores.of(noise(group, 0, random), exact);
        figures[run] = Math.max(figures[run], apart.most());
      }
    }
    return new Bounds(quantile(nodes), quantile(figures));
  }

  /** Scatter of figures, and of nodes that much more. */
  private static double[][] noise(boolean[][] known, double shared, Random random) {
    double[][] noise = new double[known.length][];
    double assumed = Scores.ASSUMED / Math.hypot(shared, 1);
    double scatter = known[0].length < Scores.SCATTER_FROM ? assumed : 1;
    double[] ofNode = new double[known[0].length];
    Arrays.setAll(ofNode, node -> shared * random.nextGaussian());
    for (int figure = 0; figure < known.length; figure++) {
      boolean[] has = known[figure];
      noise[figure] = new double[has.length];
      Arrays.setAll(
          noise[figure],
          node -> {
            double far = random.nextDouble() < OFTEN ? FAR : 1;
            double own = random.nextGaussian() * far;
            return has[node] ? scatter * (own + ofNode[node]) : Double.NaN;
          });
    }
    return noise;
  }

  private static double quantile(double[] most) {
    Arrays.sort(most);
    return most[(int) Math.ceil((1 - LEVEL / 2) * most.length) - 1];
  }
}
