package io.corebound.hosts.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The NUMA nodes of this machine: {@code /sys/devices/system/node} (the kernel's
 * Documentation/ABI/stable/sysfs-devices-node), and which of them have a CPU that this process may
 * run on ({@code Cpus_allowed_list}, proc_pid_status(5)).
 *
 * @param there how many nodes the machine has; 1 where the kernel knows of none
 * @param usable numbers of those with a CPU for this process, ascending; not empty
 */
public record NumaNodes(int there, List<Integer> usable) {
  private static final Pattern NODE = Pattern.compile("node(\\d{1,4})");
  private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S*)$");

  /** Copies the list. */
  public NumaNodes {
    usable = List.copyOf(usable);
  }

  /** Those of this machine. */
  public static NumaNodes here() {
    return read(
        Path.of("/sys/devices/system/node"),
        KernelFile.text(Path.of("/proc/self/status")).orElse(""));
  }

  /** From the folder with a folder a node, and the text of {@code /proc/self/status}. */
  static NumaNodes read(Path nodes, String status) {
    List<Integer> there = new ArrayList<>();
    try (Stream<Path> folders = Files.isDirectory(nodes) ? Files.list(nodes) : Stream.empty()) {
      folders
          .map(folder -> NODE.matcher(folder.getFileName().toString()))
          .filter(Matcher::matches)
          .map(matcher -> Integer.valueOf(matcher.group(1)))
          .sorted()
          .forEach(there::add);
    } catch (IOException e) {
      there.clear();
    }
    if (there.isEmpty()) {
      return new NumaNodes(1, List.of(0));
    }
    Matcher line = ALLOWED.matcher(status);
    List<Integer> allowed = line.find() ? AllowedCpus.parse(line.group(1)) : List.of();
    List<Integer> usable =
        there.stream()
            .filter(
                n ->
                    !Collections.disjoint(
                        AllowedCpus.parse(
                            KernelFile.text(nodes.resolve("node" + n + "/cpulist")).orElse("")),
                        allowed))
            .toList();
    return new NumaNodes(there.size(), usable.isEmpty() ? there : usable);
  }
}
