package io.corebound.hosts.machine;

import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much fits into memory now, for programs and for files on tmpfs.
 *
 * @param available what the kernel says can be had without swapping ({@code MemAvailable},
 *     proc_meminfo(5)), or what the control group leaves where that is less
 */
public record MemoryRoom(DataSize total, DataSize available) {

  /** Whatever the machine has: more than fast disks in memory take between two looks at it. */
  private static final DataSize LEAST_RESERVE = DataSize.ofMebibytes(256);

  private static final DataSize MOST_RESERVE = DataSize.ofMebibytes(512);

  /** Of the machine's memory. */
  private static final int RESERVE_SHARE = 32;

  /**
   * What is to stay available: with less, the kernel would soon end processes, and not only those
   * that took the memory.
   */
  public DataSize reserve() {
    return new DataSize(
        Math.min(
            MOST_RESERVE.bytes(), Math.max(LEAST_RESERVE.bytes(), total.bytes() / RESERVE_SHARE)));
  }

  /** The room on this machine. */
  public static MemoryRoom here() {
    try {
      return read(
          Files.readString(Path.of("/proc/meminfo")),
          ControlGroupLimits.memoryLeft(OwnGroups.here()));
    } catch (IOException e) {
      throw CoreboundException.failed("the memory of this machine cannot be read: " + e, e);
    }
  }

  /** From the text of {@code /proc/meminfo} and what the control group leaves. */
  static MemoryRoom read(String text, OptionalLong left) {
    long available = kibibytes(text, "MemAvailable") << 10;
    return new MemoryRoom(
        new DataSize(kibibytes(text, "MemTotal") << 10),
        new DataSize(Math.min(available, left.orElse(Long.MAX_VALUE))));
  }

  private static long kibibytes(String text, String key) {
    Matcher line = Pattern.compile("(?m)^" + key + ":\\s+(\\d+) kB$").matcher(text);
    if (!line.find()) {
      throw CoreboundException.failed("/proc/meminfo has no " + key);
    }
    return Long.parseLong(line.group(1));
  }
}
