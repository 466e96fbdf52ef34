package io.corebound.hosts.machine;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Settings of the kernel and the processor that change figures while all versions stay: see the
 * kernel's Documentation/admin-guide/mm/transhuge.rst, sysctl/vm.rst, sysctl/kernel.rst, and
 * hw-vuln for {@code mitigations}.
 */
record KernelSettings(Path root) {
  private static final Pattern CHOSEN = Pattern.compile("\\[(\\S+)]");
  private static final Pattern MITIGATIONS = Pattern.compile("(?:^|\\s)mitigations=(\\S+)");
  private static final Pattern MICROCODE =
      Pattern.compile("^microcode\\s*:\\s*(\\S+)", Pattern.MULTILINE);

  /** By setting; without those that this machine does not have. */
  Map<String, String> read() {
    Map<String, String> settings = new TreeMap<>();
    put("transparent_hugepage", "sys/kernel/mm/transparent_hugepage/enabled", CHOSEN, settings);
    put("mitigations", "proc/cmdline", MITIGATIONS, settings);
    put("microcode", "proc/cpuinfo", MICROCODE, settings);
    Pattern whole = Pattern.compile("^(\\S+)$");
    put("swappiness", "proc/sys/vm/swappiness", whole, settings);
    put("numa_balancing", "proc/sys/kernel/numa_balancing", whole, settings);
    put("governor", "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", whole, settings);
    return settings;
  }

  private void put(String name, String file, Pattern value, Map<String, String> settings) {
    Optional<MatchResult> found =
        KernelFile.text(root.resolve(file)).flatMap(t -> value.matcher(t).results().findFirst());
    found.ifPresent(f -> settings.put(name, f.group(1)));
  }
}
