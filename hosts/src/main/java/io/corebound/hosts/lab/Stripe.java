package io.corebound.hosts.lab;

import io.corebound.hosts.ledger.Ledger;
import io.corebound.hosts.ledger.MountedImage;
import io.corebound.hosts.process.LocalHost;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Several loop devices of a run as one file system that is striped over all of them: btrfs with
 * RAID 0 (mkfs.btrfs(8), btrfs(5)), which needs no device mapper. It computes no checksums of its
 * own, as the file systems of single devices compute none. What its page cache holds unwritten is
 * not limited, as its devices are; reading is.
 */
public final class Stripe implements AutoCloseable {
  private final LocalHost host;
  private final Ledger ledger;
  private final List<LoopDevice> devices;
  private final Path mountPoint;

  private Stripe(LocalHost host, Ledger ledger, List<LoopDevice> devices, Path mountPoint) {
    this.host = host;
    this.ledger = ledger;
    this.devices = List.copyOf(devices);
    this.mountPoint = mountPoint;
  }

  /**
   * Makes and mounts it; the devices stay the caller's.
   *
   * @param devices at least two, without file systems ({@link LoopDevice#raw})
   * @param mountPoint must not exist, in a folder of the ledger
   * @throws CoreboundException (failed) when it cannot be made; nothing of it is left then
   */
  public static Stripe make(
      LocalHost host, Ledger ledger, List<LoopDevice> devices, Path mountPoint) {
    Stripe stripe = new Stripe(host, ledger, devices, LoopDevice.free(ledger, mountPoint));
    try {
      stripe.format();
      stripe.mount();
      return stripe;
    } catch (CoreboundException e) {
      throw e.undoing(stripe::close);
    }
  }

  private void format() {
    List<String> command =
        new ArrayList<>(
            List.of("mkfs.btrfs", "-q", "-f", "-K", "-d", "raid0", "-m", "raid0", "--"));
    devices.forEach(device -> command.add(device.node()));
    LoopDevice.require(host, mountPoint, "format", command.toArray(String[]::new));
  }

  private void mount() {
    try {
      Files.createDirectory(mountPoint);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot make %s: %s".formatted(mountPoint, e), e);
    }
    // the kernel shows any of its devices as the one that is mounted
    for (MountedImage note : notes()) {
      ledger.note(note);
    }
    String all = devices.stream().map(d -> ",device=" + d.node()).collect(Collectors.joining());
    LoopDevice.require(
        host,
        mountPoint,
        "mount",
        "mount",
        "-t",
        "btrfs",
        "-o",
        "noatime,discard,nodatasum,nosuid,nodev" + all,
        devices.get(0).node(),
        mountPoint.toString());
  }

  private List<MountedImage> notes() {
    return devices.stream().map(d -> new MountedImage(mountPoint, d.image())).toList();
  }

  /** Where it is mounted. */
  public Path mountPoint() {
    return mountPoint;
  }

  /** Gives the top folder to a user, so that programs may write that are not root's. */
  public void giveTo(String user) {
    LoopDevice.require(host, mountPoint, "give", "chown", user, mountPoint.toString());
  }

  /** Unmounts it; its devices are left without a file system. */
  @Override
  public void close() {
    for (MountedImage note : notes()) {
      ledger.undo(note);
    }
    try {
      Files.deleteIfExists(mountPoint);
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot delete %s: %s; ./corebound clean tries again".formatted(mountPoint, e), e);
    }
  }
}
