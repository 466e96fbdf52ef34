package io.corebound.microbenchrunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ContentionTest {
  @Test
  void ratioIsThatOfABatchBesideTheOthersToTheOneAloneNextToIt() {
    // three before the pairs; alone, beside; beside, alone; alone, beside
    double[] cost = {9, 8, 7, 2, 3, 5, 4, 10, 11};
    assertThat(Contention.ratios(List.of(cost))).containsExactly(1.5, 1.25, 1.1);
  }

  @Test
  void machineThatGetsSlowerDoesNotLookLikeContention() {
    // a tenth dearer with every batch, whoever works
    double[] cost = new double[11];
    for (int i = 0; i < cost.length; i++) {
      cost[i] = Math.pow(1.1, i);
    }
    List<Double> ratios = Contention.ratios(List.of(cost));
    assertThat(ratios.stream().mapToDouble(Math::log).sum()).isCloseTo(0, within(1e-12));
  }

  @Test
  void costsOfSeveralOperationsAreAddedUp() {
    double[] one = {0, 0, 0, 1, 2};
    double[] other = {0, 0, 0, 3, 4};
    assertThat(Contention.ratios(List.of(one, other)))
        .singleElement(InstanceOfAssertFactories.DOUBLE)
        .isEqualTo(6.0 / 4);
  }
}
