package io.corebound.hosts.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The control groups that this process is in ({@code /proc/self/cgroup}, cgroups(7)), in the
 * folders where they are mounted: those have other names on other systems, such as {@code cpu},
 * {@code cpu,cpuacct} or {@code cpuacct,cpu}, and a container mounts its own group as the top.
 */
public record OwnGroups(List<Mounts.Mount> mounts, String membership) {
  /** Those of this process; none where the kernel has no control groups. */
  public static OwnGroups here() {
    return KernelFile.text(Path.of("/proc/self/cgroup"))
        .map(membership -> new OwnGroups(Mounts.all(), membership))
        .orElse(new OwnGroups(List.of(), ""));
  }

  /** The groups of both versions that may limit what a controller controls. */
  List<Path> upwards(String controller) {
    return Stream.concat(versionOne(controller).stream(), versionTwo().stream()).toList();
  }

  /** The group of a controller of version 1 and those above it, as far as they are visible. */
  public List<Path> versionOne(String controller) {
    return upwards(
        fields -> List.of(fields[1].split(",", -1)).contains(controller),
        mount ->
            mount.type().equals("cgroup")
                && List.of(mount.options().split(",", -1)).contains(controller));
  }

  /** The group of version 2, which has every controller, and those above it. */
  private List<Path> versionTwo() {
    return upwards(
        fields -> fields[0].equals("0") && fields[1].isEmpty(),
        mount -> mount.type().equals("cgroup2"));
  }

  private List<Path> upwards(Predicate<String[]> member, Predicate<Mounts.Mount> mounted) {
    return membership
        .lines()
        .map(line -> line.split(":", 3))
        .filter(member)
        .map(fields -> Path.of(fields[2]).normalize())
        .flatMap(group -> folders(group, mounts.stream().filter(mounted).toList()).stream())
        .toList();
  }

  /** A group that is not below what is mounted is not visible: the top is the nearest. */
  private static List<Path> folders(Path group, List<Mounts.Mount> there) {
    List<Path> folders = new ArrayList<>();
    there.stream()
        .filter(mount -> group.startsWith(mount.root().normalize()))
        .findFirst()
        .ifPresentOrElse(
            mount -> {
              Path below = mount.root().normalize().relativize(group);
              for (Path p = mount.point().resolve(below);
                  !p.equals(mount.point());
                  p = p.getParent()) {
                folders.add(p);
              }
              folders.add(mount.point());
            },
            () -> there.stream().findFirst().map(Mounts.Mount::point).ifPresent(folders::add));
    return folders.stream().filter(Files::isDirectory).toList();
  }
}
