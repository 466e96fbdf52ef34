package io.corebound.cluster;

import io.corebound.hosts.Command;
import io.corebound.hosts.Host;
import io.corebound.hosts.Outcome;
import io.corebound.records.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;

/** The kernel's page cache of single files. */
final class PageCache {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private PageCache() {}

  /**
   * Writes the dirty pages of a folder's file system to the disk, then drops the pages of every
   * file of the folder ({@code posix_fadvise(POSIX_FADV_DONTNEED)} over the whole file, which is
   * what dd's {@code iflag=nocache count=0} does). Nothing else on the machine loses its cache.
   */
  static void drop(Host host, Path folder) {
    check(host.run(Command.of(LIMIT, "sync", "-f", folder.toString())), folder);
    check(
        host.run(
            Command.of(
                LIMIT,
                "find",
                folder.toString(),
                // daemons delete files meanwhile
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
                ";")),
        folder);
  }

  private static void check(Outcome outcome, Path folder) {
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "cannot drop the page cache of " + folder + ": " + outcome.lastWords());
    }
  }
}
