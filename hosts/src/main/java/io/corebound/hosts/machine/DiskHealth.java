package io.corebound.hosts.machine;

import io.corebound.hosts.machine.Mounts.Mount;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Why programs cannot write to a disk of this machine, where that is so. */
public final class DiskHealth {
  /**
   * Options of a file system that takes no writes: mounted so, or made so by the kernel after an
   * error ({@code emergency_ro} of ext4 since Linux 6.14), or shut down (fs/ext4/super.c).
   */
  private static final Set<String> READ_ONLY = Set.of("ro", "emergency_ro", "shutdown");

  private static final Duration SYNC_LIMIT = Duration.ofMinutes(1);

  private static final Comparator<Mount> DEPTH =
      Comparator.comparingInt(mount -> mount.point().getNameCount());

  private DiskHealth() {}

  /**
   * What can be seen without any I/O.
   *
   * @return such as {@code is full: 0 B of 2.00 GB are free}; empty for a disk that can be written
   */
  public static Optional<String> seen(Path folder, DataSize leastFree, double leastFreeShare) {
    try {
      if (readOnly(folder)) {
        return Optional.of(
            """
            is read-only: the kernel made it so after an error of the device, or it was \
            remounted\
            """);
      }
      FileStore store = Files.getFileStore(folder);
      DataSize free = new DataSize(store.getUsableSpace());
      DataSize all = new DataSize(store.getTotalSpace());
      boolean full = free.compareTo(leastFree) < 0 || free.bytes() < all.bytes() * leastFreeShare;
      return full
          ? Optional.of("is full: %s of %s are free".formatted(free.display(), all.display()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot be checked: " + e);
    }
  }

  /**
   * Writes what is dirty to the disk first (syncfs(2)), which a disk that fails does not take; then
   * {@link #seen}.
   */
  public static Optional<String> tried(
      Host host, Path folder, DataSize leastFree, double leastFreeShare) {
    Optional<String> refused = refused(host, folder);
    // a reason is better than an error's number
    return seen(folder, leastFree, leastFreeShare).or(() -> refused);
  }

  private static Optional<String> refused(Host host, Path folder) {
    try {
      Outcome sync = host.run(Command.of(SYNC_LIMIT, "sync", "-f", folder.toString()));
      // a slow disk is not a broken one, and a program that a signal ended says nothing about the
      // disk
      return sync.timedOut() || sync.ok() || sync.exitStatus() > 128
          ? Optional.empty()
          : Optional.of("refuses writes: " + sync.lastWords());
    } catch (CoreboundException e) {
      return Optional.empty();
    }
  }

  private static boolean readOnly(Path folder) throws IOException {
    Path real = folder.toRealPath();
    return Mounts.all().stream()
        .filter(mount -> real.startsWith(mount.point()))
        // of several at one point the last hides the others
        .reduce((a, b) -> DEPTH.compare(a, b) <= 0 ? b : a)
        .map(mount -> List.of(mount.options().split(",")).stream().anyMatch(READ_ONLY::contains))
        .orElse(false);
  }
}
