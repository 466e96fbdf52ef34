package io.corebound.hosts.machine;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ShellScript;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Block devices, as {@code /sys/dev/block} lists them. */
public final class BlockDevices {
  private static final Path BY_NUMBER = Path.of("/sys/dev/block");

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final String DISK = ShellScript.read(BlockDevices.class, "disk-of.sh");

  private BlockDevices() {}

  /**
   * The same of a folder of any host, which needs a POSIX shell, stat and readlink of coreutils or
   * busybox.
   *
   * @throws CoreboundException (failed) when the folder does not exist or cannot be entered
   */
  public static Optional<String> of(Host host, String folder) {
    Outcome outcome = host.run(Command.of(LIMIT, "sh", "-c", DISK, "sh", folder));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "%s: cannot enter %s: %s".formatted(host.name(), folder, outcome.lastWords()));
    }
    return Optional.of(outcome.out().strip()).filter(name -> !name.isEmpty());
  }

  /**
   * The name of the disk that a file lies on, such as {@code sda}: that of the whole disk where the
   * file system has a part of it; empty where it lies on none, as on tmpfs or a network file
   * system.
   */
  public static Optional<String> of(Path file) {
    try {
      long device = (long) Files.getAttribute(file, "unix:dev");
      Path folder = BY_NUMBER.resolve(major(device) + ":" + minor(device)).toRealPath();
      boolean part = Files.exists(folder.resolve("partition"));
      return Optional.of((part ? folder.getParent() : folder).getFileName().toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** As the C library's {@code gnu_dev_major} (makedev(3)). */
  static long major(long device) {
    return ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
  }

  /** As the C library's {@code gnu_dev_minor}. */
  static long minor(long device) {
    return (device & 0xff) | ((device >>> 12) & ~0xffL);
  }
}
