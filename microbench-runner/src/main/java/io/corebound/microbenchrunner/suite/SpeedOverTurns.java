package io.corebound.microbenchrunner.suite;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import org.hipparchus.stat.StatUtils;

/**
 * How far the speed of the whole machine varies from turn to turn of the forks. Every operation has
 * a fork in a turn. When all of them are slower in one turn, the cause is the machine (neighbours
 * on the same hardware, its clock, its memory), not one operation or its compiler. A two-way
 * analysis of variance of the logarithms of the costs, without replication, separates the two.
 */
final class SpeedOverTurns {
  /** Two turns show a difference, but not how large it usually is. */
  static final int LEAST_TURNS = 3;

  /** The scatter of fewer operations could pass for the machine's. */
  static final int LEAST_OPERATIONS = 5;

  private SpeedOverTurns() {}

  /** The most turns that {@value #LEAST_OPERATIONS} operations have; 0 where there are fewer. */
  static int turnsOfEnough(Collection<double[]> costs) {
    return costs.stream()
        .map(c -> c.length)
        .sorted(Comparator.reverseOrder())
        .skip(LEAST_OPERATIONS - 1)
        .findFirst()
        .orElse(0);
  }

  /**
   * The relative standard deviation of what the operations of a turn have in common; 0 where their
   * own scatter explains all of it, empty where too few were measured.
   *
   * @param costs of each operation, by turn; all above 0 and of equally many turns
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
      int at = turn;
      double[] inTurn = Arrays.stream(strays).mapToDouble(operation -> operation[at]).toArray();
      double common = StatUtils.mean(inTurn);
      between += operations * common * common;
      within += StatUtils.populationVariance(inTurn, common) * operations;
    }
    double meanSquareBetween = between / (turns - 1);
    double meanSquareWithin = within / ((turns - 1) * (operations - 1));
    return OptionalDouble.of(
        Math.sqrt(Math.max(0, meanSquareBetween - meanSquareWithin) / operations));
  }

  /** The logarithms minus their mean. */
  private static double[] strays(double[] costs) {
    double mean = StatUtils.sumLog(costs) / costs.length;
    return Arrays.stream(costs).map(cost -> Math.log(cost) - mean).toArray();
  }
}
