package io.corebound.cli;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Resources that look like corebound's but belong to another program: a network namespace, a file
 * system on a loop device, a limit of that device. Needs root.
 */
final class ForeignResources implements AutoCloseable {
  private static final Path LIMITS = Path.of("/sys/fs/cgroup/blkio/blkio.throttle.read_bps_device");

  private final String namespace = "corebound-of-another-" + ProcessHandle.current().pid();
  private final Path mountPoint;

  /** Steps that remove what was made, the last first. */
  private final Deque<Callable<?>> undo = new ArrayDeque<>();

  private String device;
  private String number;

  ForeignResources(Path folder) throws Exception {
    mountPoint = Files.createDirectory(folder.resolve("mount-of-another"));
    try {
      make(folder.resolve("image-of-another"));
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /** Makes them as root; null for another user. */
  static ForeignResources ifRoot(Path folder) throws Exception {
    return isRoot() ? new ForeignResources(folder) : null;
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private void make(Path image) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(32 << 20);
    }
    tool("ip", "netns", "add", namespace);
    undo.push(() -> tool("ip", "netns", "delete", namespace));
    device = tool("losetup", "--find", "--show", image.toString());
    undo.push(() -> tool("losetup", "--detach", device));
    number = tool("losetup", "--noheadings", "--output", "MAJ:MIN", device);
    tool("mkfs.ext4", "-q", device);
    tool("mount", device, mountPoint.toString());
    undo.push(() -> tool("umount", mountPoint.toString()));
    if (Files.exists(LIMITS)) {
      Files.writeString(LIMITS, number + " 10000000");
      undo.push(() -> Files.writeString(LIMITS, number + " 0"));
    }
    Files.writeString(file(), "precious");
  }

  Path file() {
    return mountPoint.resolve("file");
  }

  /** Whether a line of a listing is about it. */
  boolean isOf(String line) {
    return line.contains(namespace) || line.contains(device) || line.contains(" " + number + " ");
  }

  /** Whether all of it is as it was made. */
  boolean isUntouched() throws IOException, InterruptedException {
    return Files.readString(file()).equals("precious")
        && tool("ip", "netns", "list").contains(namespace)
        && tool("losetup", "--noheadings", "--output", "NAME").contains(device)
        && (!Files.exists(LIMITS) || Files.readString(LIMITS).contains(number + " 10000000"));
  }

  private static String tool(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes()).strip();
    if (process.waitFor() != 0) {
      throw new IOException(List.of(command) + ": " + said);
    }
    return said;
  }

  @Override
  public void close() throws Exception {
    Exception first = null;
    while (!undo.isEmpty()) {
      try {
        undo.pop().call();
      } catch (Exception e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
