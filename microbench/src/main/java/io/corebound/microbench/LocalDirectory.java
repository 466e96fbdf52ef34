package io.corebound.microbench;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where benchmarks keep local files; memory (tmpfs) is the right place, because the CPU is what is
 * measured. A directory given by the system property {@value #PROPERTY} belongs to the user:
 * generated input stays there for the next fork. Without it, every fork has its own below the JVM's
 * temporary directory, and removes it.
 */
public final class LocalDirectory implements Closeable {
  public static final String PROPERTY = "corebound.local";

  /** What still exists; JMH calls no tear-down after a failure, so the JVM's end removes it. */
  private static final Set<Path> LEFT = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(LocalDirectory::deleteLeft));
  }

  private final Path path;
  private final boolean ours;

  private LocalDirectory(Path path, boolean ours) {
    this.path = path;
    this.ours = ours;
  }

  public static LocalDirectory open() throws IOException {
    String given = System.getProperty(PROPERTY, "");
    if (given.isEmpty()) {
      LocalDirectory own = new LocalDirectory(Files.createTempDirectory("corebound-"), true);
      LEFT.add(own.path);
      return own;
    }
    Path path = Paths.get(given).toAbsolutePath();
    if (!Files.isDirectory(path) || !Files.isWritable(path)) {
      throw new OneLineException(
          PROPERTY + ": " + path + " is not a directory that can be written to; make it first");
    }
    return new LocalDirectory(path, false);
  }

  /** Makes sure that something fits into it, before it is written. */
  public void requireSpace(long bytes) throws IOException {
    long free = Files.getFileStore(path).getUsableSpace();
    if (free < bytes) {
      throw new OneLineException(
          String.format(
              Locale.ROOT,
              "%s: %.2f GB are needed and %.2f GB are free; make room, or take smaller batches",
              path,
              bytes / 1e9,
              free / 1e9));
    }
  }

  /**
   * What a file takes together with the checksums that Hadoop's {@code ChecksumFileSystem} writes
   * beside it: 4 bytes for every 512.
   */
  public static long withChecksums(long bytes) {
    return (long) (bytes * (1 + 4.0 / 512));
  }

  /** A file or directory in it, which may not exist yet. */
  public Path resolve(String name) {
    return path.resolve(name);
  }

  /** A new, empty directory in it; {@link #delete} or the end of this JVM removes it. */
  public Path fresh(String name) throws IOException {
    Path fresh = Files.createTempDirectory(path, name + "-");
    LEFT.add(fresh);
    return fresh;
  }

  @FunctionalInterface
  public interface Maker {
    /**
     * Writes it.
     *
     * @param directory an empty directory
     * @throws IOException when it cannot be written
     * @throws InterruptedException when interrupted
     */
    void make(Path directory) throws IOException, InterruptedException;
  }

  /** A directory of input; it stays for the next fork when the user gave this directory. */
  public Path made(String name, Maker maker) throws IOException, InterruptedException {
    Path made = path.resolve(name);
    if (!Files.exists(made)) {
      Path unfinished = fresh("unfinished");
      try {
        maker.make(unfinished);
        Files.move(unfinished, made, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        delete(unfinished);
      }
    }
    return made;
  }

  private static void deleteLeft() {
    for (Path left : LEFT) {
      try {
        delete(left);
      } catch (IOException e) {
        System.err.println(left + " could not be removed: " + e);
      }
    }
  }

  /** Removes the directory if this JVM made it. */
  @Override
  public void close() throws IOException {
    if (ours) {
      delete(path);
    }
  }

  /** Removes a directory and everything in it; nothing happens when there is none. */
  public static void delete(Path directory) throws IOException {
    LEFT.remove(directory);
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
            if (e != null) {
              throw e;
            }
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
