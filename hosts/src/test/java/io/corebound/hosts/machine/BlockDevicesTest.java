package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockDevicesTest {
  @Test
  void diskOfAFileIsTheOneThatStatTells() {
    Path file = Path.of("").toAbsolutePath();
    Outcome stat =
        new LocalHost("test", "here")
            .run(Command.of(Duration.ofSeconds(10), "stat", "-c", "%Hd:%Ld", file.toString()));
    Path folder = Path.of("/sys/dev/block", stat.out().strip());

    if (folder.toFile().exists()) {
      assertThat(BlockDevices.of(file))
          .hasValueSatisfying(
              n ->
                  assertThat(folder)
                      .satisfies(f -> assertThat(f.toRealPath().toString()).contains("/" + n)));
    } else {
      assertThat(BlockDevices.of(file)).isEmpty();
    }
  }

  @Test
  void fileThatIsInMemoryOnlyHasNoDisk() {
    assertThat(BlockDevices.of(Path.of("/proc/self/status"))).isEmpty();
  }

  @Test
  void largeNumbersAreSplitAsTheCLibraryDoes() {
    // makedev(259, 70000): minor's upper bits are from bit 20 on
    long device = (259L << 8) | (70000L & 0xff) | ((70000L & ~0xffL) << 12);
    assertThat(BlockDevices.major(device)).isEqualTo(259);
    assertThat(BlockDevices.minor(device)).isEqualTo(70000);
  }

  @Test
  void shellOfAHostSaysTheSame(@TempDir Path folder) {
    LocalHost host = LocalHost.forQuestions();
    for (Path there : List.of(folder, Path.of("/proc"))) {
      assertThat(BlockDevices.of(host, there.toString())).isEqualTo(BlockDevices.of(there));
    }
    assertThatThrownBy(() -> BlockDevices.of(host, folder.resolve("none").toString()))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("cannot enter " + folder.resolve("none"));
  }
}
