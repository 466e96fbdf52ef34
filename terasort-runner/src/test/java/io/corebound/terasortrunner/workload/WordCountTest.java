package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.run.CellResult.Check;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordCountTest {
  private static final Map<String, Long> EXPECTED = Map.of("to", 2L, "be", 2L, "or", 1L);

  private static List<Boolean> passed(String output, Long collected) {
    return WordCount.checks(EXPECTED, WordCount.parse(output.lines().toList()), collected).stream()
        .map(Check::passed)
        .toList();
  }

  @Test
  void rightCountPassesEveryCheck() {
    assertThat(passed("be\t2\nor\t1\nto\t2\n", 5L)).containsExactly(true, true, true);
  }

  @Test
  void wrongCountsFail() {
    assertThat(passed("be\t2\nor\t2\nto\t2\n", 5L)).containsExactly(true, true, false);
    assertThat(passed("be\t2\nto\t2\n", 5L)).containsExactly(true, false, false);
    assertThat(passed("be\t2\nor\t1\nto\t2\nx\t1\n", 6L)).containsExactly(false, false, true);
    assertThat(passed("be\t2\nor\t1\nto\t2\n", null)).containsExactly(false, true, true);
  }

  @Test
  void jobCountsIn32Bits() {
    long most = (1L << 32) + 3;
    assertThat(WordCount.checks(Map.of("a", most), Map.of("a", 3), most)).allMatch(Check::passed);
  }
}
