package io.corebound.hosts.machine;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ShellScript;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * File systems that take {@code O_DIRECT} and go through memory all the same, without a word: btrfs
 * (btrfs(5), "Checksumming": since Linux 6.14 where a file has checksums; where it is compressed),
 * ZFS (zfsprops(7), {@code direct}), ext4 with journalled data (ext4(5)), f2fs
 * (f2fs_force_buffered_io in Linux's fs/f2fs), tmpfs since Linux 6.6, and those that another
 * program serves, which has a page cache of its own (FUSE, 9p, virtiofs).
 */
public final class DirectIo {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String SCRIPT = ShellScript.read(DirectIo.class, "direct-io.sh");
  private static final Pattern KERNEL = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4}).*");

  private DirectIo() {}

  /**
   * Asks a host, which needs findmnt of util-linux.
   *
   * @return why direct I/O in a folder is none, as the end of a sentence; empty where it is, or
   *     where that is not known
   */
  public static Optional<String> evaded(Host host, Path folder) {
    try {
      return parse(host.run(Command.of(LIMIT, "sh", "-c", SCRIPT, "sh", folder.toString())).out());
    } catch (CoreboundException e) {
      return Optional.empty();
    }
  }

  /** Reads the script's four lines; a line that could not be had is empty. */
  static Optional<String> parse(String text) {
    String[] lines = text.split("\n", -1);
    if (lines.length < 4) {
      return Optional.empty();
    }
    String type = lines[0].strip();
    List<String> options = Arrays.asList(lines[1].strip().split(","));
    return switch (type) {
      case "btrfs" -> btrfs(options, isAtLeast(lines[2].strip(), 6, 14), lines[3].contains("C"));
      case "zfs" ->
          Optional.of(
              "zfs reads and writes through its cache in memory, before version 2.3 always, and"
                  + " since then as the property 'direct' and the size of records say");
      case "ext3", "ext4" ->
          when(options.contains("data=journal"), type + " with data=journal has no direct I/O");
      case "f2fs" ->
          when(
              options.contains("mode=lfs")
                  || options.stream().anyMatch(o -> o.startsWith("compress_algorithm")),
              "f2fs with mode=lfs or compression writes through the page cache");
      case "tmpfs", "ramfs" -> Optional.of(type + " is memory");
      case "9p", "virtiofs", "fuseblk" -> Optional.of(served(type));
      default -> when(type.startsWith("fuse."), served(type));
    };
  }

  private static Optional<String> btrfs(List<String> options, boolean newer, boolean noCow) {
    boolean compressed =
        options.stream().anyMatch(o -> o.matches("compress(-force)?(=.*)?") && !o.endsWith("=no"));
    boolean unchecked = noCow || options.contains("nodatasum") || options.contains("nodatacow");
    return compressed && !unchecked
        ? Optional.of("btrfs writes and reads what it compresses through the page cache")
        : when(
            newer && !unchecked,
            "btrfs since Linux 6.14 writes files that have checksums through the page cache; a"
                + " folder after 'chattr +C' has none");
  }

  private static String served(String type) {
    return type + " is served by another program, which has a page cache of its own";
  }

  private static Optional<String> when(boolean so, String why) {
    return so ? Optional.of(why) : Optional.empty();
  }

  private static boolean isAtLeast(String kernel, int major, int minor) {
    Matcher version = KERNEL.matcher(kernel);
    if (!version.matches()) {
      return false;
    }
    int first = Integer.parseInt(version.group(1));
    return first > major || first == major && Integer.parseInt(version.group(2)) >= minor;
  }
}
