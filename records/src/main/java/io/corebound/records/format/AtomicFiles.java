package io.corebound.records.format;

import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes files whole or not at all: to a temporary name beside it, synced, renamed, the folder
 * synced.
 */
public final class AtomicFiles {
  private static final String UNFINISHED = ".tmp";

  private AtomicFiles() {}

  /** Writes text in UTF-8; parent folders are made. */
  public static void write(Path file, String text) {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes; parent folders are made. */
  public static void write(Path file, byte[] bytes) {
    write(file, out -> out.write(bytes));
  }

  /** What a file is to have; it may be asked twice. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes what need not fit into memory; parent folders are made. An interrupted thread writes it
   * all the same and stays interrupted: what was measured is kept.
   */
  public static void write(Path file, Content content) {
    boolean interrupted = Thread.interrupted();
    try {
      while (!writeUnlessInterrupted(file, content)) {
        interrupted = true;
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Deletes what a killed process had begun to write into a folder that nobody writes to now. */
  public static void deleteUnfinished(Path folder) {
    try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(folder, ".*" + UNFINISHED)) {
      for (Path file : unfinished) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw CoreboundException.failed(
          "cannot delete unfinished files in " + folder + ": " + e.getMessage(), e);
    }
  }

  /** False when an interrupt closed the channel; the interrupt status is cleared then. */
  private static boolean writeUnlessInterrupted(Path file, Content content) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      Files.createDirectories(folder);
      Path temporary = Files.createTempFile(folder, "." + file.getFileName(), UNFINISHED);
      try {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
          content.writeTo(Channels.newOutputStream(channel));
          channel.force(true);
        }
        Files.setPosixFilePermissions(
            temporary, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(
            temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
      return true;
    } catch (ClosedByInterruptException e) {
      Thread.interrupted();
      return false;
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot write " + file + ": " + e.getMessage() + "; check its folder and free space", e);
    }
  }
}
