package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.run.CellResult.Check;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GrepTest {
  @Test
  void everyMatchOfALineCounts() {
    Map<String, Long> counts = new HashMap<>();
    Grep.count(
        Pattern.compile("[a-z]+tion"), "a nation, a notion and a Station of nations", 3, counts);
    assertThat(counts).isEqualTo(Map.of("nation", 6L, "notion", 3L, "tation", 3L));
  }

  @Test
  void outputHasCountsBeforeWhatTheyCount() {
    assertThat(Grep.parse(List.of("12\tnation", "3\tnotion")))
        .isEqualTo(Map.of("nation", 12L, "notion", 3L));
  }

  @Test
  void countsThatDifferFailWithTheFirst() {
    Map<String, Long> expected = Map.of("a", 1L, "b", 2L);
    assertThat(TextJob.sameCounts("same", expected, expected).passed()).isTrue();
    Check wrong = TextJob.sameCounts("same", expected, Map.of("b", 3L, "c", 1L));
    assertThat(wrong.passed()).isFalse();
    assertThat(wrong.detail()).contains("3 differ", "'a'", "null instead of 1");
  }
}
