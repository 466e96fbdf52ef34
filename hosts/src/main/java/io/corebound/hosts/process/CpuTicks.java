package io.corebound.hosts.process;

/** CPU time in user mode and in the kernel, in clock ticks of 1/100 s (USER_HZ). */
public record CpuTicks(long user, long system) {
  public static final CpuTicks NONE = new CpuTicks(0, 0);
  public static final double PER_SECOND = 100;

  public CpuTicks plus(CpuTicks other) {
    return new CpuTicks(user + other.user, system + other.system);
  }

  public CpuTicks minus(CpuTicks other) {
    return new CpuTicks(user - other.user, system - other.system);
  }

  public CpuTicks atLeastNone() {
    return new CpuTicks(Math.max(0, user), Math.max(0, system));
  }

  public CpuTicks atMost(CpuTicks other) {
    return new CpuTicks(Math.min(user, other.user), Math.min(system, other.system));
  }

  public long total() {
    return user + system;
  }
}
