package io.corebound.app.run;

import io.corebound.hosts.machine.PathReader;
import io.corebound.records.units.CoreboundException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A text of the user's, looked into before anything is measured on it. */
public final class TextFile {
  /** A level, then the first block, or the end where there is none. */
  private static final String BZIP2 = "425a683[1-9](314159265359|177245385090).*";

  private static final String EMPTY_BZIP2 = "425a683[1-9]177245385090.*";

  /** What packs a text under a name that does not say so, by how it begins, in hexadecimal. */
  private static final Map<String, String> PACKED =
      Map.of(
          "1f8b.*",
          "is compressed by gzip, which its name does not say: add .gz",
          BZIP2,
          "is compressed by bzip2, which its name does not say: add .bz2",
          "fd377a585a00.*",
          "is compressed by xz: unpack it",
          "28b52ffd.*",
          "is compressed by zstd: unpack it",
          "504b0304.*",
          "is a zip archive: unpack it",
          "(fffe|feff).*",
          "is text in UTF-16: convert it to UTF-8");

  private static final int BEGINNING = 10;

  /** Of what is unpacked, read now. */
  private static final int UNPACKED = 1 << 16;

  private TextFile() {}

  /**
   * Refuses what the benchmarks could not read: plain, .gz or .bz2.
   *
   * @param what names it: an option, or a file, a line and a key
   * @throws CoreboundException (invalid input) that says why
   */
  public static void require(String what, Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw refused(
          what, file, Files.isDirectory(file) ? "is a folder" : "is not a file that can be read");
    }
    PathReader.JMH.require(what, file);
    String name = file.toString().toLowerCase(Locale.ROOT);
    try (InputStream in = Files.newInputStream(file)) {
      String beginning = HexFormat.of().formatHex(in.readNBytes(BEGINNING));
      if (beginning.isEmpty()) {
        throw refused(what, file, "is empty");
      }
      if (name.endsWith(".gz")) {
        requireGzip(what, file);
      } else if (name.endsWith(".bz2")) {
        requireBzip2(what, file, beginning);
      } else {
        requirePlain(what, file, beginning);
      }
    } catch (IOException e) {
      throw refused(what, file, "cannot be read: " + e.getMessage());
    }
  }

  private static void requirePlain(String what, Path file, String beginning) {
    PACKED.forEach(
        (start, why) -> {
          if (beginning.matches(start)) {
            throw refused(what, file, why);
          }
        });
  }

  private static void requireGzip(String what, Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      if (in.readNBytes(UNPACKED).length == 0) {
        throw refused(what, file, "has no text in it");
      }
    } catch (ZipException | EOFException e) {
      throw refused(what, file, "is not what gzip writes, or is cut off");
    }
  }

  private static void requireBzip2(String what, Path file, String beginning) {
    if (!beginning.matches(BZIP2)) {
      throw refused(what, file, "is not what bzip2 writes, or is cut off");
    }
    if (beginning.matches(EMPTY_BZIP2)) {
      throw refused(what, file, "has no text in it");
    }
  }

  private static CoreboundException refused(String what, Path file, String why) {
    return CoreboundException.invalidInput(
        "%s %s: %s; a text is one file, plain, .gz or .bz2", what, file, why);
  }
}
