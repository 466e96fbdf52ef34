package io.corebound.cluster.job;

import java.util.Map;
import java.util.TreeMap;

/**
 * CPU time of every role since it began, at one moment.
 *
 * @param timeS the moment, in seconds since the Unix epoch
 * @param byRole {@code namenode}, {@code datanode}, {@code resourcemanager}, {@code nodemanager};
 *     {@code containers} (ApplicationMaster, tasks and the shells that launch them); {@code
 *     client}; and {@code machine}, all that this machine was busy with, interrupts counted as
 *     system
 */
public record CpuSnapshot(double timeS, Map<String, Cpu> byRole) {
  /** Copies the map. */
  public CpuSnapshot {
    byRole = Map.copyOf(byRole);
  }

  /** What every role used since an earlier reading. */
  public Map<String, Cpu> since(CpuSnapshot earlier) {
    Map<String, Cpu> used = new TreeMap<>();
    byRole.forEach(
        (role, cpu) -> used.put(role, cpu.since(earlier.byRole.getOrDefault(role, Cpu.NONE))));
    return used;
  }
}
