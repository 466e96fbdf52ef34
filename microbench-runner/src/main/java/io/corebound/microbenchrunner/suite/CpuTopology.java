package io.corebound.microbenchrunner.suite;

import io.corebound.hosts.machine.AllowedCpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Which logical CPUs share a physical core (the kernel's
 * Documentation/admin-guide/cputopology.rst).
 */
final class CpuTopology {
  private static final String SIBLINGS =
      "/sys/devices/system/cpu/cpu%s/topology/thread_siblings_list";

  private CpuTopology() {}

  /** These CPUs: one of every physical core first, then their second threads, and so on. */
  static List<Integer> inOrder(List<Integer> cpus) {
    return inOrder(cpus, CpuTopology::siblings);
  }

  /** By the text of each CPU's list of siblings; empty where the kernel has none. */
  static List<Integer> inOrder(List<Integer> cpus, IntFunction<Optional<String>> siblings) {
    Set<Integer> ordered = new LinkedHashSet<>();
    List<Integer> left = new ArrayList<>(cpus);
    while (!left.isEmpty()) {
      Set<List<Integer>> cores = new LinkedHashSet<>();
      for (int cpu : List.copyOf(left)) {
        if (cores.add(siblings.apply(cpu).map(AllowedCpus::parse).orElse(List.of(cpu)))) {
          ordered.add(cpu);
          left.remove(Integer.valueOf(cpu));
        }
      }
    }
    return List.copyOf(ordered);
  }

  private static Optional<String> siblings(int cpu) {
    try {
      return Optional.of(Files.readString(Path.of(String.format(SIBLINGS, cpu))).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
