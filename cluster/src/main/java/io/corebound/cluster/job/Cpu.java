package io.corebound.cluster.job;

import io.corebound.hosts.process.CpuTicks;

/**
 * CPU time.
 *
 * @param userS core-seconds in user mode
 * @param systemS core-seconds in the kernel
 */
public record Cpu(double userS, double systemS) {
  public static final Cpu NONE = new Cpu(0, 0);

  public static Cpu of(CpuTicks ticks) {
    return new Cpu(ticks.user() / CpuTicks.PER_SECOND, ticks.system() / CpuTicks.PER_SECOND);
  }

  /** User and system. */
  public double totalS() {
    return userS + systemS;
  }

  public Cpu plus(Cpu other) {
    return new Cpu(userS + other.userS, systemS + other.systemS);
  }

  /** What came in since an earlier reading; never below zero. */
  Cpu since(Cpu earlier) {
    return new Cpu(Math.max(0, userS - earlier.userS), Math.max(0, systemS - earlier.systemS));
  }
}
