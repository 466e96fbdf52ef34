package io.corebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorIT {
  @TempDir Path folder;

  /** As id(1) is in a container that is run with --user. */
  @Test
  void userIdWithoutANameIsMissing() throws Exception {
    Path programs = Files.createDirectory(folder.resolve("bin"));
    Path id = Files.writeString(programs.resolve("id"), "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(id, PosixFilePermissions.fromString("rwxr-xr-x"));
    Process process =
        Corebound.start(
            folder,
            builder -> builder.environment().merge("PATH", programs + ":", (path, p) -> p + path),
            "doctor");
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(Corebound.text(folder, "out"))
        .containsPattern("(?m)^MISSING +.*/etc/passwd.*Hadoop");
    assertThat(process.exitValue()).isEqualTo(3);
  }
}
