package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.app.run.Installation;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ManPageTest {
  @TempDir Path folder;

  private final CommandLine root = new CommandLine(new Main(Installation.here(), List.of()));

  @Test
  void hasEveryCommandWithItsOptions() {
    String page = ManPage.of(root);
    root.getSubcommands()
        .forEach(
            (name, command) -> {
              assertThat(page).contains("COREBOUND " + name.toUpperCase(java.util.Locale.ROOT));
              command
                  .getCommandSpec()
                  .options()
                  .forEach(o -> assertThat(page).contains(o.longestName().replace("-", "\\-")));
            });
    assertThat(page.lines()).noneMatch(line -> line.startsWith("'"));
  }

  @Test
  void groffReadsItWithoutAWarning() throws Exception {
    assumeTrue(LocalHost.find("groff", System.getenv("PATH"), null).isPresent(), "no groff");
    Path file = Files.writeString(folder.resolve("corebound.1"), ManPage.of(root));
    Outcome read =
        new LocalHost("man-test", "here")
            .run(
                Command.of(
                    Duration.ofSeconds(20),
                    "groff",
                    "-Kutf8",
                    "-man",
                    "-ww",
                    "-Tutf8",
                    file.toString()));
    assertThat(read.ok()).isTrue();
    assertThat(read.err()).isEmpty();
    assertThat(read.out()).contains("--in-turns");
  }
}
