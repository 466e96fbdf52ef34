package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.Checkout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script that holds collectors by SIGSTOP to measure what they cost. */
@Tag("long")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OwnCostIT {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir Path folder;

  @Test
  void killedInAWindowThatHoldsThemItLeavesNoCollectorStopped() throws Exception {
    String run = "own-cost-" + ProcessHandle.current().pid();
    Process collector = with(run, "sleep", "300");
    // what starts it is held, too
    Process script =
        with(
            run,
            "sh",
            "-c",
            "\"$@\" & child=$!; wait $child; exit 0",
            "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            Checkout.ROOT.resolve("scripts/OwnCost.java").toString(),
            "1000",
            "1");
    try {
      await("the collector is held", () -> state(collector) == 'T');
      script.children().forEach(ProcessHandle::destroyForcibly);

      await("the collector goes on", () -> state(collector) != 'T');
      assertThat(script.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
          .as("what started it goes on, too")
          .isTrue();
      assertThat(state(collector)).isEqualTo('S');
    } finally {
      script.descendants().forEach(ProcessHandle::destroyForcibly);
      script.destroyForcibly().waitFor();
      collector.destroyForcibly().waitFor();
    }
  }

  private Process with(String run, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("out").toFile()))
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("err").toFile()));
    builder.environment().put("COREBOUND_RUN", run);
    return builder.start();
  }

  private void await(String what, java.util.function.BooleanSupplier condition) throws Exception {
    Instant end = Instant.now().plus(LIMIT);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).as("%s; %s", what, Corebound.text(folder, "err")).isBefore(end);
      Thread.sleep(20);
    }
  }

  /** The letter behind the name in {@code /proc/PID/stat}. */
  private static char state(Process process) {
    String stat = Corebound.ofProcess(process.pid(), "stat");
    int name = stat.lastIndexOf(')');
    return name < 0 ? ' ' : stat.charAt(name + 2);
  }
}
