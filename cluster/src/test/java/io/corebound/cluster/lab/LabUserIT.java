package io.corebound.cluster.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.cluster.libraries.ReadableJars;
import io.corebound.hosts.lab.LimitedHost;
import io.corebound.hosts.machine.Jdk;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What a lab's user cannot use is found before anything is made. */
@ResourceLock("what only labs have on a machine")
class LabUserIT {
  @TempDir Path folder;

  private final LocalHost host = LocalHost.forQuestions();

  @BeforeEach
  void whatOnlyTheUserLacks() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Whether the folder is there, and when a JVM has last put a file there or taken one away. */
  private static String statistics() throws IOException {
    return Files.exists(Lab.JVM_STATISTICS)
        ? Files.getLastModifiedTime(Lab.JVM_STATISTICS).toString()
        : "none";
  }

  private static void assumeRoot() throws IOException {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
        "needs root, which asks what another user can");
  }

  @Test
  void folderThatOthersCannotEnterIsRefusedWithTheOption() throws IOException {
    assumeRoot();
    Path open = Files.createDirectory(folder.resolve("open"));
    Path below = Files.createDirectories(folder.resolve("roots/below"));
    Files.setPosixFilePermissions(below.getParent(), PosixFilePermissions.fromString("rwx------"));
    String statistics = statistics();

    LabUser.require(host, open, "a --data-dir", List.of(Jdk.own()));
    assertThat(statistics()).as("what nobody would remove").isEqualTo(statistics);
    assertThatThrownBy(() -> LabUser.require(host, below, "a --data-dir", List.of(Jdk.own())))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContainingAll(below.toString(), "user nobody")
        .hasMessageContaining("--data-dir");
  }

  @Test
  void jdkThatOthersCannotRunIsRefusedWithWhereOneMayLie() throws IOException {
    assumeRoot();
    Path java = folder.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "#!/bin/sh\nexit 0\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Jdk jdk = new Jdk(folder.resolve("jdk"), 17, "of a test");
    assertThat(LabUser.lacking(host, List.of(jdk))).isEmpty();

    Files.setPosixFilePermissions(
        folder.resolve("jdk"), PosixFilePermissions.fromString("rwx------"));
    assertThat(LabUser.lacking(host, List.of(jdk)))
        .hasValueSatisfying(
            reason -> assertThat(reason).contains("user nobody", java.toString(), "/usr/lib/jvm"));
  }

  @Test
  void jarsThatOthersCannotReadAreCountedAndTheOthersNot() throws IOException {
    assumeRoot();
    Path hidden = Files.createDirectory(folder.resolve("hidden"));
    Path open = Files.createDirectory(folder.resolve("open"));
    for (Path jars : List.of(hidden, open)) {
      Files.write(jars.resolve("a.jar"), new byte[700]);
      Files.write(jars.resolve("b.jar"), new byte[300]);
    }
    Files.setPosixFilePermissions(
        hidden.resolve("b.jar"), PosixFilePermissions.fromString("rw-------"));

    assertThat(
            ReadableJars.room(
                LimitedHost.as(host, Lab.USER),
                List.of(hidden + "/*", open + "/*", open.resolve("a.jar").toString())))
        .isEqualTo(new DataSize(1000));
  }
}
