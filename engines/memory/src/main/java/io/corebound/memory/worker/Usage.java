package io.corebound.memory.worker;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** CPU time and pauses of this JVM since it started. */
record Usage(double cpuS, double gcS) {
  static Usage now() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    double gcMs =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum();
    return new Usage(system.getProcessCpuTime() / 1e9, gcMs / 1e3);
  }

  Usage since(Usage before) {
    return new Usage(cpuS - before.cpuS, gcS - before.gcS);
  }
}
