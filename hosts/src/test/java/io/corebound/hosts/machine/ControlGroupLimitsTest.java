package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlGroupLimitsTest {
  private static final long MACHINE = 16L << 30;

  @TempDir Path mount;

  @Test
  void theTightestLimitOnTheWayToTheRootCounts() throws IOException {
    file("a/memory.max", "1073741824");
    file("a/cpu.max", "150000 100000");
    file("a/b/memory.max", "max");
    file("a/b/cpu.max", "400000 100000");
    ControlGroupLimits limits = limits("0::/a/b\n", two());
    assertThat(limits.memoryBytes()).hasValue(1L << 30);
    assertThat(limits.cores()).hasValue(1.5);
  }

  @Test
  void maxIsNoLimit() throws IOException {
    file("memory.max", "max");
    file("cpu.max", "max 100000");
    ControlGroupLimits limits = limits("0::/\n", two());
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
        limits(
            "4:memory:/job\n3:cpu,cpuacct:/job\n0::/\n",
            one("/", "memory", "memory"),
            one("/", "cpu", "cpu,cpuacct"),
            "38 31 0:38 / %s/unified rw - cgroup2 cgroup2 rw".formatted(mount));
    assertThat(limits.memoryBytes()).hasValue(2L << 30);
    assertThat(limits.cores()).hasValue(0.5);
  }

  @Test
  void aGroupThatAContainerDoesNotSeeIsReadAtTheTop() throws IOException {
    file("memory/memory.limit_in_bytes", "1000000");
    assertThat(limits("4:memory:/docker/0123\n", one("/", "memory", "memory")).memoryBytes())
        .hasValue(1_000_000);
  }

  @Test
  void aMemoryLimitOfTheWholeMachineIsNone() throws IOException {
    file("memory.max", "" + MACHINE);
    assertThat(limits("0::/\n", two()).memoryBytes()).isEmpty();
  }

  /** Debian's name is a link to this one, or none; Amazon Linux and Gentoo turn it round. */
  @ParameterizedTest
  @ValueSource(strings = {"cpu", "cpu,cpuacct", "cpuacct,cpu"})
  void folderOfAControllerIsWhereItIsMounted(String folder) throws IOException {
    file(folder + "/job/cpu.cfs_quota_us", "150000");
    file(folder + "/job/cpu.cfs_period_us", "100000");
    assertThat(limits("3:%s:/job\n".formatted(folder), one("/", folder, folder)).cores())
        .hasValue(1.5);
  }

  /** As docker run --cpus=2 on a machine of version 1, and a group that a program made in it. */
  @Test
  void containerThatSeesItsOwnGroupAsTheTopFindsAGroupBelow() throws IOException {
    file("cpu,cpuacct/cpu.cfs_quota_us", "200000");
    file("cpu,cpuacct/cpu.cfs_period_us", "100000");
    file("cpu,cpuacct/task/cpu.cfs_quota_us", "50000");
    file("cpu,cpuacct/task/cpu.cfs_period_us", "100000");
    String mounted = one("/docker/0123", "cpu,cpuacct", "cpu,cpuacct");
    assertThat(limits("4:cpu,cpuacct:/docker/0123\n", mounted).cores()).hasValue(2);
    assertThat(limits("4:cpu,cpuacct:/docker/0123/task\n", mounted).cores()).hasValue(0.5);
  }

  /** As systemd's hybrid hierarchy: version 2 is mounted besides and has no controllers. */
  @Test
  void hybridHierarchyLimitsByVersionOne() throws IOException {
    file("unified/user.slice/cgroup.procs", "1");
    file("cpu,cpuacct/user.slice/cpu.cfs_quota_us", "300000");
    file("cpu,cpuacct/user.slice/cpu.cfs_period_us", "100000");
    ControlGroupLimits limits =
        limits(
            "5:cpu,cpuacct:/user.slice\n0::/user.slice\n",
            "38 31 0:38 / %s/unified rw - cgroup2 cgroup2 rw".formatted(mount),
            one("/", "cpu,cpuacct", "cpu,cpuacct"));
    assertThat(limits.cores()).hasValue(3);
  }

  /** As a Kubernetes pod that was moved out of its name space of groups (cgroup_namespaces(7)). */
  @Test
  void groupOutsideOfTheNameSpaceIsReadAtTheTop() throws IOException {
    file("cpu.max", "75000 100000");
    assertThat(limits("0::/../other\n", two()).cores()).hasValue(0.75);
  }

  private static ControlGroupLimits limits(String membership, String... mountinfo) {
    return ControlGroupLimits.read(
        new OwnGroups(Mounts.parse(String.join("\n", mountinfo)), membership), MACHINE);
  }

  /** A line of /proc/self/mountinfo, of version 2. */
  private String two() {
    return "31 23 0:28 / %s rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate".formatted(mount);
  }

  /** One of version 1. */
  private String one(String root, String folder, String controllers) {
    return "32 31 0:29 %s %s/%s ro,nosuid master:11 - cgroup cgroup rw,%s"
        .formatted(root, mount, folder, controllers);
  }

  private void file(String name, String text) throws IOException {
    Path file = mount.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }
}
