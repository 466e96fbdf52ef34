package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.LabNeeds;
import io.corebound.hosts.lab.LoopDevice;
import io.corebound.hosts.ledger.AttachedImage;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real disks that are full, or fail. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DiskHealthTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final DataSize LEAST = DataSize.ofMebibytes(10);
  private static final double SHARE = 0.01;

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");
  private Path folder;
  private Ledger ledger;
  private LoopDevice device;

  @BeforeEach
  void disk() throws IOException {
    LabNeeds.assume(host);
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-health-test-");
    ledger = Ledger.open(folder.resolve("state"), run);
    Path tier = ledger.folder(folder.resolve("tier"));
    device =
        LoopDevice.make(
            host, ledger, tier.resolve("image"), DataSize.ofMebibytes(128), tier.resolve("mount"));
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    if (ledger == null) {
      return;
    }
    device.close();
    ledger.remove(folder.resolve("tier"));
    ledger.close();
    assertThat(folder.resolve("state")).isEmptyDirectory();
    Deletion.of(folder);
  }

  private Optional<String> seen() {
    return DiskHealth.seen(device.mountPoint(), LEAST, SHARE);
  }

  private Optional<String> tried() {
    return DiskHealth.tried(host, device.mountPoint(), LEAST, SHARE);
  }

  @Test
  void fullDiskIsToldWithWhatIsFreeAndIsWellAgainWithRoom() throws IOException {
    Files.writeString(device.mountPoint().resolve("file"), "small");
    assertThat(seen()).isEmpty();
    assertThat(tried()).isEmpty();
    Path large = device.mountPoint().resolve("large");
    // as much as there is
    host.run(Command.of(LIMIT, "dd", "if=/dev/zero", "of=" + large, "bs=1M", "status=none"));

    assertThat(seen())
        .hasValueSatisfying(t -> assertThat(t).matches("is full: \\d+ k?B of 128 MB are free"));
    assertThat(tried()).isEqualTo(seen());
    Files.delete(large);
    assertThat(tried()).isEmpty();
  }

  @Test
  void deviceThatFailsUnderItsFileSystemIsToldAndCanStillBeTakenAway() throws IOException {
    Files.writeString(device.mountPoint().resolve("before"), "well");
    assertThat(tried()).isEmpty();
    breakDevice();
    // memory takes it
    Files.writeString(device.mountPoint().resolve("after"), "lost");

    assertThat(tried())
        .hasValueSatisfying(
            t ->
                assertThat(t)
                    .containsPattern("is read-only: |refuses writes: .*Input/output error"));
    // the first error that is not of a file's data alone
    Outcome second =
        host.run(Command.of(LIMIT, "touch", device.mountPoint().resolve("x").toString()));
    host.run(Command.of(LIMIT, "sync", "-f", device.mountPoint().toString()));
    assertThat(seen())
        .as(second.err())
        .hasValueSatisfying(t -> assertThat(t).startsWith("is read-only: the kernel made it so"));
    device.close();
    assertThat(device.mountPoint()).doesNotExist();
    assertThat(AttachedImage.devices(folder.resolve("tier/image"))).isEmpty();
  }

  /** Every block but the first is beyond its end from now on. */
  private void breakDevice() throws IOException {
    try (RandomAccessFile image =
        new RandomAccessFile(folder.resolve("tier/image").toFile(), "rw")) {
      image.setLength(1 << 20);
    }
    Outcome shrunk = host.run(Command.of(LIMIT, "losetup", "-c", "/dev/" + device.name()));
    assertThat(shrunk.ok()).as(shrunk.err()).isTrue();
  }
}
