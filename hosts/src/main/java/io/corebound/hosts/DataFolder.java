package io.corebound.hosts;

import io.corebound.records.CoreboundException;
import io.corebound.records.DataSize;
import java.io.IOException;
import java.nio.file.FileStore;
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
      FileStore store = Files.getFileStore(real);
      if (store.isReadOnly()) {
        throw notWritable(folder, "its file system is mounted read-only");
      }
      if (store.getUsableSpace() < needed.bytes()) {
        throw tooSmall(folder, needed, store.getUsableSpace());
      }
      create(real, folder, needed, store);
      return real;
    } catch (IOException e) {
      throw notWritable(folder, String.valueOf(e.getMessage()));
    }
  }

  /** Permission bits mean nothing to root and say little about network file systems: tries it. */
  private static void create(Path real, Path folder, DataSize needed, FileStore store)
      throws IOException {
    try {
      Files.delete(Files.createTempFile(real, ".corebound-", ".tmp"));
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "permission denied" : e.getReason();
      if (reason.toLowerCase(Locale.ROOT).contains("no space left")) {
        throw tooSmall(folder, needed, store.getUsableSpace());
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
