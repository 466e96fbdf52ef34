package io.corebound.hosts;

import io.corebound.records.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The logical CPUs that a process may use, as the kernel lists them (proc_pid_status(5)). */
public final class AllowedCpus {
  private static final String FIELD = "Cpus_allowed_list:";

  private AllowedCpus() {}

  /** Those of this process, ascending. */
  public static List<Integer> ofThisProcess() {
    return of("self");
  }

  /** Those of a process, ascending. */
  public static List<Integer> of(long pid) {
    return of(Long.toString(pid));
  }

  private static List<Integer> of(String process) {
    Path file = Path.of("/proc", process, "status");
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(FIELD))
          .map(line -> parse(line.substring(FIELD.length()).strip()))
          .findFirst()
          .orElseThrow(() -> CoreboundException.failed(file + " has no " + FIELD));
    } catch (IOException e) {
      throw CoreboundException.failed(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * The first of them, to which a node of so many cores is pinned: Java and Hadoop count no others,
   * and choose collector and compiler threads by that count. Empty where the node has all, or all
   * that a quota lets this process use.
   */
  public static List<Integer> ofNode(int cores) {
    List<Integer> all = ofThisProcess();
    return cores < Math.min(all.size(), Runtime.getRuntime().availableProcessors())
        ? List.copyOf(all.subList(0, cores))
        : List.of();
  }

  /** {@code 0-2,7} is 0, 1, 2 and 7. */
  public static List<Integer> parse(String list) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : list.split(",")) {
      String[] ends = range.split("-");
      for (int cpu = Integer.parseInt(ends[0]);
          cpu <= Integer.parseInt(ends[ends.length - 1]);
          cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }
}
