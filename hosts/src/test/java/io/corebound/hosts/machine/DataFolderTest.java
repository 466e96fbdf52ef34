package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
  private static final DataSize LITTLE = new DataSize(1000);

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
    CoreboundException e = refusal(folder.resolve("none"), LITTLE);
    assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT);
    assertThat(e).hasMessageContaining("none: does not exist");
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void aFileIsNoFolder() throws Exception {
    CoreboundException e = refusal(Files.createFile(folder.resolve("file")), LITTLE);
    assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT);
    assertThat(e).hasMessageContaining("is not a directory");
  }

  @Test
  void folderOfAStorageFileIsCheckedTooAndTheStorageFileIsTheRemedy() {
    assertThat(DataFolder.checkStorage(folder, LITTLE)).isEqualTo(folder);
    CoreboundException small =
        catchThrowableOfType(
            CoreboundException.class,
            () -> DataFolder.checkStorage(folder, new DataSize(4_200_000_000_000_000L)));
    assertThat(small.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
    assertThat(small)
        .hasMessageContaining("storage: directory " + folder + ": needs 4200 TB")
        .hasMessageContaining("in the storage file");
    CoreboundException gone =
        catchThrowableOfType(
            CoreboundException.class, () -> DataFolder.checkStorage(folder.resolve("no"), LITTLE));
    assertThat(gone.status()).isEqualTo(ExitStatus.INVALID_INPUT);
    assertThat(gone).hasMessageContaining("does not exist; make it or name another");
  }

  @Test
  void tooLittleRoomSaysHowMuchIsThereAndWhatToDo() {
    CoreboundException e = refusal(folder, new DataSize(4_200_000_000_000_000L));
    assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
    assertThat(e)
        .hasMessageContaining("needs 4200 TB, has ")
        .hasMessageEndingWith(
            "free; choose --data-dir on another disk, or less data (--size, or another --profile of"
                + " a sweep)");
  }

  @Test
  void aReadOnlyMountIsInvalidInputForRootToo() throws Exception {
    mount("ro");
    CoreboundException e = refusal(mounted, LITTLE);
    assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT);
    assertThat(e).hasMessageContaining("mounted read-only");
  }

  @Test
  void aFullFileSystemHasTooLittleRoom() throws Exception {
    mount("size=64k");
    Files.write(mounted.resolve("filling"), new byte[60 * 1024]);
    CoreboundException e = refusal(mounted, new DataSize(100_000));
    assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
    assertThat(e).hasMessageContaining("needs 100 kB, has 4.10 kB free");
  }

  @Test
  void aFileSystemWithoutInodesHasTooLittleRoom() throws Exception {
    mount("size=1m,nr_inodes=2");
    Files.createFile(mounted.resolve("last"));
    CoreboundException e = refusal(mounted, LITTLE);
    assertThat(e.status()).isEqualTo(ExitStatus.MACHINE_LACKS);
  }

  @Test
  void aFolderThatTakesNoFilesIsInvalidInput() {
    // nobody, root included, makes files here
    CoreboundException e = refusal(Path.of("/proc"), new DataSize(0));
    assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT);
    assertThat(e).hasMessageContaining("/proc: cannot be written");
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

  private static CoreboundException refusal(Path data, DataSize needed) {
    CoreboundException e =
        catchThrowableOfType(CoreboundException.class, () -> DataFolder.check(data, needed));
    assertThat(e).isNotNull();
    assertThat(e.getMessage()).doesNotContain("\n");
    return e;
  }
}
