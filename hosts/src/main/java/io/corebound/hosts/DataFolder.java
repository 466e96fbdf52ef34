package io.corebound.hosts;

import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The user's data directory: whether a run can put its data there, asked before it writes any. */
public final class DataFolder {
  private DataFolder() {}

  /**
   * Checks that a directory can be written and has room.
   *
   * @param folder as the user gave it
   * @param needed what the run will have in it at most, its peak
   * @return its real path
   * @throws CoreboundException (invalid input) when it is missing, not a directory or cannot be
   *     written; (missing) when its file system has too little room
   */
  public static Path check(Path folder, DataSize needed) {
    if (!Files.exists(folder)) {
      throw CoreboundException.invalidInput(
          "data directory " + folder + ": does not exist; make it or choose another --data-dir");
    }
    if (!Files.isDirectory(folder)) {
      throw CoreboundException.invalidInput(
          "data directory " + folder + ": is not a directory; choose another --data-dir");
    }
    try {
      Path real = folder.toRealPath();
      if (mountedReadOnly(real)) {
        throw notWritable(folder, "its file system is mounted read-only");
      }
      if (free(real) < needed.bytes()) {
        throw tooSmall(folder, needed, free(real));
      }
      create(real, folder, needed);
      return real;
    } catch (IOException e) {
      throw notWritable(folder, String.valueOf(e.getMessage()));
    }
  }

  private static boolean mountedReadOnly(Path real) {
    try {
      return Files.getFileStore(real).isReadOnly();
    } catch (IOException e) {
      // a changed root does not list its own mount; whether a file can be made is tried anyway
      return false;
    }
  }

  private static long free(Path real) {
    return real.toFile().getUsableSpace();
  }

  /** Permission bits mean nothing to root and say little about network file systems: tries it. */
  private static void create(Path real, Path folder, DataSize needed) throws IOException {
    try {
      Files.delete(Files.createTempFile(real, ".corebound-", ".tmp"));
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "permission denied" : e.getReason();
      if (reason.toLowerCase(Locale.ROOT).contains("no space left")) {
        throw tooSmall(folder, needed, free(real));
      }
      throw notWritable(folder, reason);
    }
  }

  private static CoreboundException notWritable(Path folder, String reason) {
    return CoreboundException.invalidInput(
        "data directory "
            + folder
            + ": cannot be written ("
            + reason
            + "); choose another --data-dir");
  }

  private static CoreboundException tooSmall(Path folder, DataSize needed, long free) {
    return CoreboundException.missing(
        "data directory "
            + folder
            + ": needs "
            + needed.display()
            + ", has "
            + new DataSize(free).display()
            + " free; choose --data-dir on another disk or a smaller --size");
  }
}
