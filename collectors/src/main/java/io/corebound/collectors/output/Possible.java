package io.corebound.collectors.output;

/**
 * What a machine's figures can be, by the unit at the end of their names: a counter that ran
 * backwards, or one that a driver or a virtual machine does not keep, gives others. The limits are
 * far above every machine; only shares have a close one.
 */
public final class Possible {
  /** A second without rest. */
  public static final double PERCENT = 100;

  /** As many CPUs as Linux can have (NR_CPUS of x86). */
  public static final int CPUS = 8192;

  /** No memory, and nothing behind it, moves more MB (10^6 bytes) a second. */
  public static final double MB_PER_S = 1e6;

  /**
   * By how much a share may be beyond the whole: a tool reads its clock some hundredths of a second
   * before or after the counters, which have hundredths themselves.
   */
  private static final double ROUNDING = 1.05;

  private static final double EVENTS_PER_S = 1e9;

  /** 52 bits of physical addresses. */
  private static final double MEMORY_MB = 4.6e9;

  /** The longest that a collector runs. */
  private static final double WAIT_MS = 2 * 86_400e3;

  /** Tasks that Linux can have (PID_MAX_LIMIT); no queue is longer. */
  private static final double COUNT = 1 << 22;

  private Possible() {}

  /** The largest share that can be of a whole. */
  public static double largest(double whole) {
    return ROUNDING * whole;
  }

  /**
   * The largest figure that can be.
   *
   * @param metric its name, which ends in its unit
   * @param whole what is whole in percent: {@link #PERCENT}, or that of each CPU where the figure
   *     is in percent of one
   */
  public static double largest(String metric, double whole) {
    if (metric.endsWith("_percent")) {
      return largest(whole);
    }
    if (metric.endsWith("_mb_per_s")) {
      return MB_PER_S;
    }
    if (metric.endsWith("_per_s")) {
      return EVENTS_PER_S;
    }
    if (metric.endsWith("_ms")) {
      return WAIT_MS;
    }
    return metric.endsWith("_mb") ? MEMORY_MB : COUNT;
  }
}
