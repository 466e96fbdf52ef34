package io.corebound.hosts.ledger;

import io.corebound.hosts.machine.Mounts;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * Deletes a tree without following links or entering what is mounted in it; the marker goes last,
 * so that a deletion that was interrupted can be taken up again.
 */
public final class Deletion extends SimpleFileVisitor<Path> {
  private final Path marker;
  private final Object device;

  private Deletion(Path marker, Object device) {
    this.marker = marker;
    this.device = device;
  }

  /**
   * Deletes a folder with all that is in it; nothing happens when there is none.
   *
   * @throws IOException when something of it cannot be deleted, or is mounted there: then nothing
   *     is deleted
   */
  public static void of(Path folder) throws IOException {
    of(folder, folder.resolve(".no-marker"));
  }

  /** Deletes a folder and at last the marker file in it. */
  static void of(Path folder, Path marker) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    // the visitor cannot see mounts of the same file system: they have its number
    Path absolute = folder.toAbsolutePath();
    Path real = absolute.getParent().toRealPath().resolve(absolute.getFileName());
    List<Path> mounted = Mounts.below(real);
    if (!mounted.isEmpty()) {
      throw mounted(mounted.get(0));
    }
    Files.walkFileTree(folder, new Deletion(marker, device(folder)));
  }

  private static Object device(Path folder) throws IOException {
    return Files.getAttribute(folder, "unix:dev", LinkOption.NOFOLLOW_LINKS);
  }

  private static IOException mounted(Path point) {
    return new FileSystemException(point.toString(), null, "something is mounted there");
  }

  @Override
  public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
      throws IOException {
    if (!device(folder).equals(device)) {
      throw mounted(folder);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    if (!file.equals(marker)) {
      Files.deleteIfExists(file);
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
    if (e instanceof java.nio.file.NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw e;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
    if (e != null) {
      throw e;
    }
    if (folder.equals(marker.getParent())) {
      Files.deleteIfExists(marker);
    }
    Files.deleteIfExists(folder);
    return FileVisitResult.CONTINUE;
  }
}
