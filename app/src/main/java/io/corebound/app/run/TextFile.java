package io.corebound.app.run;

import io.corebound.hosts.machine.PathReader;
import io.corebound.records.units.CoreboundException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A text of the user's, looked into before anything is measured on it. */
public final class TextFile {
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};

  /** A level, then the first block, or the end where there is none. */
  private static final String BZIP2 = "425a683[1-9](314159265359|177245385090).*";

  private static final String EMPTY_BZIP2 = "425a683[1-9]177245385090.*";

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
      byte[] beginning = in.readNBytes(BEGINNING);
      if (beginning.length == 0) {
        throw refused(what, file, "is empty");
      }
      if (name.endsWith(".gz")) {
        requireGzip(what, file);
      } else if (name.endsWith(".bz2")) {
        requireBzip2(what, file, HexFormat.of().formatHex(beginning));
      } else if (Arrays.equals(beginning, 0, Math.min(2, beginning.length), GZIP, 0, 2)) {
        throw refused(what, file, "is compressed by gzip, which its name does not say: add .gz");
      }
    } catch (IOException e) {
      throw refused(what, file, "cannot be read: " + e.getMessage());
    }
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
