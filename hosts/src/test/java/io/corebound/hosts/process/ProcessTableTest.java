package io.corebound.hosts.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessTableTest {
  @Test
  void processWhoseNameHasParenthesesIsRead() {
    String line = "812 (a (b) c) S 7 811 812 0 -1 4194560 1 2 3 4 150 25 300 50 20 0 1 0 12345 1 1";

    assertThat(ProcessTable.parse(line))
        .isEqualTo(
            new ProcessTable.Row(
                812, "a (b) c", 'S', 7, 811, new CpuTicks(150, 25), new CpuTicks(300, 50), 12345));
  }

  @Test
  void machineIsBusyWithInterruptsButNotWithWaitingOrWhatWasStolen() {
    // user nice system idle iowait irq softirq steal guest guest_nice; proc(5)
    String stat = "cpu  100 10 20 1000 500 3 4 60 50 5\ncpu0 1 1 1 1 1 1 1 1 1 1\n";

    assertThat(ProcessTable.parseMachine(stat))
        .isEqualTo(new ProcessTable.Machine(new CpuTicks(110, 27), 60, 1697));
    assertThat(ProcessTable.machine().busy().total()).isPositive();
  }
}
