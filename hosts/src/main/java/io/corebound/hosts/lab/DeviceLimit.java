package io.corebound.hosts.lab;

import io.corebound.records.units.DataRate;
import io.corebound.records.units.DataSize;

/**
 * What a device carries at most. Reading and writing are limited each by itself, so that both at
 * once carry the sum.
 */
public record DeviceLimit(
    DataRate read, DataRate write, Integer readOperations, Integer writeOperations) {
  /** No limit at all. */
  public static final DeviceLimit NONE = new DeviceLimit(null, null, null, null);

  private static final double DIRTY_SECONDS = 0.5;
  private static final DataSize LEAST_DIRTY = DataSize.ofMebibytes(4);

  /** Refuses operations that are not above zero. */
  public DeviceLimit {
    requirePositive(readOperations, "readOperations");
    requirePositive(writeOperations, "writeOperations");
  }

  private static void requirePositive(Integer operations, String name) {
    if (operations != null && operations < 1) {
      throw new IllegalArgumentException(
          name + " is a number of operations a second above zero, not " + operations);
    }
  }

  /** The same limit of bytes a second in both directions. */
  public static DeviceLimit of(DataRate rate) {
    return new DeviceLimit(rate, rate, null, null);
  }

  /**
   * How much the page cache may hold that is not yet written: half a second of writing, at least 4
   * MiB; null where writing has no limit of bytes.
   */
  public DataSize dirty() {
    return write == null
        ? null
        : new DataSize(Math.max(LEAST_DIRTY.bytes(), Math.round(bytes(write) * DIRTY_SECONDS)));
  }

  static long bytes(DataRate rate) {
    return Math.round(rate.megabytesPerSecond() * 1e6);
  }
}
