package io.corebound.hosts.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.hosts.LockOwner;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLockTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void file() {
    file = folder.resolve("corebound.lock");
  }

  @Test
  void itsFileIsForEverybodySaysWhoseItIsAndGoesWithIt() throws Exception {
    try (MachineLock lock = MachineLock.take(file, "results/run-1")) {
      assertThat(lock).isNotNull();
      assertThat(file)
          .content()
          .isEqualTo("pid " + ProcessHandle.current().pid() + ", results/run-1");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-rw-rw-");
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void anotherProcessIsRefusedUntilTheFirstIsKilledAndTakesOverWhatIsLeft() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            LockOwner.class.getName(),
            file.toString());
    Process owner = builder.redirectErrorStream(true).start();
    try {
      assertThat(owner.inputReader().readLine()).isEqualTo("taken");
      assertThatExceptionOfType(CoreboundException.class)
          .isThrownBy(() -> MachineLock.take(file, "results/run-2"))
          .withMessageContaining("(pid " + owner.pid() + ", results/run-1) is active")
          .satisfies(e -> assertThat(e.status()).isEqualTo(ExitStatus.FAILED));
      assertThat(file).as("it is the other's").exists();
    } finally {
      owner.destroyForcibly().waitFor();
    }
    assertThat(file).as("of a killed process").exists();
    try (MachineLock lock = MachineLock.take(file, "results/run-2")) {
      assertThat(lock).isNotNull();
      assertThat(file).content().contains("results/run-2");
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void aPlaceWhereNoFileCanBeIsToldWithTheRemedy() {
    Path nowhere = folder.resolve("none").resolve("corebound.lock");
    assertThatThrownBy(() -> MachineLock.take(nowhere, "results/run-1"))
        .isInstanceOf(CoreboundException.class)
        .hasMessageContaining(nowhere + ": cannot be used");
  }
}
