package io.corebound.hosts.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.LabNeeds;
import io.corebound.hosts.LimitedRate;
import io.corebound.hosts.ledger.AttachedImage;
import io.corebound.hosts.ledger.ControlGroups;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.machine.PageCache;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Real loop devices, in memory, measured by dd. */
@Isolated
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class LoopDeviceIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final double RATE = 60;
  private static final DataRate SLOW = new DataRate(RATE);

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");
  private Path folder;
  private Ledger ledger;

  /** Whose programs' I/O is limited, as that of a lab's node. */
  private LimitedHost node;

  @BeforeEach
  void folderInMemory() throws IOException {
    LabNeeds.assume(host);
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-device-test-");
    // the way to the disk is open to all, as a lab's is
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    ledger = Ledger.open(folder.resolve("state"), run);
    ledger.folder(folder.resolve("tier"));
    node = LimitedHost.make(host, ledger, new NodeLimits(List.of(), null, null));
  }

  @AfterEach
  void nothingOfTheTestIsLeft() throws IOException {
    if (folder == null) {
      return;
    }
    node.close();
    ledger.remove(folder.resolve("tier"));
    ledger.close();
    assertThat(folder.resolve("state")).isEmptyDirectory();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(run);
    Deletion.of(folder);
  }

  private LoopDevice device() {
    return LoopDevice.make(
        host,
        ledger,
        folder.resolve("tier/image"),
        DataSize.ofMebibytes(512),
        folder.resolve("tier/mount"));
  }

  @Test
  void directAndBufferedWritesAndReadsRunAtTheDevicesFigure() throws IOException {
    try (LoopDevice device = device()) {
      device.limit(DeviceLimit.of(SLOW));
      Path file = device.mountPoint().resolve("file");
      // two seconds, as the kernel lets a slice of 0.1 s more through after a pause; always in
      // place:
      // to discard what was there before would take of the figure
      held(RATE, 15, () -> write(file, 120, "oflag=direct", "conv=notrunc"));
      if (!strict(device.number()).equals("none")) {
        // half a second of it stays in memory
        double megabytes = 120 * 1.048576;
        assertThat(write(file, 120, "conv=notrunc"))
            .isLessThanOrEqualTo(1.2 * megabytes / (megabytes / RATE - 0.5));
        held(
            RATE,
            15,
            () -> {
              PageCache.sync(host, device.mountPoint());
              return write(file, 120, "conv=notrunc,fsync");
            });
      }
      held(
          RATE,
          15,
          () -> {
            PageCache.drop(host, device.mountPoint());
            return read(file, 120);
          });
      assertThat(read(file, 60)).as("from the page cache").isGreaterThan(3 * RATE);
      device.limit(DeviceLimit.NONE);
      PageCache.drop(host, device.mountPoint());
      assertThat(read(file, 60)).as("without a limit").isGreaterThan(3 * RATE);
    }
  }

  @Test
  void operationsRunAtTheDevicesFigure() {
    try (LoopDevice device = device()) {
      device.limit(new DeviceLimit(null, null, 150, 100));
      Path file = device.mountPoint().resolve("file");
      // 4 KiB at 100 and at 150 operations a second: of less than a second the start would be a
      // part
      held(
          0.4096,
          15,
          () ->
              dd(
                  "if=/dev/zero",
                  "of=" + file,
                  "bs=4k",
                  "count=200",
                  "oflag=direct",
                  "conv=notrunc"));
      held(0.6144, 20, () -> dd("if=" + file, "of=/dev/null", "bs=4k", "iflag=direct"));
    }
  }

  @Test
  void aDeviceTakesRoomForWhatIsOnItAndAllOfItIsGoneAtTheEnd() throws Exception {
    String name;
    try (LoopDevice device = device()) {
      name = device.name();
      assertThat(device.number()).isEqualTo("7:" + name.substring("loop".length()));
      device.giveTo("nobody");
      assertThat(Files.getOwner(device.mountPoint()).getName()).isEqualTo("nobody");
      assertThat(room()).as("empty").isLessThan(20);
      Path file = device.mountPoint().resolve("file");
      write(file, 100, "conv=fsync");
      assertThat(room()).as("with 100 MiB").isBetween(100L, 120L);
      Files.delete(file);
      PageCache.sync(host, device.mountPoint());
      // deleted blocks are discarded after the journal was written; since Linux 5.15 by a worker of
      // the file system, for which nobody waits
      long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
      while (room() >= 20 && System.nanoTime() < end) {
        Thread.sleep(100);
      }
      assertThat(room()).as("deleted").isLessThan(20);
      device.limit(DeviceLimit.of(SLOW));
      assertThat(kernelShows(device.number()))
          .isIn("60000000 60000000 1", "60000000 60000000 none");
    }
    assertThat(Files.exists(Path.of("/sys/block/" + name + "/loop"))).isFalse();
    assertThat(kernelShows("7:" + name.substring(4))).isIn("0 0 0", "0 0 none");
    assertThat(folder.resolve("tier/image")).doesNotExist();
    assertThat(folder.resolve("tier/mount")).doesNotExist();
  }

  @Test
  void aNodeWritesMoreToItsDiskThanItHasMemory() {
    assumeTrue(
        ControlGroups.here().first(),
        "in version 2 of control groups an image in memory counts as memory of who writes to it");
    try (LoopDevice device = device();
        LimitedHost small =
            LimitedHost.make(
                new LocalHost(run, "small"),
                ledger,
                new NodeLimits(List.of(), DataSize.ofMebibytes(64), "nobody"))) {
      device.giveTo("nobody");
      device.limit(DeviceLimit.of(new DataRate(100)));
      Path file = device.mountPoint().resolve("file");
      Command write =
          Command.of(
              LIMIT,
              "dd",
              "if=/dev/zero",
              "of=" + file,
              "bs=1M",
              "count=160",
              "conv=notrunc,fsync");
      held(
          100,
          20,
          () -> {
            Outcome outcome = small.run(write);
            assertThat(outcome.ok()).as(outcome.err()).isTrue();
            return megabytesPerSecond(outcome);
          });
      assertThat(room()).isGreaterThan(160);
    }
  }

  @Test
  void whatIsThereAlreadyIsNeitherFormattedNorDeleted() throws IOException {
    Path users = Files.writeString(folder.resolve("tier/image"), "precious");
    assertThatThrownBy(this::device)
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("exists already");
    assertThat(users).hasContent("precious");
    Path outside = folder.resolve("outside");
    assertThatThrownBy(
            () ->
                LoopDevice.make(
                    host, ledger, outside, DataSize.ofMebibytes(64), folder.resolve("tier/mount")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ledger");
    assertThat(outside).doesNotExist();
  }

  @Test
  void aDeviceThatCannotBeFormattedLeavesNothing() {
    assertThatThrownBy(
            () ->
                LoopDevice.make(
                    host,
                    ledger,
                    folder.resolve("tier/image"),
                    new DataSize(4096),
                    folder.resolve("tier/mount")))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining("cannot format the disk");
    assertThat(AttachedImage.using(folder)).isEmpty();
    assertThat(folder.resolve("tier/image")).doesNotExist();
  }

  @Test
  void aFolderWithSomethingMountedInItIsNotDeleted() throws IOException {
    Path users = Files.createDirectory(folder.resolve("users"));
    Files.writeString(users.resolve("file"), "precious");
    Path point = Files.createDirectory(folder.resolve("tier/point"));
    Path other = Files.writeString(folder.resolve("tier/other"), "the run's");
    for (List<String> mount :
        List.of(
            // of the same file system, and of another
            List.of("mount", "--bind", users.toString(), point.toString()),
            List.of("mount", "-t", "tmpfs", "tmpfs", point.toString()))) {
      assertThat(host.run(Command.of(LIMIT, mount.toArray(String[]::new))).ok()).isTrue();
      try {
        if (mount.contains("tmpfs")) {
          Files.writeString(point.resolve("file"), "precious");
        }
        assertThatThrownBy(() -> ledger.remove(folder.resolve("tier")))
            .isInstanceOf(CoreboundException.class)
            .hasMessageContaining(point + ": something is mounted there");
        assertThat(point.resolve("file")).hasContent("precious");
        assertThat(other).exists();
      } finally {
        host.run(Command.of(LIMIT, "umount", point.toString()));
      }
    }
    assertThat(users.resolve("file")).hasContent("precious");
  }

  /** What the kernel limits of a device: bytes read and written a second, strict dirty limit. */
  private String kernelShows(String number) throws IOException {
    return throttled(number) + " " + strict(number);
  }

  private String throttled(String number) throws IOException {
    ControlGroups groups = ControlGroups.here();
    if (groups.first()) {
      Path root = groups.throttled();
      return limit(root.resolve("blkio.throttle.read_bps_device"), number)
          + " "
          + limit(root.resolve("blkio.throttle.write_bps_device"), number);
    }
    return Files.readAllLines(groups.runGroup(run).resolve("io.max")).stream()
        .filter(line -> line.startsWith(number + " "))
        .map(line -> line.replaceFirst("\\S+ rbps=(\\d+) wbps=(\\d+) riops=max wiops=max", "$1 $2"))
        .findFirst()
        .orElse("0 0");
  }

  /** Kernels before 6.2 have none. */
  private static String strict(String number) throws IOException {
    Path file = Path.of("/sys/class/bdi", number, "strict_limit");
    return Files.exists(file) ? Files.readString(file).strip() : "none";
  }

  private static String limit(Path file, String number) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(number + " "))
        .map(line -> line.split(" ")[1])
        .findFirst()
        .orElse("0");
  }

  /** MiB that the image takes in memory. */
  private long room() {
    Outcome outcome =
        host.run(Command.of(LIMIT, "du", "-m", folder.resolve("tier/image").toString()));
    return Long.parseLong(outcome.out().split("\\s")[0]);
  }

  private double write(Path file, int mebibytes, String... how) {
    List<String> arguments =
        new ArrayList<>(List.of("if=/dev/zero", "of=" + file, "bs=1M", "count=" + mebibytes));
    arguments.addAll(List.of(how));
    return dd(arguments.toArray(String[]::new));
  }

  private double read(Path file, int mebibytes) {
    return dd("if=" + file, "of=/dev/null", "bs=1M", "count=" + mebibytes);
  }

  private static void held(double limit, double percent, DoubleSupplier measurement) {
    LimitedRate.assertHeld(limit, percent, 4, measurement);
  }

  /** MB/s by dd's own figures. */
  private double dd(String... arguments) {
    List<String> command = new ArrayList<>(List.of("dd"));
    command.addAll(List.of(arguments));
    return megabytesPerSecond(node.run(Command.of(LIMIT, command.toArray(String[]::new))));
  }

  private static double megabytesPerSecond(Outcome outcome) {
    Matcher matcher =
        Pattern.compile("(\\d+) bytes .*copied, ([0-9.e-]+) s,").matcher(outcome.err());
    assertThat(matcher.find()).as(outcome.err()).isTrue();
    return Double.parseDouble(matcher.group(1)) / 1e6 / Double.parseDouble(matcher.group(2));
  }
}
