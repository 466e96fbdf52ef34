package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.sampler.Collector;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * What the collectors of a host have written until now.
 *
 * @param folder where their raw output is
 */
public record Written(Host host, Path folder) {
  /** However long a busy disk holds the tools up, and the machine this test. */
  public static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("not within 30 s: %s", what).isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  /** Waits for a sample after that time which the collector's own parser can read. */
  public void awaitSample(Collector collector, double afterS) throws Exception {
    await(
        "a sample of " + collector.name(),
        () ->
            collector.parse(host.name(), text(collector.name())).samples().stream()
                .flatMap(samples -> samples.rows().stream())
                .anyMatch(row -> row.timeS() > afterS));
  }

  private String text(String collector) throws Exception {
    if (collector.equals("sar")) {
      String binary = host.there(folder.resolve("sar.sa"));
      return host.run(Command.of(Duration.ofSeconds(20), "sadf", "-j", binary, "--", "-u")).out();
    }
    Path text = folder.resolve(collector + (collector.equals("iostat") ? ".json" : ".txt"));
    return Files.exists(text) ? Files.readString(text) : "";
  }
}
