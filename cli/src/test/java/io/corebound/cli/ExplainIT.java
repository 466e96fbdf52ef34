package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.RepeatedHistory;
import io.corebound.records.format.StructuredFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code corebound explain} as a process, in the launcher's heap of 800 MB. */
class ExplainIT {
  private static final Path HISTORIES =
      Checkout.ROOT.resolve("cluster/src/test/resources/histories");
  private static final String MACHINE =
      Checkout.ROOT.resolve("results/samples/measured-2-cores").toString();

  @TempDir Path folder;

  private String explained(Duration limit, String... more) throws Exception {
    Instant start = Instant.now();
    Process process = Corebound.start(folder, more);
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    Duration taken = Duration.between(start, Instant.now());
    assertThat(process.exitValue()).as(Corebound.text(folder, "err")).isZero();
    System.out.println(String.join(" ", more) + ": " + taken);
    assertThat(taken).isLessThan(limit);
    return Corebound.text(folder, "out");
  }

  @ParameterizedTest
  @CsvSource({"3.5.0-terasort.jhist, m_000000", "0.23.1-sleep.jhist, m_000005"})
  @Tag("long")
  void jobOfAHundredThousandAttemptsIsExplainedInTenSeconds(String name, String map)
      throws Exception {
    Path file =
        RepeatedHistory.write(HISTORIES.resolve(name), map, 100_000, folder.resolve("large.jhist"));
    String json =
        explained(
            Duration.ofSeconds(10),
            "explain",
            file.toString(),
            "--machine",
            MACHINE,
            "--format",
            "json");
    assertThat(StructuredFiles.parseJson(json).path("job").path("maps").asInt())
        .isGreaterThan(100_000);
  }

  @Test
  @Tag("long")
  void folderOfAThousandHistoriesIsReadInAMinute() throws Exception {
    Path done = Files.createDirectory(folder.resolve("done"));
    for (int i = 0; i < 1000; i++) {
      boolean avro = i % 2 == 0;
      RepeatedHistory.write(
          HISTORIES.resolve(avro ? "3.5.0-terasort.jhist" : "0.23.1-sleep.jhist"),
          avro ? "m_000000" : "m_000005",
          200,
          done.resolve(String.format(Locale.ROOT, "job_1_%04d.jhist", i)));
    }
    String json =
        explained(
            Duration.ofSeconds(60),
            "explain",
            done.toString(),
            "--machine",
            MACHINE,
            "--format",
            "json");
    JsonNode table = StructuredFiles.parseJson(json);
    assertThat(table.path("jobs")).hasSize(1000);
    assertThat(table.path("refused")).isEmpty();
  }
}
