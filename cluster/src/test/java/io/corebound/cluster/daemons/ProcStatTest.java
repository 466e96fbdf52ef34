package io.corebound.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.cluster.job.Cpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcStatTest {
  @Test
  void processWhoseNameHasParenthesesIsRead() {
    String line = "812 (a (b) c) S 7 812 812 0 -1 4194560 1 2 3 4 150 25 300 50 20 0 1 0 12345 1 1";

    assertThat(ProcStat.parse(line))
        .isEqualTo(new ProcStat(812, 7, new Cpu(1.5, 0.25), new Cpu(3.0, 0.5)));
  }

  @Test
  void machineIsBusyWithInterruptsButNotWithWaitingOrWhatWasStolen() throws IOException {
    // user nice system idle iowait irq softirq steal guest guest_nice; proc(5)
    String stat = "cpu  100 10 20 1000 500 3 4 60 50 5\ncpu0 1 1 1 1 1 1 1 1 1 1\n";

    assertThat(ProcStat.machine(stat)).isEqualTo(new Cpu(1.1, 0.27));
    assertThat(ProcStat.stealS(stat)).isEqualTo(0.6);
    assertThat(ProcStat.machine(Files.readString(Path.of("/proc/stat"))).totalS()).isPositive();
  }
}
