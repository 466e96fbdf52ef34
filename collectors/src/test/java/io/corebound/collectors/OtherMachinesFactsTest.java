package io.corebound.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.sampler.HostFacts;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.CommandResult.DeviceKind;
import io.corebound.records.run.CommandResult.WatchedHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the host's shell reads on machines other than this one, their files rebuilt in a folder. */
class OtherMachinesFactsTest {
  @TempDir Path root;

  /** A machine of 8 CPUs without limits, of which this user sees every process. */
  @BeforeEach
  void machine() throws IOException {
    file("proc/self/status", "Name:\tgrep\nCpus_allowed:\tff\nCpus_allowed_list:\t0-7");
    file("proc/self/cgroup", "0::/");
    file("proc/1/stat", "1 (systemd) S 0");
    file("sys/devices/system/cpu/online", "0-7");
    mounts("22 27 0:21 / /proc rw,relatime shared:12 - proc proc rw");
  }

  @Test
  void cpusThatAreOfflineOrDoNotExistAreNoneOfTheHosts() throws IOException {
    file("proc/self/status", "Cpus_allowed_list:\t0-127");
    file("sys/devices/system/cpu/online", "0-1");
    assertThat(facts().cpus()).containsExactly(0, 1);
    assertThat(facts().cores()).isEqualTo(2);
  }

  @Test
  void containerThatNumbersItsCpusAnewHasThoseThatItMayUse() throws IOException {
    file("proc/self/status", "Cpus_allowed_list:\t4-5");
    file("sys/devices/system/cpu/online", "0-1");
    assertThat(facts().cpus()).containsExactly(4, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "cpu,cpuacct", "cpuacct,cpu"})
  void quotaOfVersionOneIsFoundWhateverItsFolderIsCalled(String folder) throws IOException {
    file("proc/self/cgroup", "4:memory:/job\n3:%s:/job".formatted(folder));
    mounts(one("/", folder, folder));
    quota(folder + "/job", 150_000);
    assertThat(facts().cores()).isEqualTo(1.5);
  }

  /** As docker run --cpus=2 on a machine of version 1: the container's own group is the top. */
  @ParameterizedTest
  @CsvSource({"/docker/0123, 2", "/docker/0123/task, 0.5"})
  void quotaOfAContainerOfVersionOneIsFoundAtItsTopAndBelow(String group, double cores)
      throws IOException {
    file("proc/self/cgroup", "4:cpu,cpuacct:" + group);
    mounts(one("/docker/0123", "cpu,cpuacct", "cpu,cpuacct"));
    quota("cpu,cpuacct", 200_000);
    quota("cpu,cpuacct/task", 50_000);
    assertThat(facts().cores()).isEqualTo(cores);
  }

  @Test
  void quotaOfVersionTwoIsTheLowestOnTheWayToTheTop() throws IOException {
    file("proc/self/cgroup", "0::/kubepods/pod7/1f");
    mounts("31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate");
    file("sys/fs/cgroup/kubepods/cpu.max", "max 100000");
    file("sys/fs/cgroup/kubepods/pod7/cpu.max", "250000 100000");
    file("sys/fs/cgroup/kubepods/pod7/1f/cpu.max", "800000 100000");
    assertThat(facts().cores()).isEqualTo(2.5);
  }

  /** As systemd's hybrid hierarchy: version 2 is mounted besides and has no controllers. */
  @Test
  void limitsOfAHybridHierarchyAreThoseOfVersionOne() throws IOException {
    file("proc/self/cgroup", "6:blkio:/user.slice\n5:cpu,cpuacct:/user.slice\n0::/user.slice");
    mounts(
        "38 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw",
        one("/", "blkio", "blkio"),
        one("/", "cpu,cpuacct", "cpu,cpuacct"));
    file("sys/fs/cgroup/unified/user.slice/cgroup.procs", "1");
    quota("cpu,cpuacct/user.slice", 300_000);
    file("sys/fs/cgroup/blkio/user.slice/blkio.throttle.write_bps_device", "8:0 20000000");
    file("sys/dev/block/8:0/uevent", "MAJOR=8\nMINOR=0\nDEVNAME=sda");
    assertThat(facts().cores()).isEqualTo(3);
    assertThat(facts().rate(DeviceKind.DISK, "sda").orElseThrow().outMbPerS()).isEqualTo(20);
  }

  @Test
  void hiddenProcessesAreADoubtWithTheOptionAndTheRemedy() throws IOException {
    assertThat(facts().doubts()).isEmpty();
    mounts("22 27 0:21 / /proc rw,relatime shared:12 - proc proc rw,gid=27,hidepid=invisible");
    assertThat(facts().doubts()).as("of root, who sees the first process").isEmpty();
    Files.delete(root.resolve("proc/1/stat"));
    assertThat(facts().doubts())
        .singleElement()
        .asString()
        .contains("/proc is mounted with hidepid=invisible", "remount,hidepid=0 /proc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw", "rw,hidepid=0", "rw,hidepid=off"})
  void processesThatNoOptionHidesAreNoDoubt(String options) throws IOException {
    mounts("22 27 0:21 / /proc rw,relatime - proc proc " + options);
    Files.delete(root.resolve("proc/1/stat"));
    assertThat(facts().doubts()).isEmpty();
  }

  private WatchedHost facts() {
    String text = HostFacts.text(new LocalHost("facts", "here"), root.toString());
    return HostFacts.parse("node", text).watched();
  }

  private void mounts(String... lines) throws IOException {
    file("proc/self/mountinfo", String.join("\n", lines));
  }

  private static String one(String top, String folder, String controllers) {
    return "32 31 0:29 %s /sys/fs/cgroup/%s ro,nosuid master:11 - cgroup cgroup rw,%s"
        .formatted(top, folder, controllers);
  }

  private void quota(String group, int microseconds) throws IOException {
    file("sys/fs/cgroup/%s/cpu.cfs_quota_us".formatted(group), String.valueOf(microseconds));
    file("sys/fs/cgroup/%s/cpu.cfs_period_us".formatted(group), "100000");
  }

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }
}
