package io.corebound.collectors.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.collectors.Fixture;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.run.CommandResult.BlockDevice;
import io.corebound.records.run.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceNamesTest {
  @TempDir Path folder;

  private Path file(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  /** A logical volume on a part of one disk and on another disk, a software RAID, as sysfs has. */
  private String volume() throws IOException {
    for (String disk : List.of("sda", "sdb", "dm-0", "md0")) {
      file("sys/devices/block/" + disk + "/size", "2048\n");
      Files.createDirectories(folder.resolve("sys/block"));
      Files.createSymbolicLink(
          folder.resolve("sys/block/" + disk), Path.of("../devices/block/" + disk));
    }
    file("sys/block/loop0/size", "0\n");
    file("sys/block/sda/sda3/partition", "3\n");
    file("sys/block/dm-0/dm/name", "vg-my data\n");
    file("sys/block/dm-0/slaves/sda3/size", "1\n");
    file("sys/block/dm-0/slaves/sdb/size", "1\n");
    file("sys/block/md0/slaves/sda/size", "1\n");
    Files.createDirectories(folder.resolve("sys/dev/block"));
    Files.createSymbolicLink(
        folder.resolve("sys/dev/block/253:0"), Path.of("../../devices/block/dm-0"));
    Files.createSymbolicLink(
        folder.resolve("sys/dev/block/8:3"), Path.of("../../devices/block/sda/sda3"));
    file(
        "proc/self/mountinfo",
        """
        22 28 0:21 / /proc rw - proc proc rw
        28 1 253:0 / /data rw,noatime shared:1 - ext4 /dev/mapper/vg-my\\040data rw
        29 28 253:0 /inside /bound rw - ext4 /dev/mapper/vg-my\\040data rw
        30 1 8:3 / /boot rw - ext4 /dev/sda3 rw
        """);
    LocalHost host = new LocalHost("names", "here");
    return host.run(
            Command.of(
                Duration.ofSeconds(20), "sh", "-c", DeviceNames.SCRIPT, "sh", folder.toString()))
        .out();
  }

  @Test
  void volumeHasItsSecondNameItsMembersAndItsMount() throws IOException {
    assertThat(DeviceNames.parse(volume()))
        .containsExactlyInAnyOrder(
            new BlockDevice("dm-0", "vg-my data", List.of("sda3", "sdb"), List.of("/data")),
            new BlockDevice("md0", "", List.of("sda"), List.of()),
            new BlockDevice("sda", "", List.of(), List.of("/boot")),
            new BlockDevice("sdb", "", List.of(), List.of()));
  }

  @Test
  void hostTellsItsVolumesUnderEitherName() throws IOException {
    HostFacts facts = HostFacts.parse("h", "Cpus_allowed_list: 0\n" + volume());
    assertThat(facts.disk("vg-my data")).contains("dm-0");
    assertThat(facts.disk("dm-0")).contains("dm-0");
    assertThat(facts.disk("vg")).isEmpty();
    assertThat(facts.disk("")).isEmpty();
  }

  @Test
  void sarsFiguresOfAVolumeHaveTheKernelsName() {
    String json = Fixture.text("sar-12.6.1.json").replace("\"vda\"", "\"vg-data\"");
    List<Samples> samples = new Sar().parse("h", json).samples();
    List<Samples> named =
        new DeviceNames(Map.of("vg-data", "dm-0", "lo", "dm-1"), Set.of()).kernels(samples);
    assertThat(source(samples, "sar-disk").devices()).contains("vg-data");
    assertThat(source(named, "sar-disk").devices()).contains("dm-0").doesNotContain("vg-data");
    assertThat(source(named, "sar-disk").rows()).hasSameSizeAs(source(samples, "sar-disk").rows());
    assertThat(source(named, "sar-network")).isEqualTo(source(samples, "sar-network"));
  }

  /** As iostat 12.7 sees a namespace with two paths on Linux 6.1, and another disk. */
  private static String twoPaths(double ownReadKb) {
    String line =
        """
        {"disk_device": "%s", "r/s": %s, "w/s": 0.00, "rkB/s": %s, "wkB/s": 0.00, "r_await": %s, \
        "w_await": 0.00, "aqu-sz": %s, "util": %s}\
        """;
    return """
        {"sysstat": {"hosts": [{"statistics": [
        {"timestamp": "2026-11-21T14:05:48+0000", "disk": [%s, %s, %s, %s]}
        ]}]}}
        """
        .formatted(
            line.formatted("nvme0c0n1", "100.00", "125000.00", "2.00", "0.50", "40.00"),
            line.formatted("nvme0n1", "0.00", ownReadKb, "0.00", "0.00", "0.00"),
            line.formatted("nvme0c1n1", "300.00", "375000.00", "1.00", "0.25", "90.00"),
            line.formatted("nvme1n1", "7.00", "8.00", "0.00", "0.00", "1.00"));
  }

  /** 125,000 and 375,000 KiB/s are 512 MB/s. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 500_000})
  void pathsToAnNvmeDiskAreOneDisk(double ownReadKb) {
    List<Samples> samples = new IoStat().parse("h", twoPaths(ownReadKb)).samples();
    Samples joined = new DeviceNames(Map.of(), Set.of("nvme0n1")).kernels(samples).get(0);
    assertThat(joined.devices()).containsExactly("nvme0n1", "nvme1n1");
    Map<String, Double> figures = new TreeMap<>();
    for (String metric : joined.metrics()) {
      figures.put(metric, joined.rowsOf("nvme0n1").value(0, joined.indexOf(metric)));
    }
    assertThat(figures)
        .containsEntry("read_mb_per_s", 512.0)
        .containsEntry("read_per_s", 400.0)
        .containsEntry("queue_length", 0.75)
        .containsEntry("util_percent", 90.0)
        .containsEntry("read_await_ms", 2.0);
  }

  /** What sar sees of a disk whose paths count is zeros, which iostat would seem to contradict. */
  @Test
  void sarHasNoSampleOfADiskWhosePathsCount() {
    Set<String> multipath = DeviceNames.multipath("disk nvme0n1\ndisk nvme0c0n1\ndisk sda\n");
    assertThat(multipath).containsExactly("nvme0n1");
    List<String> metrics = List.of("read_mb_per_s", "await_ms");
    List<Samples.Row> rows =
        List.of(
            new Samples.Row(1, "nvme0n1", List.of(0.0, 0.0)),
            new Samples.Row(1, "sda", List.of(0.0, 0.0)));
    Samples idle = new Samples("h", "sar-disk", metrics, rows);
    DeviceNames names = new DeviceNames(Map.of(), multipath);
    assertThat(names.kernels(List.of(idle)).get(0).devices()).containsExactly("sda");
    Samples counted =
        new Samples(
            "h", "sar-disk", metrics, List.of(new Samples.Row(1, "nvme0n1", List.of(9.0, 0.1))));
    assertThat(names.kernels(List.of(counted))).containsExactly(counted);
  }

  @Test
  void aPathIsNoDiskOfItsOwn() {
    HostFacts facts =
        HostFacts.parse(
            "h",
            """
            Cpus_allowed_list: 0
            disk nvme0c0n1
            disk nvme0c1n1
            disk nvme0n1
            mount nvme0n1 /data
            """);
    assertThat(facts.watched().devices())
        .containsExactly(new BlockDevice("nvme0n1", "", List.of(), List.of("/data")));
    assertThat(facts.disk("nvme0n1")).contains("nvme0n1");
    assertThat(facts.disk("nvme0c1n1")).contains("nvme0n1");
    assertThat(facts.disk("nvme0c1n2")).isEmpty();
  }

  private static Samples source(List<Samples> samples, String source) {
    return samples.stream().filter(s -> s.source().equals(source)).findFirst().orElseThrow();
  }
}
