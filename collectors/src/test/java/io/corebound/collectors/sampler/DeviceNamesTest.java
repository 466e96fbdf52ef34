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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    List<Samples> named = new DeviceNames(Map.of("vg-data", "dm-0", "lo", "dm-1")).kernels(samples);
    assertThat(source(samples, "sar-disk").devices()).contains("vg-data");
    assertThat(source(named, "sar-disk").devices()).contains("dm-0").doesNotContain("vg-data");
    assertThat(source(named, "sar-disk").rows()).hasSameSizeAs(source(samples, "sar-disk").rows());
    assertThat(source(named, "sar-network")).isEqualTo(source(samples, "sar-network"));
  }

  private static Samples source(List<Samples> samples, String source) {
    return samples.stream().filter(s -> s.source().equals(source)).findFirst().orElseThrow();
  }
}
