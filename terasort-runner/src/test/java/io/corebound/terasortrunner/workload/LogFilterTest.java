package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.run.CellResult.Check;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogFilterTest {
  private static final Map<String, Long> EXPECTED = Map.of("a", 2L, "b", 1L);

  private static List<Boolean> passed(Long read, List<List<String>> outputs) {
    return LogFilter.checks(100, read, EXPECTED, outputs).stream().map(Check::passed).toList();
  }

  @Test
  void sameLinesInOrderPassEveryCheck() {
    assertThat(passed(100L, List.of(List.of("a", "a"), List.of("b"))))
        .containsExactly(true, true, true);
  }

  @Test
  void whatIsMissingTwiceOrOutOfOrderFails() {
    assertThat(passed(99L, List.of(List.of("a", "b")))).containsExactly(false, false, true);
    assertThat(passed(null, List.of(List.of("a", "a", "b", "b"))))
        .containsExactly(false, false, true);
    assertThat(passed(100L, List.of(List.of("a", "b", "a")))).containsExactly(true, true, false);
  }

  @Test
  void statusStandsAfterTheRequest() {
    String line =
        "10.0.0.1 - - [01/Jan/2024:00:00:00 +0000] \"GET /%s HTTP/1.1\" %s 17 \"-\" \"c\"";
    assertThat(LogFilter.failed(line.formatted("a", "503"))).isTrue();
    assertThat(LogFilter.failed(line.formatted("a", "200"))).isFalse();
    assertThat(LogFilter.failed(line.formatted("503", "404"))).isFalse();
    assertThat(LogFilter.failed(line.formatted("a", "5000"))).isFalse();
    assertThat(LogFilter.failed("503 503 503")).isFalse();
  }
}
