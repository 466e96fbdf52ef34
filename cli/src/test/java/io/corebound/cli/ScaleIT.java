package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report of a command that was watched on many hosts, made by {@code scripts/Scale.java}. How
 * long it takes is for {@code scripts/scale} to say.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ScaleIT {
  private static final String RECORDED =
      "results/samples/terasort-1gb-2-cores/cells/terasort-local/samples/localhost";
  private static final String PRESSURE =
      "collectors/src/test/resources/io/corebound/collectors/pressure-6.18.txt";

  @TempDir Path folder;

  private Path report(int hosts, int seconds) throws Exception {
    Path run = Files.createDirectories(folder.resolve("run-scale/cells/collect")).resolve("../..");
    Process made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Checkout.ROOT.resolve("scripts/Scale.java").toString(),
                Checkout.ROOT.resolve(RECORDED).toString(),
                Checkout.ROOT.resolve(PRESSURE).toString(),
                run.normalize().toString(),
                Integer.toString(hosts),
                Integer.toString(seconds))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("made").toFile())
            .start();
    assertThat(made.waitFor()).as(Files.readString(folder.resolve("made"))).isZero();
    Process report =
        Corebound.start(
            folder,
            as -> as.environment().put("JAVA_TOOL_OPTIONS", "-Xmx800m -XX:+UseSerialGC"),
            "report",
            run.normalize().toString());
    assertThat(report.waitFor()).as(Corebound.text(folder, "err")).isZero();
    return run.normalize().resolve("report.html");
  }

  @Test
  void aMinuteOfTwelveHostsIsDrawn() throws Exception {
    Path html = report(12, 60);
    assertThat(Files.readString(html)).contains("<option>host-012</option>", "all hosts");
    assertThat(Files.readString(html.resolveSibling("report.md")))
        .contains("all hosts", "| host-012 |")
        .doesNotContain("NaN");
  }

  @Test
  @Tag("long")
  void anHourOfAHundredHostsIsDrawnInTheLaunchersHeap() throws Exception {
    Path html = report(100, 3600);
    assertThat(Files.size(html)).isLessThan(20_000_000);
    assertThat(Files.readString(html)).contains("<option>host-100</option>");
  }
}
