package io.corebound.microbenchrunner.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.hipparchus.stat.StatUtils;
import org.junit.jupiter.api.Test;

class SpeedOverTurnsTest {
  private final Random random = new Random(7);

  /** Operations of different costs that scatter by themselves, on a machine of such a speed. */
  private List<double[]> measured(int operations, double own, double... machine) {
    List<double[]> costs = new ArrayList<>();
    for (int i = 0; i < operations; i++) {
      double[] cost = new double[machine.length];
      for (int turn = 0; turn < machine.length; turn++) {
        cost[turn] = (1 + i) * machine[turn] * Math.exp(own * random.nextGaussian());
      }
      costs.add(cost);
    }
    return costs;
  }

  @Test
  void whatAllOperationsHaveInCommonIsTheMachines() {
    double[] machine = {1, 1.1, 0.95, 1.02, 0.9};
    double[] logarithms = Arrays.stream(machine).map(Math::log).toArray();

    assertThat(SpeedOverTurns.scatter(measured(12, 0, machine)).orElseThrow())
        .isCloseTo(Math.sqrt(StatUtils.variance(logarithms)), within(1e-9));
  }

  @Test
  void operationsOwnScatterIsNotTheMachines() {
    double mean = 0;
    for (int i = 0; i < 200; i++) {
      double steady = SpeedOverTurns.scatter(measured(12, 0.1, 1, 1, 1, 1, 1)).orElseThrow();
      mean += steady / 200;
    }
    // the mean of 12 strays by 0.1 / sqrt(12) = 0.029 all by itself
    assertThat(mean).isLessThan(0.02);

    double found = 0;
    for (int i = 0; i < 200; i++) {
      found += SpeedOverTurns.scatter(measured(12, 0.1, 1, 1.2, 1, 1.2)).orElseThrow() / 200;
    }
    // two at 1 and two at 1.2: standard deviation of the logarithms 0.105
    assertThat(found).isCloseTo(0.105, within(0.015));
  }

  @Test
  void tooFewTurnsOrOperationsTellNothing() {
    assertThat(SpeedOverTurns.scatter(List.of())).isEmpty();
    assertThat(SpeedOverTurns.scatter(measured(12, 0, 1, 1.2))).isEmpty();
    assertThat(SpeedOverTurns.scatter(measured(4, 0, 1, 1.2, 1.1))).isEmpty();
    assertThat(SpeedOverTurns.scatter(measured(5, 0, 1, 1, 1))).hasValueCloseTo(0.0, within(1e-9));
  }

  @Test
  void operationsThatStrayAgainstEachOtherSayThatTheMachineIsSteady() {
    List<double[]> costs =
        List.of(
            new double[] {2, 1, 1},
            new double[] {1, 2, 1},
            new double[] {1, 1, 2},
            new double[] {2, 1, 1},
            new double[] {1, 2, 1},
            new double[] {1, 1, 2});
    assertThat(SpeedOverTurns.scatter(costs)).hasValue(0);
  }

  @Test
  void turnsAreThoseThatEnoughOperationsHave() {
    List<double[]> costs = new ArrayList<>(measured(5, 0, 1, 1, 1));
    assertThat(SpeedOverTurns.turnsOfEnough(costs)).isEqualTo(3);
    costs.addAll(measured(1, 0, 1, 1, 1, 1, 1, 1, 1));
    assertThat(SpeedOverTurns.turnsOfEnough(costs)).isEqualTo(3);
    costs.addAll(measured(4, 0, 1, 1, 1, 1, 1));
    assertThat(SpeedOverTurns.turnsOfEnough(costs)).isEqualTo(5);
    assertThat(SpeedOverTurns.turnsOfEnough(costs.subList(0, 4))).isZero();
  }
}
