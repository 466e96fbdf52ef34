package io.corebound.microbenchrunner.suite;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How far the speed of the machine as a whole strays from turn to turn of the forks. Every
 * operation has a fork in a turn; what is dearer for all of them in one than in another is neither
 * an operation's own scatter nor its compiler's, but the machine's: neighbours on the same
 * hardware, its clock, its memory. A two-way analysis of variance of the logarithms of the costs,
 * without replication, parts the two.
 */
final class SpeedOverTurns {
  /** Two turns tell a difference, and not how large it usually is. */
  static final int LEAST_TURNS = 3;

  /** Of fewer operations their own scatter would pass for the machine's. */
  static final int LEAST_OPERATIONS = 5;

  private SpeedOverTurns() {}

  /** The most turns that so many operations have as are needed; 0 where no so many are there. */
  static int turnsOfEnough(Collection<double[]> costs) {
    return costs.stream()
        .map(c -> c.length)
        .sorted(Comparator.reverseOrder())
        .skip(LEAST_OPERATIONS - 1)
        .findFirst()
        .orElse(0);
  }

  /**
   * The standard deviation of what the operations of a turn have in common, as a fraction of the
   * mean; 0 where their own scatter explains all of it, empty where too few were measured.
   *
   * @param costs of each operation, by turn; all above 0, of as many turns each
   */
  static OptionalDouble scatter(List<double[]> costs) {
    int operations = costs.size();
    if (operations < LEAST_OPERATIONS || costs.get(0).length < LEAST_TURNS) {
      return OptionalDouble.empty();
    }
    int turns = costs.get(0).length;
    double[][] strays = costs.stream().map(SpeedOverTurns::strays).toArray(double[][]::new);
    double between = 0;
    double within = 0;
    for (int turn = 0; turn < turns; turn++) {
      double common = 0;
      for (double[] operation : strays) {
        common += operation[turn] / operations;
      }
      between += operations * common * common;
      for (double[] operation : strays) {
        within += Math.pow(operation[turn] - common, 2);
      }
    }
    double meanSquareBetween = between / (turns - 1);
    double meanSquareWithin = within / ((turns - 1) * (operations - 1));
    return OptionalDouble.of(
        Math.sqrt(Math.max(0, meanSquareBetween - meanSquareWithin) / operations));
  }

  /** By how much the logarithm of each lies above the mean of all. */
  private static double[] strays(double[] costs) {
    double[] logarithms = new double[costs.length];
    double mean = 0;
    for (int turn = 0; turn < costs.length; turn++) {
      logarithms[turn] = Math.log(costs[turn]);
      mean += logarithms[turn] / costs.length;
    }
    for (int turn = 0; turn < costs.length; turn++) {
      logarithms[turn] -= mean;
    }
    return logarithms;
  }
}
