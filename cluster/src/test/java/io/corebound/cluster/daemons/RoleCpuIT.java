package io.corebound.cluster.daemons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.corebound.cluster.job.Cpu;
import io.corebound.cluster.job.CpuSnapshot;
import io.corebound.cluster.job.LogFile;
import io.corebound.hosts.process.ProcessTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: a shell stands for the NodeManager, its child for a container. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RoleCpuIT {
  /** Works until the CPU time of the shell's ended children is some 0.5 s. */
  private static final String WORK = "sh -c 'i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done'";

  @TempDir Path folder;

  @Test
  void containersCountWhileTheyLiveAndAfterTheyEnded() throws Exception {
    Path times = folder.resolve("times");
    Process parent =
        new ProcessBuilder("sh", "-c", WORK + "; times > " + times + "; read go").start();
    try {
      RoleCpu roles = new RoleCpu(Map.of(RoleCpu.NODE_MANAGER, List.of(parent.pid())));
      double whileAlive = 0;
      while (!Files.exists(times) || Files.size(times) == 0) {
        double now = roles.snapshot().byRole().getOrDefault("containers", Cpu.NONE).totalS();
        assertThat(now).isGreaterThanOrEqualTo(whileAlive);
        whileAlive = now;
        Thread.sleep(20);
      }

      CpuSnapshot after = roles.snapshot();

      assertThat(whileAlive).isGreaterThan(0.05);
      double measuredByShell = Cpu.ofTimes(LogFile.text(times)).orElseThrow().totalS();
      assertThat(after.byRole().get("containers").totalS())
          .isCloseTo(measuredByShell, within(0.05));
      assertThat(after.byRole().get(RoleCpu.NODE_MANAGER).totalS()).isLessThan(0.05);
      assertThat(after.byRole().get("machine").totalS()).isGreaterThan(whileAlive);
    } finally {
      parent.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void daemonThatEndedKeepsItsLastFigure() throws Exception {
    Process daemon = new ProcessBuilder("sh", "-c", "i=0; while :; do i=$((i+1)); done").start();
    try {
      RoleCpu roles =
          new RoleCpu(
              Map.of(
                  "datanode",
                  List.of(daemon.pid()),
                  RoleCpu.NODE_MANAGER,
                  List.of(ProcessHandle.current().pid())));
      Cpu before = Cpu.NONE;
      while (before.totalS() <= 0.01) {
        Thread.sleep(20);
        before = roles.snapshot().byRole().get("datanode");
      }
      daemon.destroyForcibly().waitFor(5, TimeUnit.SECONDS);

      assertThat(roles.snapshot().byRole()).containsEntry("datanode", before);
    } finally {
      daemon.destroyForcibly();
    }
  }

  @Test
  void daemonsOfARoleCountTogether() throws Exception {
    String worker = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; " + WORK + "; read go";
    Process one = new ProcessBuilder("sh", "-c", worker).start();
    Process other = new ProcessBuilder("sh", "-c", worker).start();
    try {
      RoleCpu both = new RoleCpu(Map.of(RoleCpu.NODE_MANAGER, List.of(one.pid(), other.pid())));
      while (!waits(one) || !waits(other)) {
        Thread.sleep(20);
      }
      Map<String, Cpu> together = both.snapshot().byRole();
      for (String role : List.of(RoleCpu.NODE_MANAGER, "containers")) {
        double apart =
            List.of(one, other).stream()
                .map(p -> new RoleCpu(Map.of(RoleCpu.NODE_MANAGER, List.of(p.pid()))))
                .mapToDouble(roles -> roles.snapshot().byRole().get(role).totalS())
                .peek(cpu -> assertThat(cpu).isPositive())
                .sum();
        assertThat(together.get(role).totalS()).isCloseTo(apart, within(0.001));
      }
    } finally {
      one.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
      other.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    }
  }

  /** Whether it has no child left and is blocked: it reads. */
  private static boolean waits(Process shell) {
    return shell.children().findAny().isEmpty()
        && ProcessTable.of(shell.pid()).filter(row -> row.waited().total() > 0).isPresent();
  }

  @Test
  void clientsFigureStaysAfterItsEnd() {
    RoleCpu roles =
        new RoleCpu(Map.of(RoleCpu.NODE_MANAGER, List.of(ProcessHandle.current().pid())));
    CpuSnapshot before = roles.snapshot();
    roles.clientStarted(ProcessHandle.current().pid());
    assertThat(roles.snapshot().since(before).get("client").totalS()).isGreaterThan(0);
    roles.clientEnded(Optional.of(new Cpu(2.5, 0.5)));

    assertThat(roles.snapshot().since(before)).containsEntry("client", new Cpu(2.5, 0.5));
  }
}
