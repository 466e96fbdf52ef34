package io.corebound.terasortrunner.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.run.CellResult.Check;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TeraSortTest {
  private static final Map<String, Long> GENERATED =
      Map.of(
          "TaskCounter/MAP_OUTPUT_RECORDS", 10L, "TeraGen$Counters/CHECKSUM", 0xF000000000000001L);
  private static final Map<String, Long> SORTED =
      Map.of("TaskCounter/MAP_INPUT_RECORDS", 10L, "TaskCounter/REDUCE_OUTPUT_RECORDS", 10L);
  private static final Map<String, Long> VALIDATED = Map.of("TaskCounter/MAP_INPUT_RECORDS", 10L);
  private static final List<String> IN_ORDER = List.of("checksum\t5f000000000000001");

  @Test
  void wholeSortPassesEveryCheck() {
    assertThat(TeraSort.checks(10, GENERATED, SORTED, VALIDATED, IN_ORDER))
        .hasSize(6)
        .allMatch(Check::passed);
  }

  @Test
  void errorLineFailsThoughTheJobExitedWithZero() {
    List<String> wrong = List.of("checksum\t5f000000000000001", "error\tmisorder in part 1");
    assertThat(failed(TeraSort.checks(10, GENERATED, SORTED, VALIDATED, wrong)))
        .containsExactly("TeraValidate found the output in order");
  }

  @Test
  void anotherChecksumFails() {
    List<String> wrong = List.of("checksum\t5f000000000000002");
    assertThat(failed(TeraSort.checks(10, GENERATED, SORTED, VALIDATED, wrong)))
        .containsExactly("checksum of the output equals the input's");
  }

  @Test
  void lostRowFails() {
    Map<String, Long> lost =
        Map.of("TaskCounter/MAP_INPUT_RECORDS", 10L, "TaskCounter/REDUCE_OUTPUT_RECORDS", 9L);
    assertThat(failed(TeraSort.checks(10, GENERATED, lost, VALIDATED, IN_ORDER)))
        .containsExactly("rows that TeraSort wrote");
  }

  @Test
  void emptyOutputIsNotInOrder() {
    assertThat(failed(TeraSort.checks(10, GENERATED, SORTED, VALIDATED, List.of())))
        .contains(
            "TeraValidate found the output in order", "checksum of the output equals the input's");
  }

  private static List<String> failed(List<Check> checks) {
    return checks.stream().filter(c -> !c.passed()).map(Check::name).toList();
  }
}
