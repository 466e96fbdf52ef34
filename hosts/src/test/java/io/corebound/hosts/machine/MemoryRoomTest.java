package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryRoomTest {
  private static final String MEMINFO =
      "MemTotal:       24000 kB\nMemFree:         1000 kB\nMemAvailable:   16000 kB\n";

  @TempDir Path groups;

  @Test
  void availableIsWhatTheKernelSays() {
    MemoryRoom room = MemoryRoom.read(MEMINFO, OptionalLong.empty());
    assertThat(room.total()).isEqualTo(new DataSize(24_000 * 1024));
    assertThat(room.available()).isEqualTo(new DataSize(16_000 * 1024));
  }

  @Test
  void controlGroupLeavesLess() {
    assertThat(MemoryRoom.read(MEMINFO, OptionalLong.of(5)).available()).isEqualTo(new DataSize(5));
  }

  @Test
  void kernelWithoutTheLineIsNamed() {
    assertThatThrownBy(() -> MemoryRoom.read("MemTotal: 5 kB\n", OptionalLong.empty()))
        .isInstanceOf(CoreboundException.class)
        .hasMessage("/proc/meminfo has no MemAvailable");
  }

  @Test
  void tightestGroupCountsWithoutPagesThatCanBeDropped() throws IOException {
    Path inner = Files.createDirectories(groups.resolve("memory/outer/inner"));
    group(inner.getParent(), 1000, 400, 0);
    group(inner, 900, 800, 200);
    // outer leaves 1000 - (400 - 100) = 700; inner leaves 900 - (800 - 200 - 100) = 400
    String mounted = "32 31 0:29 / %s/memory rw - cgroup cgroup rw,memory".formatted(groups);
    assertThat(left("5:memory:/outer/inner\n", mounted)).hasValue(400);
  }

  @Test
  void groupWithoutALimitLeavesEverything() throws IOException {
    Path group = Files.createDirectories(groups.resolve("own"));
    Files.writeString(group.resolve("memory.max"), "max\n");
    assertThat(left("0::/own\n", "31 23 0:28 / %s rw - cgroup2 cgroup2 rw".formatted(groups)))
        .isEmpty();
  }

  private static OptionalLong left(String membership, String mountinfo) {
    return ControlGroupLimits.memoryLeft(new OwnGroups(Mounts.parse(mountinfo), membership));
  }

  @Test
  void reserveIsAShareOfTheMachineWithinLimits() {
    assertThat(reserve(2)).isEqualTo(DataSize.ofMebibytes(256));
    assertThat(reserve(12)).isEqualTo(DataSize.ofMebibytes(384));
    // also where a small group of a large machine is all that there is
    assertThat(reserve(256)).isEqualTo(DataSize.ofMebibytes(512));
  }

  private static DataSize reserve(int totalGib) {
    DataSize total = DataSize.ofMebibytes(totalGib << 10);
    return new MemoryRoom(total, total).reserve();
  }

  @Test
  void thisMachineHasRoom() {
    MemoryRoom room = MemoryRoom.here();
    assertThat(room.available().bytes()).isPositive().isLessThanOrEqualTo(room.total().bytes());
  }

  private static void group(Path folder, long limit, long used, long inactive) throws IOException {
    Files.writeString(folder.resolve("memory.limit_in_bytes"), limit + "\n");
    Files.writeString(folder.resolve("memory.usage_in_bytes"), used + "\n");
    Files.writeString(
        folder.resolve("memory.stat"),
        "cache 7\nactive_file 1\ninactive_file 1\ntotal_inactive_file "
            + inactive
            + "\ntotal_active_file 100\n");
  }
}
