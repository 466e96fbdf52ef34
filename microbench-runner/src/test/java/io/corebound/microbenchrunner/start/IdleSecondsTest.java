package io.corebound.microbenchrunner.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdleSecondsTest {
  @TempDir Path folder;

  private static IdleSeconds of(double... machine) {
    IdleSeconds seconds = new IdleSeconds();
    for (double m : machine) {
      seconds.add(Map.of("all", 0.06, "namenode", 0.02, "machine", m));
    }
    return seconds;
  }

  @Test
  void secondsInWhichOthersWereBusyDoNotCount() {
    var means = of(0.07, 0.08, 1.49, 0.09, 0.9, 0.12).means();
    assertThat(means.get("machine").value()).isCloseTo(0.09, within(1e-9));
    assertThat(means.get("machine").n()).isEqualTo(4);
    assertThat(means.get("namenode").n()).isEqualTo(4);
  }

  @Test
  void whereOthersAreAlwaysBusyNobodyCanTellThemFromTheKernel() {
    assertThat(of(0.5, 0.5, 0.5, 0.08).means().get("machine").n()).isEqualTo(4);
  }

  @Test
  void everySecondIsWritten() throws Exception {
    Path file = folder.resolve("idle.csv");
    of(0.07, 1.49).write(file);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "all_core_s_per_s,machine_core_s_per_s,namenode_core_s_per_s",
            "0.06,0.07,0.02",
            "0.06,1.49,0.02");
  }
}
