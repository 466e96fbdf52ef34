package io.corebound.analysis.study.bound;

import io.corebound.records.run.Samples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names of the collectors' sources, and what can be found in them. */
public final class Sources {
  public static final String CPU = "sar-cpu";

  /** What data pass through: block devices, or links. */
  public enum Medium {
    DISK("iostat-disk", "read", "written"),
    NETWORK("sar-network", "received", "transmitted");

    /** Where its samples are from. */
    public final String source;

    /** What is done with data that come in. */
    public final String in;

    /** And with those that go out. */
    public final String out;

    Medium(String source, String in, String out) {
      this.source = source;
      this.in = in;
      this.out = out;
    }
  }

  public static final String ROLES = "roles";
  public static final String PROCESSES = "pidstat";

  /** Metrics of {@link #CPU} that are added up, by what they are together. */
  public static final Map<String, String[]> CPU_LAYERS = new LinkedHashMap<>();

  static {
    CPU_LAYERS.put("user", new String[] {"user_percent", "nice_percent"});
    CPU_LAYERS.put("system", new String[] {"system_percent", "irq_percent", "soft_percent"});
    CPU_LAYERS.put("I/O wait", new String[] {"iowait_percent"});
    CPU_LAYERS.put("steal", new String[] {"steal_percent"});
    CPU_LAYERS.put("idle", new String[] {"idle_percent"});
  }

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
  public static boolean counts(String device, double mbPerS) {
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
