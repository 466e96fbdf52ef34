package io.corebound.hosts.machine;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a machine's CPUs are called. */
final class CpuName {
  private static final Pattern ARM =
      Pattern.compile("CPU implementer\\s*: (\\S+)(?:\\n\\S.*)*?\\nCPU part\\s*: (\\S+)");

  private CpuName() {}

  /**
   * The name, or on ARM64, whose kernel has none, the implementer's and the parts' numbers of
   * {@code /proc/cpuinfo} (arch/arm64/kernel/cpuinfo.c), which the Arm architecture's MIDR_EL1
   * explains.
   */
  static String of(String name, String cpuInfo) {
    if (!name.isBlank()) {
      // lscpu has a line for each kind of core, and one for the firmware's name
      return name.lines().map(String::strip).distinct().collect(Collectors.joining(", "));
    }
    String parts =
        ARM.matcher(cpuInfo)
            .results()
            .map(m -> "implementer %s part %s".formatted(m.group(1), m.group(2)))
            .distinct()
            .collect(Collectors.joining(", "));
    return parts.isEmpty() ? "unknown" : "ARM64 " + parts;
  }
}
