package io.corebound.hosts.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
  private static final int SIZE = 1 << 20;

  /** The kernel may take a page of any file at any moment, and takes more where memory is short. */
  private static final int ATTEMPTS = 10;

  private final LocalHost host = new LocalHost("page-cache-test", "local");

  @Test
  void filesOfTheFolderLeaveTheCacheAndOthersStay(@TempDir(factory = InTarget.class) Path folder)
      throws Exception {
    FileStore store = Files.getFileStore(folder);
    assumeTrue(!store.type().equals("tmpfs"), "skipped: target is on tmpfs, which is page cache");
    Path ours = Files.createDirectories(folder.resolve("ours/deep")).resolve("block");
    Path others = folder.resolve("others");
    boolean wasCached = false;
    boolean stayed = false;
    for (int i = 0; i < ATTEMPTS && !stayed; i++) {
      Files.write(ours, new byte[SIZE]);
      Files.write(others, new byte[SIZE]);
      boolean before = cached(ours) == SIZE && cached(others) == SIZE;
      wasCached |= before;

      PageCache.drop(host, folder.resolve("ours"));

      assertThat(cached(ours)).isZero();
      assertThat(Files.size(ours)).isEqualTo(SIZE);
      stayed = before && cached(others) == SIZE;
    }
    assumeTrue(wasCached, "skipped: this file system does not cache what is written");
    assertThat(stayed).isTrue();
  }

  private long cached(Path file) {
    Outcome outcome =
        host.run(
            Command.of(
                Duration.ofSeconds(10),
                "fincore",
                "--bytes",
                "--noheadings",
                "--output",
                "RES",
                file.toString()));
    return Long.parseLong(outcome.out().strip());
  }

  /** On the disk, not on a /tmp that may be tmpfs. */
  static final class InTarget implements org.junit.jupiter.api.io.TempDirFactory {
    @Override
    public Path createTempDirectory(
        org.junit.jupiter.api.extension.AnnotatedElementContext element,
        org.junit.jupiter.api.extension.ExtensionContext context)
        throws Exception {
      return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "page-cache");
    }
  }
}
