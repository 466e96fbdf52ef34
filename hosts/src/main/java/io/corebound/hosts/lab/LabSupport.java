package io.corebound.hosts.lab;

import io.corebound.hosts.ledger.ControlGroups;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether this machine can have a lab: nodes in network namespaces, disks that are limited loop
 * devices, shaped links.
 *
 * @param lacks what is missing; a lab needs all of it
 * @param doubts what a lab here does not do as it does elsewhere, each in a sentence
 */
public record LabSupport(List<Lack> lacks, List<String> doubts) {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** What works without root and devices. */
  private static final String INSTEAD =
      "without a lab: './corebound run --cluster local', or a sweep on a cluster that you run"
          + " (docs/external.md)";

  /** Programs and, for messages, the packages that have them in Debian. */
  private static final Map<String, String> PROGRAMS = programPackages();

  private static Map<String, String> programPackages() {
    Map<String, String> packages = new LinkedHashMap<>();
    List.of("ip", "tc").forEach(p -> packages.put(p, "iproute2"));
    List.of("losetup", "mount", "umount").forEach(p -> packages.put(p, "util-linux and mount"));
    packages.put("mkfs.ext4", "e2fsprogs");
    List.of("nsenter", "unshare", "setpriv", "taskset").forEach(p -> packages.put(p, "util-linux"));
    packages.put("dd", "coreutils");
    packages.put("find", "findutils");
    return packages;
  }

  /** Makes a shaped link in a namespace that ends with the shell. */
  private static final String LINK =
      """
      ip link add corebound0 type veth peer name corebound1 &&
      ip link add corebound2 type bridge &&
      ip link set corebound0 master corebound2 &&
      tc qdisc replace dev corebound0 root tbf rate 8000000bit burst 65536 latency 50ms
      """;

  /** Something that is missing. */
  public record Lack(String reason, String remedy) {}

  /** Copies the lists. */
  public LabSupport {
    lacks = List.copyOf(lacks);
    doubts = List.copyOf(doubts);
  }

  /** Looks. Nothing is made that does not end with the look. */
  public static LabSupport check(LocalHost host) {
    if (!NamespaceHost.isRoot()) {
      // only root can see what else is missing
      return new LabSupport(
          List.of(
              new Lack(
                  "a lab's namespaces, disks and links are made by root",
                  "start corebound as root (sudo ./corebound …)")),
          List.of());
    }
    List<Lack> lacks = new ArrayList<>(programs());
    if (lacks.isEmpty()) {
      loopDevices(host).ifPresent(lacks::add);
      links(host).ifPresent(lacks::add);
      user(host).ifPresent(lacks::add);
    }
    ControlGroups groups = ControlGroups.here();
    groups.lacking().ifPresent(reason -> lacks.add(limits(reason)));
    return new LabSupport(lacks, doubts(groups));
  }

  private static List<Lack> programs() {
    String path = System.getenv().getOrDefault("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    return PROGRAMS.entrySet().stream()
        .filter(program -> LocalHost.find(program.getKey(), path, null).isEmpty())
        .map(
            program ->
                new Lack(
                    "the program %s is not on the PATH".formatted(program.getKey()),
                    "install %s, and have /usr/sbin on the PATH".formatted(program.getValue())))
        .toList();
  }

  private static Optional<Lack> loopDevices(LocalHost host) {
    String open = "device=$(losetup --find) && [ -b \"$device\" ] && : <\"$device\"";
    Outcome outcome = host.run(Command.of(LIMIT, "sh", "-c", open));
    if (!outcome.ok()) {
      return Optional.of(
          new Lack(
              "there is no loop device for a lab's disks: " + outcome.lastWords(),
              "load the kernel's module (modprobe loop), or leave the container"));
    }
    try {
      boolean known = Files.readString(Path.of("/proc/filesystems")).contains("\text4\n");
      return known || host.run(Command.of(LIMIT, "modprobe", "ext4")).ok()
          ? Optional.empty()
          : Optional.of(new Lack("the kernel has no ext4", "use a kernel that has it"));
    } catch (IOException | CoreboundException e) {
      return Optional.of(new Lack("the kernel shows no ext4", "load it: modprobe ext4"));
    }
  }

  private static Optional<Lack> links(LocalHost host) {
    Outcome outcome = host.run(Command.of(LIMIT, "unshare", "--net", "sh", "-ec", LINK));
    return outcome.ok()
        ? Optional.empty()
        : Optional.of(
            new Lack(
                "a network namespace with a shaped link cannot be made: " + outcome.lastWords(),
                "use a kernel with veth, bridge and sch_tbf, or leave the container"));
  }

  private static Optional<Lack> user(LocalHost host) {
    return host.run(Command.of(LIMIT, "id", "-u", "nobody")).ok()
        ? Optional.empty()
        : Optional.of(
            new Lack(
                "there is no user nobody, who runs a lab's programs",
                "make one: useradd --system nobody"));
  }

  private static Lack limits(String reason) {
    int end = reason.lastIndexOf("; ");
    return new Lack(reason.substring(0, end), reason.substring(end + 2));
  }

  private static List<String> doubts(ControlGroups groups) {
    List<String> doubts = new ArrayList<>();
    if (!groups.first() && groups.unified() != null) {
      doubts.add(
          "control groups of version 2: their limits were tried in a virtual machine, but not a"
              + " whole lab");
    }
    if (groups.writebackEscapes()) {
      doubts.add(
          """
          %s is not this machine's root group (a container's?): what the kernel writes back for \
          programs is not throttled by it, so that buffered writes are faster than the tier; use \
          the machine itself\
          """
              .formatted(groups.throttled()));
    }
    if (!dirtyPagesLimited()) {
      doubts.add(
          """
          this kernel does not limit what the page cache holds of one device unwritten (Linux 6.2 \
          does), so that files smaller than memory are written faster than the device is\
          """);
    }
    return doubts;
  }

  private static boolean dirtyPagesLimited() {
    Path folder = Path.of("/sys/class/bdi");
    try (var entries = Files.list(folder)) {
      return entries.anyMatch(entry -> Files.exists(entry.resolve("strict_limit")));
    } catch (IOException e) {
      return false;
    }
  }

  /** What is missing, and what to do about each, in one line; empty where a lab can be made. */
  public String reasons() {
    return lacks.stream()
        .map(lack -> lack.reason() + " (" + lack.remedy() + ")")
        .collect(Collectors.joining("; "));
  }

  /** Whether a lab can be made here. */
  public boolean possible() {
    return lacks.isEmpty();
  }

  /**
   * Refuses a machine that cannot have a lab.
   *
   * @throws CoreboundException (missing) with all reasons, what to do about each, and what works
   *     instead
   */
  public void require() {
    if (!possible()) {
      throw CoreboundException.missing("no lab on this machine: " + reasons() + "; " + INSTEAD);
    }
  }
}
