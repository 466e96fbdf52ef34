package io.corebound.hosts.lab;

import io.corebound.records.units.DataSize;
import java.util.List;

/**
 * What the programs of a node of a lab have of the machine.
 *
 * @param cpus the logical CPUs that they run on, from 0; empty for all
 * @param memory at most, page cache included; null for no limit
 * @param user the user that runs them, such as {@code nobody}; null for the user of corebound
 */
public record NodeLimits(List<Integer> cpus, DataSize memory, String user) {
  /** Copies the CPUs and refuses what are none. */
  public NodeLimits {
    cpus = List.copyOf(cpus);
    if (cpus.stream().anyMatch(cpu -> cpu < 0)) {
      throw new IllegalArgumentException("CPUs are numbered from 0, not " + cpus);
    }
  }
}
