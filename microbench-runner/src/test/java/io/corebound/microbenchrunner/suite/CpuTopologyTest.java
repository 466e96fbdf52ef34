package io.corebound.microbenchrunner.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuTopologyTest {
  @Test
  void physicalCoresComeBeforeTheirSecondThreads() {
    Map<Integer, String> siblings = Map.of(0, "0-1", 1, "0-1", 2, "2-3", 3, "2-3");
    assertThat(CpuTopology.inOrder(List.of(0, 1, 2, 3), cpu -> Optional.of(siblings.get(cpu))))
        .containsExactly(0, 2, 1, 3);
  }

  @Test
  void unknownTopologyKeepsTheOrder() {
    assertThat(CpuTopology.inOrder(List.of(4, 7, 5), cpu -> Optional.empty()))
        .containsExactly(4, 7, 5);
  }

  @Test
  void copiesAreDoubledUntilAllCpusAreBusy() {
    assertThat(Contention.steps(1)).isEmpty();
    assertThat(Contention.steps(2)).containsExactly(2);
    assertThat(Contention.steps(12)).containsExactly(2, 4, 8, 12);
  }
}
