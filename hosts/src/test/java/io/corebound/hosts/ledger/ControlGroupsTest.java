package io.corebound.hosts.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.lab.DeviceLimit;
import io.corebound.hosts.lab.NamespaceHost;
import io.corebound.hosts.machine.Mounts;
import io.corebound.hosts.machine.OwnGroups;
import io.corebound.records.units.DataRate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of the kernel's files, laid out in a folder as each version lays them out. */
class ControlGroupsTest {
  @TempDir Path folder;

  /** Two mounts of a machine with systemd, with a blank in a path, and a bind mount. */
  private static final String MOUNTS =
      """
      25 30 0:23 / /sys rw,nosuid shared:7 - sysfs sysfs rw
      41 31 7:3 / /data/a\\040b\\134c rw,noatime shared:9 master:2 - ext4 /dev/loop3 rw,discard
      42 31 254:0 /users /data/users rw,relatime - ext4 /dev/vda rw
      """;

  private static ControlGroups of(List<Mounts.Mount> mounts, String membership) {
    return ControlGroups.of(new OwnGroups(mounts, membership));
  }

  @Test
  void mountsAreReadWithBlanksAndOptionalFields() {
    assertThat(Mounts.parse(MOUNTS))
        .containsExactly(
            new Mounts.Mount("0:23", Path.of("/"), Path.of("/sys"), "sysfs", "sysfs", "rw"),
            new Mounts.Mount(
                "7:3", Path.of("/"), Path.of("/data/a b\\c"), "ext4", "/dev/loop3", "rw,discard"),
            new Mounts.Mount(
                "254:0", Path.of("/users"), Path.of("/data/users"), "ext4", "/dev/vda", "rw"));
  }

  @Test
  void versionOneThrottlesAtItsRootAndLimitsMemoryBelowTheOwnGroup() throws IOException {
    Path blkio = group("blkio", "blkio.throttle.read_bps_device");
    Path memory = group("memory", "memory.limit_in_bytes");
    Path own = Files.createDirectories(memory.resolve("user/session"));
    ControlGroups groups =
        of(
            List.of(
                new Mounts.Mount("0:33", Path.of("/"), memory, "cgroup", "cgroup", "rw,memory"),
                new Mounts.Mount("0:35", Path.of("/"), blkio, "cgroup", "cgroup", "rw,blkio")),
            "5:blkio:/\n4:memory:/user/session\n");
    assertThat(groups).isEqualTo(new ControlGroups(blkio, own, null));
    assertThat(groups.first()).isTrue();
    assertThat(groups.lacking()).isEmpty();
  }

  @Test
  void versionOneWithoutItsMemoryControllerIsALackWithTheRemedy() throws IOException {
    Path blkio = group("blkio", "blkio.throttle.read_bps_device");
    ControlGroups groups =
        of(
            List.of(new Mounts.Mount("0:35", Path.of("/"), blkio, "cgroup", "cgroup", "rw,blkio")),
            "5:blkio:/\n");
    assertThat(groups.lacking())
        .hasValueSatisfying(
            reason ->
                assertThat(reason.toString())
                    .contains("the controller memory of version 1 is not mounted")
                    .contains("mount -t cgroup -o memory"));
  }

  @Test
  void limitsOfAGroupBelowTheMachinesRootDoNotHoldForWriteback() throws IOException {
    Path blkio = group("blkio", "blkio.throttle.read_bps_device");
    ControlGroups groups = new ControlGroups(blkio, blkio, null);
    assertThat(groups.writebackEscapes()).as("a container's group").isTrue();
    Files.createFile(blkio.resolve("release_agent"));
    assertThat(groups.writebackEscapes()).as("the root group").isFalse();
    assertThat(new ControlGroups(null, null, blkio).writebackEscapes()).isFalse();
  }

