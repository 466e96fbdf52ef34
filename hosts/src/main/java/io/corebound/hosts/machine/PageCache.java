package io.corebound.hosts.machine;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;

/** The kernel's page cache of a folder's files. */
public final class PageCache {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** A slow disk takes long for what memory held of it. */
  private static final Duration SYNC_LIMIT = Duration.ofHours(1);

  /** How often to walk a folder while programs delete files in it. */
  private static final int ATTEMPTS = 5;

  /** What find prints about it in spite of {@code -ignore_readdir_race}, and ends with status 1. */
  private static final String GONE = "No such file or directory";

  private PageCache() {}

  /**
   * Writes what is dirty of a folder's file system to its disk, at the disk's speed (syncfs(2)).
   */
  public static void sync(Host host, Path folder) {
    require(host, SYNC_LIMIT, folder, "sync", "-f", folder.toString());
  }

  /**
   * The same, then drops the pages of every file of the folder, so that what is read next comes
   * from the disk ({@code posix_fadvise(POSIX_FADV_DONTNEED)} over the whole file, which is what
   * dd's {@code iflag=nocache count=0} does). Nothing else on the machine loses its cache.
   */
  public static void drop(Host host, Path folder) {
    sync(host, folder);
    Command find =
        Command.of(
            LIMIT,
            "find",
            folder.toString(),
            "-xdev",
            // programs delete files meanwhile
            "-ignore_readdir_race",
            "-type",
            "f",
            "-size",
            "+0",
            "-exec",
            "dd",
            "if={}",
            "iflag=nocache",
            "count=0",
            "status=none",
            ";");
    Outcome outcome = host.run(find);
    for (int i = 1; i < ATTEMPTS && outcome.lastWords().contains(GONE); i++) {
      outcome = host.run(find);
    }
    require(outcome, "find", LIMIT, folder);
  }

  private static void require(Host host, Duration limit, Path folder, String... arguments) {
    require(host.run(Command.of(limit, arguments)), arguments[0], limit, folder);
  }

  private static void require(Outcome outcome, String program, Duration limit, Path folder) {
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "cannot drop the page cache of %s: %s: %s; dmesg shows whether the disk or what is behind it fails"
              .formatted(folder, program, outcome.reason(limit)));
    }
  }
}
