package io.corebound.memory.worker;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** How much of a JVM's heap a job may fill. */
final class WorkerMemory {
  /** What is left for all that a job's data are not. */
  private static final double SHARE = 0.8;

  /** Of the memory that long-lived objects end in, where the collector has such. */
  private static final double SHARE_OF_OLD = 0.95;

  private WorkerMemory() {}

  /** Bytes of this JVM. */
  static long budgetBytes() {
    double budget = SHARE * Runtime.getRuntime().maxMemory();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      boolean old = pool.getName().contains("Old Gen") || pool.getName().contains("Tenured Gen");
      if (old && pool.getUsage().getMax() > 0) {
        budget = Math.min(budget, SHARE_OF_OLD * pool.getUsage().getMax());
      }
    }
    return (long) budget;
  }
}
