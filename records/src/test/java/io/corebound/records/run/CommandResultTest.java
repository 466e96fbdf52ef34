package io.corebound.records.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.records.format.StructuredFiles;
import io.corebound.records.run.CommandResult.WatchedHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandResultTest {
  @TempDir Path folder;

  @Test
  void doubtsOfAHostReadBackEqual() {
    WatchedHost host =
        new WatchedHost("node", List.of(0), 1, List.of()).withDoubts(List.of("Hidden."));
    CommandResult written = new CommandResult(List.of("fio"), 0, 1, 2, List.of(host), List.of());
    Path file = folder.resolve("command.json");
    StructuredFiles.writeJson(file, written);
    assertThat(StructuredFiles.readJson(file, CommandResult.class)).isEqualTo(written);
  }

  @Test
  void hostOfAnEarlierFileHasNoDoubts() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("command.json"),
            """
            {
              "command" : [ "fio" ], "exit_status" : 0, "start_s" : 1.0, "end_s" : 2.0,
              "hosts" : [ {
                "name" : "node", "cpus" : [ 0 ], "cores" : 1.0, "rates" : [ ], "clock" : null
              } ],
              "without" : [ ]
            }
            """);
    assertThat(StructuredFiles.readJson(file, CommandResult.class).hosts())
        .containsExactly(new WatchedHost("node", List.of(0), 1, List.of()));
  }
}
