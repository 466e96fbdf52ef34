package io.corebound.microbenchrunner.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.corebound.records.units.CoreboundException;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ContentionTest {
  @Test
  void ratioIsThatOfABatchBesideTheOthersToTheOneAloneNextToIt() {
    // three before the pairs; beside, alone; alone, beside; beside, alone
    double[] cost = {9, 8, 7, 3, 2, 4, 5, 11, 10};
    assertThat(Contention.ratios(List.of(cost))).containsExactly(1.5, 1.25, 1.1);
  }

  /** The benchmarks' RendezvousTest has the same. */
  @Test
  void whichOfAPairIsAloneTakesTurns() {
    assertThat(IntStream.range(0, 11).filter(Contention::alone)).containsExactly(4, 5, 8, 9);
  }

  @Test
  void batchThatTheClockDoesNotSeeIsRefused() {
    assertThatThrownBy(() -> Contention.ratios(List.of(new double[] {1, 1, 1, 1, 0})))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("take larger ones");
  }

  @Test
  void machineThatGetsSlowerDoesNotLookLikeContention() {
    // a tenth slower with every batch, whichever copy works
    double[] cost = new double[11];
    for (int i = 0; i < cost.length; i++) {
      cost[i] = Math.pow(1.1, i);
    }
    List<Double> ratios = Contention.ratios(List.of(cost));
    assertThat(ratios.stream().mapToDouble(Math::log).sum()).isCloseTo(0, within(1e-12));
  }

  @Test
  void costsOfSeveralOperationsAreAddedUp() {
    double[] one = {0, 0, 0, 2, 1};
    double[] other = {0, 0, 0, 4, 3};
    assertThat(Contention.ratios(List.of(one, other)))
        .singleElement(InstanceOfAssertFactories.DOUBLE)
        .isEqualTo(6.0 / 4);
  }
}
