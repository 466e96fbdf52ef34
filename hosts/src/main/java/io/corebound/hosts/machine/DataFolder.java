package io.corebound.hosts.machine;

import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A folder for a run's data: whether it can be put there, asked before any is written. */
public final class DataFolder {
  private static final DataFolder OF_DATA =
      new DataFolder(
          "data directory",
          PathReader.FIO,
          "choose another --data-dir",
          """
          choose --data-dir on another disk, or less data (--size, or another --profile of a \
          sweep)\
          """);

  private static final DataFolder OF_STORAGE =
      new DataFolder(
          "storage: directory",
          PathReader.HADOOP,
          "name another in the storage file",
          "name one on another disk in the storage file, or sort less");

  private final String what;
  private final PathReader reader;
  private final String another;
  private final String larger;

  private DataFolder(String what, PathReader reader, String another, String larger) {
    this.what = what;
    this.reader = reader;
    this.another = another;
    this.larger = larger;
  }

  /**
   * Checks that a data directory can be written and has room.
   *
   * @return its real path
   * @throws CoreboundException (invalid input) when it is missing, not a directory, cannot be
   *     written or is not named so that fio takes it; (missing) when its file system has too little
   *     room
   */
  public static Path check(Path folder, DataSize needed) {
    return OF_DATA.checked(folder, needed);
  }

  /** The same for a folder that a storage file names. */
  public static Path checkStorage(Path folder, DataSize needed) {
    return OF_STORAGE.checked(folder, needed);
  }

  private Path checked(Path folder, DataSize needed) {
    reader.require(what, folder);
    if (!Files.exists(folder)) {
      throw refusal(folder, "does not exist; make it or " + another);
    }
    if (!Files.isDirectory(folder)) {
      throw refusal(folder, "is not a directory; " + another);
    }
    try {
      Path real = folder.toRealPath();
      reader.require(what, real);
      if (mountedReadOnly(real)) {
        throw notWritable(folder, "its file system is mounted read-only");
      }
      if (real.toFile().getUsableSpace() < needed.bytes()) {
        throw tooSmall(folder, needed, real.toFile().getUsableSpace());
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

  /** Permission bits mean nothing to root and say little about network file systems: tries it. */
  private void create(Path real, Path folder, DataSize needed) throws IOException {
    try {
      Files.delete(Files.createTempFile(real, ".corebound-", ".tmp"));
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "permission denied" : e.getReason();
      if (reason.toLowerCase(Locale.ROOT).contains("no space left")) {
        throw tooSmall(folder, needed, real.toFile().getUsableSpace());
      }
      throw notWritable(folder, reason);
    }
  }

  private CoreboundException refusal(Path folder, String why) {
    return CoreboundException.invalidInput("%s %s: %s".formatted(what, folder, why));
  }

  private CoreboundException notWritable(Path folder, String reason) {
    return refusal(folder, "cannot be written (%s); %s".formatted(reason, another));
  }

  private CoreboundException tooSmall(Path folder, DataSize needed, long free) {
    return CoreboundException.missing(
        "%s %s: needs %s, has %s free; %s"
            .formatted(what, folder, needed.display(), new DataSize(free).display(), larger));
  }
}
