package io.corebound.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupLimitsTest {
  private static final long MACHINE = 16L << 30;

  @TempDir Path mount;

  @Test
  void theTightestLimitOnTheWayToTheRootCounts() throws IOException {
    file("a/memory.max", "1073741824");
    file("a/cpu.max", "150000 100000");
    file("a/b/memory.max", "max");
    file("a/b/cpu.max", "400000 100000");
    ControlGroupLimits limits = ControlGroupLimits.read("0::/a/b\n", mount, MACHINE);
    assertThat(limits.memoryBytes()).hasValue(1L << 30);
    assertThat(limits.cores()).hasValue(1.5);
  }

  @Test
  void maxIsNoLimit() throws IOException {
    file("memory.max", "max");
    file("cpu.max", "max 100000");
    ControlGroupLimits limits = ControlGroupLimits.read("0::/\n", mount, MACHINE);
    assertThat(limits.memoryBytes()).isEmpty();
    assertThat(limits.cores()).isEmpty();
  }

  @Test
  void versionOneControllersHaveTreesOfTheirOwn() throws IOException {
    file("memory/job/memory.limit_in_bytes", "2147483648");
    file("memory/memory.limit_in_bytes", "9223372036854771712");
    file("cpu/cpu.cfs_quota_us", "-1");
    file("cpu/cpu.cfs_period_us", "100000");
    file("cpu/job/cpu.cfs_quota_us", "50000");
    file("cpu/job/cpu.cfs_period_us", "100000");
    Files.createDirectories(mount.resolve("unified"));
    ControlGroupLimits limits =
        ControlGroupLimits.read("4:memory:/job\n3:cpu,cpuacct:/job\n0::/\n", mount, MACHINE);
    assertThat(limits.memoryBytes()).hasValue(2L << 30);
    assertThat(limits.cores()).hasValue(0.5);
  }

  @Test
  void aGroupThatAContainerDoesNotSeeIsReadAtTheTop() throws IOException {
    file("memory/memory.limit_in_bytes", "1000000");
    assertThat(ControlGroupLimits.read("4:memory:/docker/0123\n", mount, MACHINE).memoryBytes())
        .hasValue(1_000_000);
  }

  @Test
  void aMemoryLimitOfTheWholeMachineIsNone() throws IOException {
    file("memory.max", "" + MACHINE);
    assertThat(ControlGroupLimits.read("0::/\n", mount, MACHINE).memoryBytes()).isEmpty();
  }

  private void file(String name, String text) throws IOException {
    Path file = mount.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }
}
