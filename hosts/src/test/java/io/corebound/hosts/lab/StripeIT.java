package io.corebound.hosts.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.LabNeeds;
import io.corebound.hosts.LimitedRate;
import io.corebound.hosts.StripeOwner;
import io.corebound.hosts.ledger.AttachedImage;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Real loop devices in memory with one file system over all of them. */
@Isolated
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class StripeIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int DEVICES = 3;

  /** Of each, in MB/s. */
  private static final double RATE = 30;

  private final String run = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  private final LocalHost host = new LocalHost(run, "here");
  private Path folder;

  @BeforeEach
  void folderInMemory() throws IOException {
    LabNeeds.assume(host);
    try {
      LabSupport.requireStripes(host);
    } catch (CoreboundException lacks) {
      assumeTrue(false, lacks.getMessage());
    }
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-stripe-test-");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void nothingOfTheTestIsLeft() throws IOException {
    if (folder != null) {
      Ledger.cleanUp(folder.resolve("state"));
      assertThat(AttachedImage.using(folder)).isEmpty();
      assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(folder + "/");
      Deletion.of(folder);
    }
  }

  @Test
  void oneStreamReadsAndWritesAllDevicesAtTheirFigures() throws IOException {
    Ledger ledger = Ledger.open(folder.resolve("state"), run);
    Path tier = ledger.folder(folder.resolve("tier"));
    List<LoopDevice> devices = new ArrayList<>();
    try (LimitedHost node = LimitedHost.make(host, ledger, new NodeLimits(List.of(), null, null))) {
      for (int i = 1; i <= DEVICES; i++) {
        devices.add(
            LoopDevice.raw(host, ledger, tier.resolve("image-" + i), DataSize.ofMebibytes(512)));
      }
      try (Stripe stripe = Stripe.make(host, ledger, devices, tier.resolve("mount"))) {
        stripe.giveTo("nobody");
        assertThat(Files.getOwner(stripe.mountPoint()).getName()).isEqualTo("nobody");
        for (LoopDevice device : devices) {
          device.limit(DeviceLimit.of(new DataRate(RATE)));
        }
        Path file = stripe.mountPoint().resolve("file");
        LimitedRate.assertHeld(
            DEVICES * RATE,
            20,
            4,
            () -> dd(node, "if=/dev/zero", "of=" + file, "bs=3M", "count=60", "oflag=direct"));
        LimitedRate.assertHeld(
            DEVICES * RATE,
            20,
            4,
            () -> {
              PageCache.drop(host, stripe.mountPoint());
              return dd(node, "if=" + file, "of=/dev/null", "bs=1M");
            });
      }
      devices.forEach(LoopDevice::close);
    }
    ledger.remove(tier);
    ledger.close();
    assertThat(folder.resolve("state")).isEmptyDirectory();
  }

  @Test
  void whatCannotBeStripedLeavesNothing() {
    Ledger ledger = Ledger.open(folder.resolve("state"), run);
    Path tier = ledger.folder(folder.resolve("tier"));
    LoopDevice tiny = LoopDevice.raw(host, ledger, tier.resolve("image"), new DataSize(1 << 20));
    try (tiny) {
      assertThatThrownBy(() -> Stripe.make(host, ledger, List.of(tiny), tier.resolve("mount")))
          .isInstanceOf(CoreboundException.class)
          .hasMessageContaining("cannot format the disk");
      assertThat(tier.resolve("mount")).doesNotExist();
    }
    ledger.remove(tier);
    ledger.close();
  }

  @Test
  void whatAKilledOwnerLeftIsRemoved() throws Exception {
    Path state = folder.resolve("state");
    Process owner =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StripeOwner.class.getName(),
                state.toString(),
                run,
                folder.resolve("tier").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(owner.inputReader().readLine()).isEqualTo("made");
    } finally {
      owner.destroyForcibly().waitFor();
    }
    String left = " that run " + run + " had left";
    assertThat(Ledger.cleanUp(state))
        .contains("unmounted " + folder.resolve("tier/mount") + left)
        .contains("detached the loop device of " + folder.resolve("tier/image-3") + left)
        .contains("deleted " + folder.resolve("tier") + left)
        .allMatch(said -> said.endsWith(left));
    assertThat(Ledger.cleanUp(state)).isEmpty();
  }

  /** MB/s by dd's own figures. */
  private static double dd(LimitedHost node, String... arguments) {
    List<String> command = new ArrayList<>(List.of("dd"));
    command.addAll(List.of(arguments));
    Outcome outcome = node.run(Command.of(LIMIT, command.toArray(String[]::new)));
    Matcher matcher =
        Pattern.compile("(\\d+) bytes .*copied, ([0-9.e-]+) s,").matcher(outcome.err());
    assertThat(matcher.find()).as(outcome.err()).isTrue();
    return Double.parseDouble(matcher.group(1)) / 1e6 / Double.parseDouble(matcher.group(2));
  }
}
