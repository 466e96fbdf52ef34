package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  private static final DataSize LITTLE = new DataSize(1000);
  private static final DataSize MUCH = DataSize.parse("4200TB");

  @TempDir Path folder;
  private final LocalHost host = new LocalHost("data-folder-test", "here");
  private Path mounted;

  @AfterEach
  void unmount() {
    if (mounted != null) {
      host.run(Command.of(Duration.ofSeconds(10), "umount", mounted.toString()));
    }
  }

  @Test
  void aWritableFolderWithRoomIsGivenBackByItsRealPathAndLeftEmpty() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), data);
    assertThat(DataFolder.check(link, LITTLE)).isEqualTo(data.toRealPath());
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void aMissingFolderIsInvalidInput() {
    assertRefused(folder.resolve("none"), LITTLE, ExitStatus.INVALID_INPUT)
        .hasMessageContaining("none: does not exist");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void aFileIsNoFolder() throws Exception {
    assertRefused(Files.createFile(folder.resolve("file")), LITTLE, ExitStatus.INVALID_INPUT)
        .hasMessageContaining("is not a directory");
  }

  @Test
  void folderOfAStorageFileIsCheckedTooAndTheStorageFileIsTheRemedy() {
    assertThat(DataFolder.checkStorage(folder, LITTLE)).isEqualTo(folder);
    assertRefused(() -> DataFolder.checkStorage(folder, MUCH), ExitStatus.MACHINE_LACKS)
        .hasMessageContaining("storage: directory " + folder + ": needs 4200 TB")
        .hasMessageContaining("in the storage file");
    Path gone = folder.resolve("no");
    assertRefused(() -> DataFolder.checkStorage(gone, LITTLE), ExitStatus.INVALID_INPUT)
        .hasMessageContaining("does not exist; make it or name another");
  }

  @Test
  void tooLittleRoomSaysHowMuchIsThereAndWhatToDo() {
    assertRefused(folder, MUCH, ExitStatus.MACHINE_LACKS)
        .hasMessageContaining("needs 4200 TB, has ")
        .hasMessageEndingWith(
            "free; choose --data-dir on another disk, or less data (--size, or another --profile of"
                + " a sweep)");
  }

  @Test
  void aReadOnlyMountIsInvalidInputForRootToo() throws Exception {
    mount("ro");
    assertRefused(mounted, LITTLE, ExitStatus.INVALID_INPUT)
        .hasMessageContaining("mounted read-only");
  }

  @Test
  void aFullFileSystemHasTooLittleRoom() throws Exception {
    mount("size=64k");
    Files.write(mounted.resolve("filling"), new byte[60 * 1024]);
    assertRefused(mounted, new DataSize(100_000), ExitStatus.MACHINE_LACKS)
        .hasMessageContaining("needs 100 kB, has 4.10 kB free");
  }

  @Test
  void aFileSystemWithoutInodesHasTooLittleRoom() throws Exception {
    mount("size=1m,nr_inodes=2");
    Files.createFile(mounted.resolve("last"));
    assertRefused(mounted, LITTLE, ExitStatus.MACHINE_LACKS);
  }

  @Test
  void aFolderThatTakesNoFilesIsInvalidInput() {
    // nobody, root included, makes files here
    assertRefused(Path.of("/proc"), new DataSize(0), ExitStatus.INVALID_INPUT)
        .hasMessageContaining("/proc: cannot be written");
  }

  private void mount(String options) throws Exception {
    Path point = Files.createDirectory(folder.resolve("mounted"));
    Outcome outcome =
        host.run(
            Command.of(
                Duration.ofSeconds(10),
                "mount",
                "-t",
                "tmpfs",
                "-o",
                options,
                "corebound-test",
                point.toString()));
    assumeTrue(outcome.ok(), () -> "needs the right to mount: " + outcome.lastWords());
    mounted = point;
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      Path data, DataSize needed, ExitStatus status) {
    return assertRefused(() -> DataFolder.check(data, needed), status)
        .hasMessageNotContaining("\n");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      ThrowingCallable check, ExitStatus status) {
    return assertThatThrownBy(check)
        .isInstanceOfSatisfying(
            CoreboundException.class, e -> assertThat(e.status()).isEqualTo(status));
  }
}
