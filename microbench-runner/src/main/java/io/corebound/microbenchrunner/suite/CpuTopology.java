package io.corebound.microbenchrunner.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
    List<List<Integer>> cores = cores(cpus, siblings);
    int most = cores.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, most)
        .boxed()
        .flatMap(i -> cores.stream().filter(c -> i < c.size()).map(c -> c.get(i)))
        .toList();
  }

  /** The physical cores that these CPUs are of, each by those of its threads. */
  static List<List<Integer>> cores(List<Integer> cpus) {
    return cores(cpus, CpuTopology::siblings);
  }

  static List<List<Integer>> cores(List<Integer> cpus, IntFunction<Optional<String>> siblings) {
    return List.copyOf(
        cpus.stream()
            .collect(
                Collectors.groupingBy(
                    cpu -> siblings.apply(cpu).orElse(Integer.toString(cpu)),
                    LinkedHashMap::new,
                    Collectors.toList()))
            .values());
  }

  private static Optional<String> siblings(int cpu) {
    try {
      return Optional.of(Files.readString(Path.of(String.format(SIBLINGS, cpu))).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
