package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import io.corebound.hosts.RepeatedHistory;
import io.corebound.records.format.StructuredFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

  /** Its output; by CPU time, which other programs change less than the clock's. */
  private String explained(Duration limit, String... more) throws Exception {
    Process process = Corebound.start(folder, more);
    Duration used = Duration.ZERO;
    long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
      assertThat(System.nanoTime()).isLessThan(endNs);
      used = process.info().totalCpuDuration().orElse(used);
    }
    assertThat(process.exitValue()).as(Corebound.text(folder, "err")).isZero();
    assertThat(used).as("CPU time of %s", String.join(" ", more)).isPositive().isLessThan(limit);
    return Corebound.text(folder, "out");
  }

  @ParameterizedTest
  @CsvSource({"3.5.0-terasort.jhist, m_000000", "0.23.1-sleep.jhist, m_000005"})
  @Tag("long")
  void jobOfAHundredThousandAttemptsIsExplainedInSeconds(String name, String map) throws Exception {
    Path file =
        RepeatedHistory.write(HISTORIES.resolve(name), map, 100_000, folder.resolve("large.jhist"));
    String json =
        explained(
            Duration.ofSeconds(25),
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
  void folderOfAThousandHistoriesIsReadInMinutes() throws Exception {
    Path done = Files.createDirectory(folder.resolve("done"));
    for (int i = 0; i < 1000; i++) {
      boolean avro = i % 2 == 0;
      Path file = done.resolve(String.format(Locale.ROOT, "job_1_%04d.jhist", i));
      RepeatedHistory.write(
          HISTORIES.resolve(avro ? "3.5.0-terasort.jhist" : "0.23.1-sleep.jhist"),
          avro ? "m_000000" : "m_000005",
          200,
          file);
      // copies of one job count once
      String job = avro ? "1795250419559_0002" : "1329348432655_0001";
      // Avro: bytes that are no UTF-8, and lengths of texts, which must stay
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      Files.writeString(
          file,
          text.replace(job, job.substring(0, job.length() - 4) + (1000 + i)),
          StandardCharsets.ISO_8859_1);
    }
    String json =
        explained(
            Duration.ofSeconds(120),
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
