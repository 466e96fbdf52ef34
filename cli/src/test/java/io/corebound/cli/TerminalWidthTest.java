package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of every command take the terminal's width, and no more; 0 is a pipe. */
class TerminalWidthTest {
  private static final String COLUMNS = "corebound.columns";

  /** Where words as long as the samples' fit whole. */
  private static final int WIDE = 100;

  private static final List<String> COMMANDS =
      List.of(
          "predict --machine measured-2-cores --workload terasort --data 4GB",
          "plan --machine measured-2-cores --workload terasort --data 400GB --nodes 5 --cores 16"
              + " --storage ssd-sata,nvme --network ethernet-10g --deadline 10min",
          "compare measured-2-cores accuracy-1650mb-2-cores",
          "history measured-2-cores terasort-1gb-2-cores",
          "validate accuracy-1650mb-2-cores",
          "explain " + Checkout.ROOT.resolve("cluster/src/test/resources/histories"),
          "micro --list",
          "doctor");

  @AfterEach
  void forget() {
    System.clearProperty(COLUMNS);
  }

  @ParameterizedTest
  @CsvSource({"60, 60", "80, 80", "120, 120", "200, 200", "0, 100"})
  void linesFitAndTextsStandWholeWhereThereIsRoom(String columns, int width) {
    System.setProperty(COLUMNS, columns);
    for (String command : COMMANDS) {
      String[] words = command.split(" ");
      List<String> lines =
          Corebound.run(words)
              .out()
              .lines()
              // to be copied
              .filter(line -> !line.contains("install what is missing: "))
              .toList();
      assertThat(lines).as(command).isNotEmpty();
      assertThat(lines).as(command).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(width));
      if (width >= WIDE) {
        // but for the reader's own arguments, as one who is not root is told them
        assertThat(lines)
            .as(command)
            .noneMatch(line -> line.replace("./corebound …", "").contains("…"));
      }
    }
  }
}
