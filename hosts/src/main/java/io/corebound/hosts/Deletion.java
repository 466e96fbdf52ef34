package io.corebound.hosts;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Deletes a tree without following links; the marker goes last, so that a deletion that was
 * interrupted can be taken up again.
 */
public final class Deletion extends SimpleFileVisitor<Path> {
  private final Path marker;

  Deletion(Path marker) {
    this.marker = marker;
  }

  /**
   * Deletes a folder with all that is in it; nothing happens when there is none.
   *
   * @throws IOException when something of it cannot be deleted
   */
  public static void of(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(folder, new Deletion(folder.resolve(".no-marker")));
    }
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
