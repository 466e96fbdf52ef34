package io.corebound.hosts.ledger;

import io.corebound.hosts.machine.KernelFile;
import io.corebound.hosts.machine.Mounts;
import io.corebound.hosts.machine.OwnGroups;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a run limits memory and throttles devices: control groups of version 1 (the kernel's
 * Documentation/admin-guide/cgroup-v1/blkio-controller.rst and memory.rst) or version 2
 * (cgroup-v2.rst).
 *
 * <p>Version 1 throttles each group by itself, and what the kernel writes back for programs is the
 * root group's; so devices are throttled at the root group, and the programs of a lab are in it. In
 * version 2 the root group has no limits; there a group of the run's holds a group for each node.
 *
 * @param throttled version 1: the root group of the controller {@code blkio}; null where it is not
 *     mounted
 * @param memory version 1: the group of the controller {@code memory} that this process is in; null
 *     where it is not mounted
 * @param unified version 2: its root group, when that has the controllers {@code io} and {@code
 *     memory}; else null
 */
public record ControlGroups(Path throttled, Path memory, Path unified) {
  private static final List<String> LIMITING = List.of("io", "memory");

  /** Only the root group of a hierarchy has this file (cgroup-v1/cgroups.rst). */
  private static final String OF_ROOT = "release_agent";

  private static final String READ_BYTES = "blkio.throttle.read_bps_device";

  /** Something that a lab needs and this machine does not have, and what to do. */
  public record Lack(String reason, String remedy) {}

  /** Those of this machine. */
  public static ControlGroups here() {
    return of(OwnGroups.here());
  }

  static ControlGroups of(OwnGroups own) {
    List<Mounts.Mount> mounts = own.mounts();
    Path throttled =
        versionOne(mounts, "blkio").filter(f -> Files.exists(f.resolve(READ_BYTES))).orElse(null);
    Path memory = own.versionOne("memory").stream().findFirst().orElse(null);
    Path unified =
        mounts.stream()
            .filter(m -> m.type().equals("cgroup2"))
            .map(Mounts.Mount::point)
            .filter(f -> words(f.resolve("cgroup.controllers")).containsAll(LIMITING))
            .findFirst()
            .orElse(null);
    return new ControlGroups(throttled, memory, unified);
  }

  private static Optional<Path> versionOne(List<Mounts.Mount> mounts, String controller) {
    return mounts.stream()
        .filter(m -> m.type().equals("cgroup"))
        .filter(m -> List.of(m.options().split(",", -1)).contains(controller))
        .map(Mounts.Mount::point)
        .findFirst();
  }

  static List<String> words(Path file) {
    return KernelFile.text(file).map(text -> List.of(text.split("\\s+"))).orElse(List.of());
  }

  /** Whether devices are throttled by version 1; by version 2 otherwise. */
  public boolean first() {
    return throttled != null;
  }

  /** Why devices cannot be throttled or memory not limited here; empty when they can. */
  public Optional<Lack> lacking() {
    if (first() && memory == null) {
      return Optional.of(
          new Lack(
              """
              no control group limits the memory of nodes: the controller memory of version 1 is \
              not mounted\
              """,
              """
              mount it (mount -t cgroup -o memory), or have the kernel enable it \
              (cgroup_enable=memory on its command line)\
              """));
    }
    if (!first() && unified == null) {
      return Optional.of(
          new Lack(
              """
              no control group throttles devices: neither blkio of version 1 with \
              CONFIG_BLK_DEV_THROTTLING nor io of version 2 is here\
              """,
              "mount them, or use a kernel or a container that has them"));
    }
    Path group = first() ? throttled : unified;
    return Files.isWritable(group.resolve(first() ? READ_BYTES : "cgroup.subtree_control"))
        ? Optional.empty()
        : Optional.of(
            new Lack(group + " cannot be written (a container's?)", "use the machine itself"));
  }

  /**
   * Whether limits of version 1 are of a group below the machine's root: then they do not hold for
   * what the kernel writes back, which is the root group's.
   */
  public boolean writebackEscapes() {
    return first() && !Files.exists(throttled.resolve(OF_ROOT));
  }

  /** The run's own group of version 2, which holds those of the nodes. */
  public Path runGroup(String runId) {
    return unified.resolve("corebound-" + runId);
  }

  /** Notes and makes a group; does nothing when the run has made it. */
  public static synchronized Path make(Ledger ledger, Path group) {
    MadeGroup made = new MadeGroup(group);
    if (ledger.holds(made)) {
      return group;
    }
    if (Files.exists(group)) {
      throw CoreboundException.failed(
          "control group %1$s exists already; end what is in it, then: rmdir %1$s"
              .formatted(group));
    }
    ledger.note(made);
    try {
      Files.createDirectory(group);
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot make control group %s: %s; is another program in charge of %s? ./corebound doctor says what a lab lacks here"
              .formatted(group, e, group.getParent()),
          e);
    }
    return group;
  }

  /** The run's own group of version 2, made when it is not there, its children with limits. */
  public Path makeRunGroup(Ledger ledger) {
    Path group = make(ledger, runGroup(ledger.runId()));
    delegate(ledger, unified, LIMITING);
    // goes with the group
    DelegatedControllers.missing(group, LIMITING).settings().forEach(KernelSetting::apply);
    return group;
  }

  /** Has a group hand controllers to its children; noted before, to be set back. */
  static synchronized void delegate(Ledger ledger, Path group, List<String> controllers) {
    DelegatedControllers missing = DelegatedControllers.missing(group, controllers);
    if (!missing.settings().isEmpty()) {
      ledger.note(missing);
      missing.settings().forEach(KernelSetting::apply);
    }
  }

  /** Sets a limit of a group of the run's. */
  public static void write(Path file, String value) {
    new KernelSetting(file.toString(), null, null, value).apply();
  }
}
