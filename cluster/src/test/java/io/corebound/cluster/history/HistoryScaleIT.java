package io.corebound.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.RepeatedHistory;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of many attempts, which are those of a real one again and again. */
class HistoryScaleIT {
  private static final Path HISTORIES = Path.of("src/test/resources/histories");
  private static final int ATTEMPTS = 100_000;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    // the map that is repeated, and how many others there are
    "3.5.0-terasort.jhist, m_000000, 3",
    "0.23.1-sleep.jhist, m_000005, 10",
  })
  @Tag("long")
  void hundredThousandAttemptsAreReadInTenSeconds(String name, String map, int others)
      throws Exception {
    Path real = HISTORIES.resolve(name);
    long cpuMs =
        HistoryFile.read(real).attempts().stream()
            .filter(a -> a.brief().equals(map + "_0"))
            .findFirst()
            .orElseThrow()
            .counters()
            .get(Counter.CPU_MILLISECONDS);
    Path file = RepeatedHistory.write(real, map, ATTEMPTS, folder.resolve("large.jhist"));

    Instant start = Instant.now();
    HistoryJob job = HistoryFile.read(file);
    Duration taken = Duration.between(start, Instant.now());

    System.out.printf("%s: %s bytes in %s%n", name, java.nio.file.Files.size(file), taken);
    assertThat(job.attempts()).hasSize(ATTEMPTS + others);
    assertThat(job.ending()).isEqualTo(Ending.SUCCEEDED);
    assertThat(job.attempts().get(ATTEMPTS / 2).counters().get(Counter.CPU_MILLISECONDS))
        .isEqualTo(cpuMs);
    assertThat(taken).isLessThan(Duration.ofSeconds(10));
  }
}
