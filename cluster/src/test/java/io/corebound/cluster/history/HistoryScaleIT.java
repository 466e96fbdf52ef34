package io.corebound.cluster.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.RepeatedHistory;
import io.corebound.records.history.Counter;
import io.corebound.records.history.Ending;
import io.corebound.records.history.HistoryJob;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
  void hundredThousandAttemptsAreReadInTenSecondsOfOneCore(String name, String map, int others)
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

    // of this thread, as the machine may be busy with other tests
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    HistoryJob job = HistoryFile.read(file);
    Duration taken = Duration.ofNanos(threads.getCurrentThreadCpuTime() - start);

    System.out.printf("%s: %s bytes in %s%n", name, Files.size(file), taken);
    assertThat(job.attempts()).hasSize(ATTEMPTS + others);
    assertThat(job.ending()).isEqualTo(Ending.SUCCEEDED);
    assertThat(job.attempts().get(ATTEMPTS / 2).counters().get(Counter.CPU_MILLISECONDS))
        .isEqualTo(cpuMs);
    assertThat(taken).isLessThan(Duration.ofSeconds(10));
  }
}
