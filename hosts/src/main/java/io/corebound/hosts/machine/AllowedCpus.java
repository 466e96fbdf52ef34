package io.corebound.hosts.machine;

import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The logical CPUs that a process may use: those of its list (proc_pid_status(5)) that are online
 * (the kernel's Documentation/ABI/testing/sysfs-devices-system-cpu). The list alone may name CPUs
 * that are offline, and such as this machine never had.
 */
public final class AllowedCpus {
  private static final String FIELD = "Cpus_allowed_list:";
  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

  /** Below a hundred thousand, more than any kernel takes. */
  private static final String RANGE = "[0-9]{1,5}(-[0-9]{1,5})?";

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
          .map(line -> usable(parse(line.substring(FIELD.length())), online()))
          .findFirst()
          .orElseThrow(() -> CoreboundException.failed(file + " has no " + FIELD));
    } catch (IOException e) {
      throw CoreboundException.failed(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Those of this machine that run, ascending; empty where the kernel does not list them. */
  static List<Integer> online() {
    return KernelFile.text(ONLINE).map(AllowedCpus::parse).orElse(List.of());
  }

  /**
   * The allowed ones that are online; all of them where none is, or where others are as many, as in
   * a container that numbers its CPUs from 0, or where it is not known which are.
   */
  public static List<Integer> usable(List<Integer> allowed, List<Integer> online) {
    List<Integer> both = allowed.stream().filter(online::contains).toList();
    return both.isEmpty() || online.size() == allowed.size() ? allowed : both;
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

  /** {@code 0-2,7} is 0, 1, 2 and 7; anything else is left out. */
  public static List<Integer> parse(String list) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : list.strip().split(",", -1)) {
      if (range.matches(RANGE)) {
        String[] ends = range.split("-", -1);
        int last = Integer.parseInt(ends[ends.length - 1]);
        for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
          cpus.add(cpu);
        }
      }
    }
    return cpus;
  }
}
