package io.corebound.hosts.lab;

import io.corebound.hosts.ledger.ControlGroups;
import io.corebound.hosts.ledger.ControlGroups.Lack;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
      """
      without a lab: './corebound run --cluster local', or a sweep on a cluster that you run \
      (docs/external.md)\
      """;

  /** Programs after the package that has them in Debian. */
  private static final List<String> PROGRAMS =
      List.of(
          "iproute2: ip tc",
          "util-linux and mount: losetup mount umount",
          "e2fsprogs: mkfs.ext4",
          "util-linux: nsenter unshare setpriv taskset",
          "coreutils: dd",
          "findutils: find");

  private static final String LOOP_DEVICE =
      "device=$(losetup --find) && [ -b \"$device\" ] && : <\"$device\"";

  /** Makes a shaped link in a namespace that ends with the shell. */
  private static final String LINK =
      """
      ip link add corebound0 type veth peer name corebound1 &&
      ip link add corebound2 type bridge &&
      ip link set corebound0 master corebound2 &&
      tc qdisc replace dev corebound0 root tbf rate 8000000bit burst 65536 latency 50ms
      """;

  /** Copies the lists. */
  public LabSupport {
    lacks = List.copyOf(lacks);
    doubts = List.copyOf(doubts);
  }

  /** Looks. Nothing is made that does not end with the look. */
  public static LabSupport check(LocalHost host) {
    List<Lack> lacks = new ArrayList<>();
    if (!NamespaceHost.isRoot()) {
      // only root can see what else is missing
      lacks.add(
          new Lack(
              "only root can make a lab's namespaces, disks and links",
              "start corebound as root (sudo ./corebound …)"));
      return new LabSupport(lacks, List.of());
    }
    PROGRAMS.forEach(line -> programs(line, lacks));
    if (lacks.isEmpty()) {
      try (Stream<String> known = Files.lines(Path.of("/proc/filesystems"))) {
        if (known.noneMatch("\text4"::equals)) {
          require(
              host,
              lacks,
              "the kernel has no ext4",
              "use a kernel that has it",
              "modprobe",
              "ext4");
        }
      } catch (IOException | CoreboundException e) {
        lacks.add(new Lack("the kernel shows no ext4", "load it: modprobe ext4"));
      }
      require(
          host,
          lacks,
          "no loop device is available for a lab's disks: %s",
          "load the kernel's module (modprobe loop), or run outside the container",
          "sh",
          "-c",
          LOOP_DEVICE);
      require(
          host,
          lacks,
          "a network namespace with a shaped link cannot be made: %s",
          "use a kernel with veth, bridge and sch_tbf, or run outside the container",
          "unshare",
          "--net",
          "sh",
          "-ec",
          LINK);
      require(
          host,
          lacks,
          "user nobody, who runs a lab's programs, does not exist",
          "create it: useradd --system nobody",
          "id",
          "-u",
          "nobody");
    }
    ControlGroups groups = ControlGroups.here();
    groups.lacking().ifPresent(lacks::add);
    return new LabSupport(lacks, doubts(groups));
  }

  private static void programs(String line, List<Lack> lacks) {
    String path = System.getenv().getOrDefault("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    String[] words = line.split(": ");
    for (String program : words[1].split(" ")) {
      if (LocalHost.find(program, path, null).isEmpty()) {
        lacks.add(
            new Lack(
                "the program %s is not on the PATH".formatted(program),
                "install %s, and have /usr/sbin on the PATH".formatted(words[0])));
      }
    }
  }

  /** Adds a lack when a command fails; its last words go into the reason. */
  private static void require(
      LocalHost host, List<Lack> lacks, String reason, String remedy, String... command) {
    Outcome outcome = host.run(Command.of(LIMIT, command));
    if (!outcome.ok()) {
      lacks.add(new Lack(reason.formatted(outcome.lastWords()), remedy));
    }
  }

  private static List<String> doubts(ControlGroups groups) {
    List<String> doubts = new ArrayList<>();
    if (!groups.first() && groups.unified() != null) {
      doubts.add(
          """
          control groups of version 2: their limits were tried in a virtual machine, but not a \
          whole lab\
          """);
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

  /**
   * Refuses a machine whose lab cannot have striped disks.
   *
   * @throws CoreboundException (missing) with what to do
   */
  public static void requireStripes(LocalHost host) {
    List<Lack> lacks = new ArrayList<>();
    programs("btrfs-progs: mkfs.btrfs", lacks);
    require(
        host,
        lacks,
        "the kernel has no btrfs: %s",
        "use a kernel that has it",
        "sh",
        "-c",
        "grep -qw btrfs /proc/filesystems || modprobe btrfs");
    if (!lacks.isEmpty()) {
      throw CoreboundException.missing(
          "no striped disks in a lab on this machine: %s; leave 'striped' out of the sweep's layout",
          new LabSupport(lacks, List.of()).reasons());
    }
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
