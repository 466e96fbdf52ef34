package io.corebound.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final String CELL = "ssd-pcie_infiniband-qdr_reducers_1";
  private static final String STEP = "cell 10 of 36: terasort";

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private Progress progress(boolean terminal) {
    return new Progress(
        new PrintStream(said, true, StandardCharsets.UTF_8),
        terminal,
        InstantSource.fixed(Instant.EPOCH),
        Map.of(CELL, Duration.ofMinutes(83)));
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void elsewhereThanOnATerminalEveryTenthIsALine() {
    try (Progress progress = progress(false)) {
      progress.stage(CELL);
      for (int percent = 0; percent <= 100; percent++) {
        progress.step(STEP, " (map " + percent + " %)", 0.2 + 0.6 * percent / 100);
      }
    }
    assertThat(said().lines().skip(1))
        .hasSize(7)
        .allMatch(line -> line.contains(STEP) && line.contains(" left)"))
        .first()
        .asString()
        .contains("(map 0 %) (20 %, about ");
  }

  @Test
  void onATerminalALongStepLeavesRoomForTheTime() {
    try (Progress progress = progress(true)) {
      progress.stage(CELL);
      progress.step(STEP, " (map 100 %, reduce 67 %, of a job with a long name)", 0.1);
    }
    assertThat(said()).contains(STEP, "…  10 %  0:00, about 83:00 left\u001b[K");
    assertThat(said().split("\r")).allMatch(line -> line.length() <= 110 + "\u001b[K".length());
  }
}
