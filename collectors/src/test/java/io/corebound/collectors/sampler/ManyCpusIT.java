package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyCpusIT {
  @TempDir Path folder;

  /** Text larger than the heap: 110 bytes and more a CPU and second. */
  @Test
  void samplesOf4096CpusFitIntoAHeapSmallerThanTheirText() throws Exception {
    Outcome outcome =
        LocalHost.forQuestions()
            .run(
                Command.of(
                    Duration.ofMinutes(5),
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ManyCpus.class.getName(),
                    "4096",
                    "180",
                    folder.toString()));
    assertThat(outcome.ok()).as(outcome.err()).isTrue();
    assertThat(Files.size(folder.resolve("sar.json"))).isGreaterThan(64L << 20);
    int rows = 4097 * 180;
    assertThat(outcome.out()).isEqualTo("%1$s %1$s\n".formatted(rows));
  }
}
