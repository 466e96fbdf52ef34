package io.corebound.hosts.machine;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Limits that the control groups of this process set (cgroups(7), and the kernel's
 * Documentation/admin-guide/cgroup-v2.rst and cgroup-v1). The tightest on the way from its group to
 * the root counts.
 */
record ControlGroupLimits(OptionalLong memoryBytes, OptionalDouble cores) {

  /** Reads the limits. */
  static ControlGroupLimits read(OwnGroups groups, long machineBytes) {
    OptionalLong memory =
        groups.upwards("memory").stream()
            .flatMap(g -> memoryLimit(g).stream())
            .mapToLong(Long::longValue)
            .filter(limit -> limit < machineBytes)
            .min();
    OptionalDouble cores =
        groups.upwards("cpu").stream()
            .flatMap(g -> coreLimit(g).stream())
            .mapToDouble(Double::doubleValue)
            .min();
    return new ControlGroupLimits(memory, cores);
  }

  /**
   * What the tightest group leaves: its limit without what is in use, where pages of files that can
   * be dropped do not count.
   */
  static OptionalLong memoryLeft(OwnGroups groups) {
    return groups.upwards("memory").stream()
        .flatMap(g -> memoryLimit(g).map(limit -> Math.max(0, limit - inUse(g))).stream())
        .mapToLong(Long::longValue)
        .min();
  }

  private static long inUse(Path group) {
    long used =
        KernelFile.text(group.resolve("memory.current"))
            .or(() -> KernelFile.text(group.resolve("memory.usage_in_bytes")))
            .filter(t -> t.matches("\\d{1,18}"))
            .map(Long::parseLong)
            .orElse(0L);
    String stat = KernelFile.text(group.resolve("memory.stat")).orElse("");
    return used - figure(stat, "inactive_file") - figure(stat, "active_file");
  }

  /** Version 1 has a group's own figure and that of its whole hierarchy. */
  private static long figure(String stat, String name) {
    return stat.lines()
        .filter(l -> l.matches("(total_)?" + name + " \\d{1,18}"))
        .mapToLong(l -> Long.parseLong(l.split(" ")[1]))
        .max()
        .orElse(0);
  }

  private static Optional<Long> memoryLimit(Path group) {
    return KernelFile.text(group.resolve("memory.max"))
        .or(() -> KernelFile.text(group.resolve("memory.limit_in_bytes")))
        .filter(t -> t.matches("\\d{1,18}"))
        .map(Long::valueOf);
  }

  private static Optional<Double> coreLimit(Path group) {
    Optional<String> both = KernelFile.text(group.resolve("cpu.max"));
    if (both.isPresent()) {
      String[] fields = both.get().split(" ", -1);
      return quotient(fields[0], fields.length > 1 ? fields[1] : "100000");
    }
    return KernelFile.text(group.resolve("cpu.cfs_quota_us"))
        .flatMap(
            quota ->
                quotient(
                    quota, KernelFile.text(group.resolve("cpu.cfs_period_us")).orElse("100000")));
  }

  private static Optional<Double> quotient(String quota, String period) {
    return quota.matches("\\d+") && period.matches("[1-9]\\d*")
        ? Optional.of(Double.parseDouble(quota) / Double.parseDouble(period))
        : Optional.empty();
  }
}
