package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import io.corebound.records.units.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathReaderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"d:1", "d,1", "a b", "a*", "${user.name}", "100%", "[SSD]", "dät", "a\\b"})
  void whatHadoopWouldSplitOrExpandIsRefused(String name) {
    assertRefused(PathReader.HADOOP, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b", "a;b", "dät", "a\tb"})
  void whatJmhWouldSplitOrItsJvmCouldNotNameIsRefused(String name) {
    assertRefused(PathReader.JMH, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\", "a\nb"})
  void whatFioWouldNotKeepIsRefused(String name) {
    assertRefused(PathReader.FIO, name);
  }

  private static void assertRefused(PathReader reader, String name) {
    assertThatThrownBy(() -> reader.require("folder", Path.of("/data", name)))
        .isInstanceOfSatisfying(
            CoreboundException.class,
            e -> assertThat(e.status()).isEqualTo(ExitStatus.INVALID_INPUT))
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "HADOOP, /data/run-1_a.b+c=d@e~f",
    "JMH, /data/a b=c:d*%${e}",
    "FIO, '/data/d:1,a b*%${e}ä'",
  })
  void whatIsReadAsItIsIsTaken(PathReader reader, Path path) {
    reader.require("folder", path);
  }

  @Test
  void refusalNamesThePathTheCharacterTheToolAndTheRemedy() {
    assertThatThrownBy(() -> PathReader.HADOOP.require("data directory", Path.of("/data/d,1")))
        .hasMessage(
            "data directory /data/d,1: Hadoop gives ',' a special meaning; use a path"
                + " with letters from A to Z, digits and . _ + = @ ~ - only");
    assertThatThrownBy(() -> PathReader.FIO.require("data directory", Path.of("/data/a\nb")))
        .hasMessageStartingWith(
            "data directory /data/a?b: fio gives LINE FEED (LF) a special meaning;");
  }

  @Test
  void aRelativePathIsReadWhereItLies() {
    assertThatThrownBy(() -> PathReader.FIO.require("folder", Path.of("a\\b")))
        .hasMessageContaining(Path.of("").toAbsolutePath() + "/a\\b");
  }

  @Test
  void dataDirectoryIsRefusedByItsRealNameBeforeAnythingIsWritten(@TempDir Path folder)
      throws Exception {
    Path real = Files.createDirectory(folder.resolve("a\\b"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    assertThatThrownBy(() -> DataFolder.check(link, new DataSize(1)))
        .hasMessageStartingWith("data directory " + real + ": fio gives '\\' a special meaning");
    assertThat(real).isEmptyDirectory();
  }

  @Test
  void folderOfAStorageFileIsOneThatHadoopCanName(@TempDir Path folder) throws Exception {
    Path named = Files.createDirectory(folder.resolve("a,b"));
    assertThatThrownBy(() -> DataFolder.checkStorage(named, new DataSize(1)))
        .hasMessageStartingWith(
            "storage: directory " + named + ": Hadoop gives ',' a special meaning");
    assertThat(named).isEmptyDirectory();
  }
}
