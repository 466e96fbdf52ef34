package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.run.CellResult.Check;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomSortTest {
  private static List<Boolean> passed(String... lines) {
    return RandomSort.checks(List.of(lines)).stream().map(Check::passed).toList();
  }

  @Test
  void sameRecordsInOrderPass() {
    assertThat(passed("sort part-0 3 2 10", "sort part-1 1 0 5", "output p 4 0 15"))
        .containsExactly(true, true, true);
  }

  @Test
  void recordsThatAreMissingChangedOrOutOfOrderFail() {
    assertThat(passed("sort part-0 3 2 10", "output p 2 0 6")).containsExactly(false, false, true);
    assertThat(passed("sort part-0 3 2 10", "output p 3 1 10")).containsExactly(true, true, false);
    assertThat(passed()).containsExactly(false, true, true);
  }
}
