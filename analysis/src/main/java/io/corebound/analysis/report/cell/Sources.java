package io.corebound.analysis.report.cell;

import io.corebound.records.run.Samples;
import java.util.List;

/** Names of the collectors' sources, and what can be found in them. */
public final class Sources {
  public static final String CPU = "sar-cpu";
  public static final String DISK = "iostat-disk";
  public static final String NETWORK = "sar-network";
  static final String ROLES = "roles";
  public static final String PROCESSES = "pidstat";

  private static final double BUSY_MB_PER_S = 1;

  private Sources() {}

  public static List<Samples> of(List<Samples> samples, String source) {
    return samples.stream().filter(s -> s.source().equals(source)).toList();
  }

  /** Whether a host is among those that samples are of. */
  public static boolean haveHost(List<Samples> samples, String host) {
    return samples.stream().anyMatch(s -> s.host().equals(host));
  }

  /** Whether a device that moves this much counts: loop and memory devices do when busy only. */
  static boolean counts(String device, double mbPerS) {
    boolean memory = device.startsWith("loop") || device.startsWith("ram");
    return mbPerS >= (memory ? BUSY_MB_PER_S : 0);
  }

  /**
   * Logical CPUs of the host that samples {@link #CPU} are of; 1 where they have only the total.
   */
  public static int cores(Samples cpu) {
    return (int) Math.max(1, cpu.devices().stream().filter(d -> !d.equals("all")).count());
  }
}
