package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.corebound.hosts.process.LocalHost;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectIoTest {
  private static Optional<String> evaded(
      String type, String options, String kernel, String attributes) {
    return DirectIo.parse("%s\n%s\n%s\n%s\n".formatted(type, options, kernel, attributes));
  }

  /** Linux 6.14 is the first that does it; a file without checksums is exempt (btrfs(5)). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "6.14.0-29-generic | rw,relatime,space_cache=v2 | ------------------- | true",
        "6.18.15           | rw,compress=no             | -------------------m | true",
        "7.0.1             | rw                         | ------------------- | true",
        "6.13.12           | rw                         | ------------------- | false",
        "5.14.0-503.el9    | rw                         | ------------------- | false",
        "6.18.15           | rw,nodatasum               | ------------------- | false",
        "6.18.15           | rw,nodatasum,nodatacow     | ------------------- | false",
        "6.18.15           | rw                         | ---------------C--- | false",
        "6.1.0             | rw,compress=zstd:3         | ------------------- | true",
        "6.1.0             | rw,compress-force=lzo      | ------------------- | true",
        "unknown           | rw                         | ------------------- | false"
      })
  void btrfsDoesNoneForFilesWithChecksumsOrCompressed(
      String kernel, String options, String attributes, boolean evades) {
    assertThat(evaded("btrfs", options, kernel, attributes).isPresent()).isEqualTo(evades);
  }

  @ParameterizedTest
  @CsvSource({
    "zfs, 'rw,xattr'",
    "tmpfs, 'rw,size=1g'",
    "ext4, 'rw,data=journal'",
    "f2fs, 'rw,mode=lfs'",
    "f2fs, 'rw,compress_algorithm=lz4'",
    "fuse.glusterfs, rw",
    "fuseblk, rw",
    "9p, rw",
    "virtiofs, rw"
  })
  void othersThatDoTheLikeAreNamed(String type, String options) {
    assertThat(evaded(type, options, "6.1.0", "-----")).get().asString().startsWith(type);
  }

  @ParameterizedTest
  @CsvSource({"ext4, 'rw,data=ordered'", "xfs, rw", "f2fs, 'rw,mode=adaptive'", "bcachefs, rw"})
  void fileSystemsThatDoDirectIoAreNot(String type, String options) {
    assertThat(evaded(type, options, "6.18.15", "-----")).isEmpty();
  }

  @Test
  void whatCannotBeAskedIsNotKnown() {
    assertThat(DirectIo.parse("")).isEmpty();
    assertThat(DirectIo.parse("\n\n6.18.15\n\n")).isEmpty();
    assertThat(DirectIo.evaded(LocalHost.forQuestions(), Path.of("/none/such"))).isEmpty();
    // of memory everywhere
    assertThat(DirectIo.evaded(LocalHost.forQuestions(), Path.of("/dev/shm"))).isPresent();
  }
}