  /** On a real hierarchy of version 2, by a controller that nothing of a lab needs. */
  @Test
  void controllersThatTheRunHandedDownAreSetBackAtItsEnd() throws IOException {
    assumeTrue(NamespaceHost.isRoot(), "needs root, which changes control groups");
    Optional<Path> unified =
        Mounts.all().stream()
            .filter(m -> m.type().equals("cgroup2"))
            .map(Mounts.Mount::point)
            .filter(p -> ControlGroups.words(p.resolve("cgroup.controllers")).contains("hugetlb"))
            .filter(p -> !down(p).contains("hugetlb"))
            .findFirst();
    assumeTrue(unified.isPresent(), "needs control groups of version 2 with a spare controller");
    List<String> before = down(unified.get());

    String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    try (Ledger ledger = Ledger.open(folder.resolve("state"), run)) {
      ControlGroups.delegate(ledger, unified.get(), List.of("hugetlb"));
      assertThat(down(unified.get())).contains("hugetlb");
      assertThat(folder.resolve("state/" + run + ".jsonl")).content().contains("CONTROLLERS");
    }

    assertThat(down(unified.get())).isEqualTo(before);
    assertThat(folder.resolve("state")).isEmptyDirectory();
  }

  private static List<String> down(Path group) {
    return ControlGroups.words(group.resolve("cgroup.subtree_control"));
  }

  @Test
  void aGroupThatIsNotVisibleIsTheTop() throws IOException {
    Path memory = group("memory", "memory.limit_in_bytes");
    assertThat(
            of(
                    List.of(
                        new Mounts.Mount(
                            "0:33", Path.of("/"), memory, "cgroup", "cgroup", "memory")),
                    "4:memory:/docker/0123\n")
                .memory())
        .isEqualTo(memory);
  }

  @Test
  void versionTwoCountsWithBothControllersOnly() throws IOException {
    Path unified = group("unified", "cgroup.subtree_control");
    List<Mounts.Mount> mounts =
        List.of(new Mounts.Mount("0:38", Path.of("/"), unified, "cgroup2", "cgroup2", "rw"));
    Files.writeString(unified.resolve("cgroup.controllers"), "cpu memory\n");
    assertThat(of(mounts, "0::/\n").lacking())
        .hasValueSatisfying(
            reason -> assertThat(reason.reason()).contains("no control group throttles"));
    Files.writeString(unified.resolve("cgroup.controllers"), "cpu io memory pids\n");
    ControlGroups groups = of(mounts, "0::/\n");
    assertThat(groups).isEqualTo(new ControlGroups(null, null, unified));
    assertThat(groups.first()).isFalse();
    assertThat(groups.lacking()).isEmpty();
    assertThat(groups.runGroup("run-7")).isEqualTo(unified.resolve("corebound-run-7"));
  }

  private Path group(String name, String file) throws IOException {
    Path group = Files.createDirectory(folder.resolve(name));
    Files.createFile(group.resolve(file));
    return group;
  }

  @Test
  void aSettingIsSetBackToWhatItWas() throws IOException {
    Path file = Files.writeString(folder.resolve("strict_limit"), "0\n");
    KernelSetting setting = KernelSetting.of(file, null, "unused", "1");
    assertThat(setting.stands()).isFalse();
    setting.apply();
    assertThat(file).hasContent("1");
    assertThat(setting.stands()).isTrue();
    assertThat(setting.restore()).isEmpty();
    assertThat(Files.readString(file)).startsWith("0");
  }

  @Test
  void aSettingOfOneDeviceIsFoundAmongThoseOfOthers() throws IOException {
    Path file = Files.writeString(folder.resolve("read_bps_device"), "7:31 5\n7:3 10\n");
    assertThat(KernelSetting.of(file, "7:3", "0", "20").before()).isEqualTo("10");
    assertThat(KernelSetting.of(file, "7:1", "0", "20").before()).isEqualTo("0");
    assertThat(new KernelSetting(file.toString(), "7:3", "0", "10").stands()).isTrue();
    assertThat(new KernelSetting(file.toString(), "7:3", "0", "11").stands()).isFalse();
    assertThat(new KernelSetting(file.toString(), "7:3", "10", "10").stands())
        .as("it was that before")
        .isFalse();
  }

  @Test
  void unwrittenDataAreHalfASecondAndAtLeastFourMebibytes() {
    assertThat(DeviceLimit.of(new DataRate(100)).dirty().bytes()).isEqualTo(50_000_000);
    assertThat(DeviceLimit.of(new DataRate(1)).dirty().bytes()).isEqualTo(4 << 20);
    assertThat(new DeviceLimit(new DataRate(1), null, null, 7).dirty()).isNull();
  }
}
