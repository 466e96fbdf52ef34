package io.corebound.hosts.lab;

import io.corebound.hosts.ledger.AttachedImage;
import io.corebound.hosts.ledger.ControlGroups;
import io.corebound.hosts.ledger.DeviceSettings;
import io.corebound.hosts.ledger.KernelSetting;
import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.ledger.MountedImage;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A disk of a run: a loop device on a sparse file with an ext4 file system, which can be limited in
 * bytes and operations a second (loop(4), losetup(8), mke2fs(8)). What is deleted on it is freed in
 * the file (mount option {@code discard}). Its limits hold for direct and for buffered I/O: how
 * much the page cache may hold of it unwritten is limited as well, where the kernel can (Linux 6.2,
 * {@code strict_limit} in Documentation/ABI/testing/sysfs-class-bdi).
 *
 * <p>With control groups of version 1 the limits hold for every program in the root group of {@code
 * blkio}, with version 2 for those that a {@link LimitedHost} of the same run starts.
 *
 * <p>Everything is in the ledger before it is made. Only root can do this.
 */
public final class LoopDevice implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String UNLIMITED = "rbps=max wbps=max riops=max wiops=max";

  private final LocalHost host;
  private final Ledger ledger;
  private final Path image;

  /** Null for a device without a file system. */
  private final Path mountPoint;

  /** Null until it is attached. */
  private String name;

  private String number;

  /** Null where nothing is limited. */
  private DeviceSettings settings;

  private LoopDevice(LocalHost host, Ledger ledger, Path image, Path mountPoint) {
    this.host = host;
    this.ledger = ledger;
    this.image = image;
    this.mountPoint = mountPoint;
  }

  /**
   * Makes a disk. It has no limit at first.
   *
   * @param image the file behind it, which takes the room of what is written only; must not exist,
   *     in a folder of the ledger
   * @param size of the device, at least 16 MiB
   * @param mountPoint must not exist, in a folder of the ledger
   * @throws CoreboundException (missing) without root or a program that it takes, (failed) when
   *     something cannot be made; nothing of it is left then
   */
  public static LoopDevice make(
      LocalHost host, Ledger ledger, Path image, DataSize size, Path mountPoint) {
    return new LoopDevice(host, ledger, free(ledger, image), free(ledger, mountPoint)).made(size);
  }

  /** The same without a file system, for a {@link Stripe}; throws as {@link #make}. */
  public static LoopDevice raw(LocalHost host, Ledger ledger, Path image, DataSize size) {
    return new LoopDevice(host, ledger, free(ledger, image), null).made(size);
  }

  /** The real path of what is to be made in a folder of the ledger. */
  static Path free(Ledger ledger, Path path) {
    if (!NamespaceHost.isRoot()) {
      throw CoreboundException.missing(
          "only root can make loop devices; start corebound as root, or measure without them");
    }
    Path real = ledger.inFolder(path);
    if (Files.exists(real, LinkOption.NOFOLLOW_LINKS)) {
      throw CoreboundException.failed(real + ": exists already; choose another name");
    }
    return real;
  }

  private LoopDevice made(DataSize size) {
    try {
      attach(size);
      if (mountPoint != null) {
        format();
        mount();
      }
      return this;
    } catch (CoreboundException e) {
      throw e.undoing(this::close);
    }
  }

  private void attach(DataSize size) {
    try {
      Files.createFile(image);
      try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
        file.setLength(size.bytes());
      }
      if (mountPoint != null) {
        Files.createDirectory(mountPoint);
      }
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot make the disk %s: %s; make room there, or choose another --data-dir"
              .formatted(image, e),
          e);
    }
    ledger.note(new AttachedImage(image));
    Outcome outcome = require("attach", "losetup", "--find", "--show", image.toString());
    name = Path.of(outcome.out().strip()).getFileName().toString();
    number =
        AttachedImage.number(name)
            .orElseThrow(
                () ->
                    CoreboundException.failed(
                        "losetup printed '%s', not a loop device; is it that of util-linux?"
                            .formatted(outcome.out().strip())));
  }

  /**
   * Whole at once: what ext4 leaves for later, a kernel thread would write during a measurement.
   */
  private void format() {
    String whole = "lazy_itable_init=0,lazy_journal_init=0";
    require("format", "mkfs.ext4", "-q", "-F", "-m", "0", "-i", "65536", "-E", whole, node());
  }

  private void mount() {
    ledger.note(new MountedImage(mountPoint, image));
    // neither a device that failed once nor what was read from it can be trusted
    String options = "noatime,discard,nosuid,nodev,errors=remount-ro";
    require("mount", "mount", "-t", "ext4", "-o", options, node(), mountPoint.toString());
  }

  private Outcome require(String what, String... arguments) {
    return require(host, image, what, arguments);
  }

  /** Runs a program that makes a part of a disk. */
  static Outcome require(LocalHost host, Path image, String what, String... arguments) {
    Outcome outcome = host.run(Command.of(LIMIT, arguments));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "cannot %s the disk %s: %s: %s; losetup --list and dmesg may say more; ./corebound doctor lists what is missing"
              .formatted(what, image, arguments[0], outcome.reason(LIMIT)));
    }
    return outcome;
  }

  String node() {
    return "/dev/" + name;
  }

  /** The device's name in samples, such as {@code loop3}. */
  public String name() {
    return name;
  }

  /** The device's number, such as {@code 7:3}. */
  public String number() {
    return number;
  }

  Path image() {
    return image;
  }

  /** Where its file system is mounted; null without one. */
  public Path mountPoint() {
    return mountPoint;
  }

  /** Gives the top folder to a user, so that programs may write that are not root's. */
  public void giveTo(String user) {
    require("give", "chown", user, mountPoint.toString());
  }

  /** Limits the device; takes the place of an earlier limit. */
  public synchronized void limit(DeviceLimit limit) {
    unlimit();
    if (limit.equals(DeviceLimit.NONE)) {
      return;
    }
    ControlGroups groups = ControlGroups.here();
    List<KernelSetting> changed = new ArrayList<>(dirtySettings(limit));
    changed.addAll(
        groups.first()
            ? firstVersion(groups.throttled(), limit)
            : secondVersion(groups.makeRunGroup(ledger), limit));
    settings = new DeviceSettings(Path.of(node()), image, changed);
    ledger.note(settings);
    settings.settings().forEach(KernelSetting::apply);
    if (limit.dirty() != null && !changed.isEmpty() && Files.exists(backing("strict_limit"))) {
      ControlGroups.write(backing("max_bytes"), String.valueOf(limit.dirty().bytes()));
    }
  }

  /** What the page cache may hold; empty where writing has no limit, or the kernel cannot. */
  private List<KernelSetting> dirtySettings(DeviceLimit limit) {
    if (limit.dirty() == null || !Files.exists(backing("strict_limit"))) {
      return List.of();
    }
    return List.of(
        KernelSetting.of(backing("strict_limit"), null, "0", "1"),
        // bytes are kept as a share of the machine's own limit, which changes with free memory
        KernelSetting.of(backing("max_ratio_fine"), null, "1000000", null));
  }

  private Path backing(String file) {
    return Path.of("/sys/class/bdi", number, file);
  }

  private List<KernelSetting> firstVersion(Path root, DeviceLimit limit) {
    List<KernelSetting> changed = new ArrayList<>();
    Long read = limit.read() == null ? null : DeviceLimit.bytes(limit.read());
    Long write = limit.write() == null ? null : DeviceLimit.bytes(limit.write());
    add(changed, root.resolve("blkio.throttle.read_bps_device"), read);
    add(changed, root.resolve("blkio.throttle.write_bps_device"), write);
    add(changed, root.resolve("blkio.throttle.read_iops_device"), limit.readOperations());
    add(changed, root.resolve("blkio.throttle.write_iops_device"), limit.writeOperations());
    return changed;
  }

  private void add(List<KernelSetting> changed, Path file, Number value) {
    if (value != null) {
      changed.add(KernelSetting.of(file, number, "0", value.toString()));
    }
  }

  private List<KernelSetting> secondVersion(Path group, DeviceLimit limit) {
    String value =
        "rbps=%s wbps=%s riops=%s wiops=%s"
            .formatted(
                limit.read() == null ? "max" : DeviceLimit.bytes(limit.read()),
                limit.write() == null ? "max" : DeviceLimit.bytes(limit.write()),
                limit.readOperations() == null ? "max" : limit.readOperations(),
                limit.writeOperations() == null ? "max" : limit.writeOperations());
    return List.of(KernelSetting.of(group.resolve("io.max"), number, UNLIMITED, value));
  }

  private void unlimit() {
    if (settings != null) {
      ledger.undo(settings);
      settings = null;
    }
  }

  /** Removes all of it: limits, mount, device, file. */
  @Override
  public synchronized void close() {
    unlimit();
    if (mountPoint != null) {
      ledger.undo(new MountedImage(mountPoint, image));
    }
    ledger.undo(new AttachedImage(image));
    try {
      Files.deleteIfExists(image);
      if (mountPoint != null) {
        Files.deleteIfExists(mountPoint);
      }
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot delete %s: %s; ./corebound clean tries again".formatted(image, e), e);
    }
  }
}
