package io.corebound.microbenchrunner.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DuetTest {
  @Test
  void eachHasHalfOfTheCoresWithAllOfTheirThreads() {
    Map<Integer, String> siblings =
        Map.of(0, "0,3", 1, "1,4", 2, "2,5", 3, "0,3", 4, "1,4", 5, "2,5");
    List<List<Integer>> cores =
        CpuTopology.cores(List.of(0, 1, 2, 3, 4, 5), cpu -> Optional.of(siblings.get(cpu)));
    assertThat(cores).containsExactly(List.of(0, 3), List.of(1, 4), List.of(2, 5));
    // the third is nobody's, as halves are alike
    assertThat(Duet.halves(cores)).containsExactly(List.of(0, 3), List.of(1, 4));
  }

  @Test
  void twoThreadsOfTheOnlyCoreAreHalvesAndOneCpuHasNone() {
    assertThat(Duet.halves(List.of(List.of(0, 1)))).containsExactly(List.of(0), List.of(1));
    assertThat(Duet.halves(List.of(List.of(7)))).isEmpty();
  }
}
