package io.corebound.hosts.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.LabNeeds;
import io.corebound.hosts.SupportOwner;
import io.corebound.hosts.ledger.ControlGroups.Lack;
import io.corebound.hosts.ledger.Deletion;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
public class LabSupportTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private final LocalHost host = new LocalHost("support-test", "here");

  @Test
  void everyLackIsNamedWithWhatToDoAndWhatWorksInstead() {
    LabSupport support =
        new LabSupport(
            List.of(
                new Lack("no loop device", "modprobe loop"), new Lack("no tc", "install iproute2")),
            List.of());
    assertThatThrownBy(support::require)
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> {
              assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
              assertThat(e)
                  .hasMessage(
                      "no lab on this machine: no loop device (modprobe loop); no tc (install"
                          + " iproute2); without a lab: './corebound run --cluster local', or a"
                          + " sweep on a cluster that you run (docs/external.md)");
            });
    assertThatCode(() -> new LabSupport(List.of(), List.of("untested")).require())
        .doesNotThrowAnyException();
  }

  @Test
  void withoutRootThereIsNoLabAndTheCheckSaysWhatToDo() throws Exception {
    if (!NamespaceHost.isRoot()) {
      assertThat(LabSupport.check(host).lacks().toString()).contains("sudo ./corebound");
      return;
    }
    // in a folder that every user reaches
    Path classes = Files.createTempDirectory(Path.of("/dev/shm"), "corebound-support-");
    try {
      Files.setPosixFilePermissions(classes, PosixFilePermissions.fromString("rwxr-xr-x"));
      String path = readable(classes);
      Outcome outcome =
          run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", java(), path);
      assertThat(outcome.out())
          .as(outcome.err())
          .contains("only root can make")
          .contains("start corebound as root")
          .contains("without a lab: './corebound run --cluster local'");
    } finally {
      Deletion.of(classes);
    }
  }

  @Test
  void aRootWhoMayNotMakeNamespacesAndDevicesIsToldWhy() {
    assumeTrue(NamespaceHost.isRoot(), "needs root, to give up rights");
    LabNeeds.assume(host);
    // as in a container: no devices, no limits, no right to administer
    Outcome outcome =
        run(
            "unshare",
            "--mount",
            "sh",
            "-ec",
            "mount -t tmpfs tmpfs /sys/fs/cgroup;"
                + " for device in /dev/loop*; do mount --bind /dev/null $device; done;"
                + " exec \"$@\"",
            "sh",
            "setpriv",
            "--bounding-set=-sys_admin",
            java(),
            System.getProperty("java.class.path"));
    assertThat(outcome.out())
        .as(outcome.err())
        .contains("no loop device is available for a lab's disks")
        .contains("a network namespace with a shaped link cannot be made")
        .contains("no control group throttles devices");
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private Outcome run(String... beforeClassPath) {
    List<String> command = new ArrayList<>(List.of(beforeClassPath));
    // another user's JVM would leave a folder of statistics in /tmp
    command.addAll(command.size() - 1, List.of("-XX:-UsePerfData", "-cp"));
    command.add(SupportOwner.class.getName());
    return host.run(Command.of(LIMIT, command.toArray(String[]::new)));
  }

  /** The class path, copied to where every user can read it. */
  private static String readable(Path folder) throws Exception {
    List<String> copies = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(":")) {
      Path copy = folder.resolve(copies.size() + "-" + Path.of(entry).getFileName());
      if (Files.isDirectory(Path.of(entry))) {
        try (var files = Files.walk(Path.of(entry))) {
          for (Path file : files.toList()) {
            Files.copy(file, copy.resolve(Path.of(entry).relativize(file).toString()));
          }
        }
      } else if (Files.exists(Path.of(entry))) {
        Files.copy(Path.of(entry), copy);
      }
      copies.add(copy.toString());
    }
    return String.join(":", copies);
  }
}
