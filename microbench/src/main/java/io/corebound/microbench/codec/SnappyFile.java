package io.corebound.microbench.codec;

import io.corebound.microbench.LocalDirectory;
import io.corebound.microbench.TeraRecords;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Paths;

/** Compresses sorted records into a file; a JVM of its own runs it. */
final class SnappyFile {
  private SnappyFile() {}

  /**
   * Writes the file.
   *
   * @param arguments records, seed, where the sorted records lie, the file
   * @throws Exception when it cannot be written
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty(LocalDirectory.PROPERTY, arguments[2]);
    TeraRecords sorted =
        TeraRecords.load(
            LocalDirectory.open(),
            Integer.parseInt(arguments[0]),
            Long.parseLong(arguments[1]),
            TeraRecords.Order.SORTED);
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(Paths.get(arguments[3])))) {
      SnappyBenchmark.compressInto(out, SnappyBenchmark.codec(), sorted);
    }
  }
}
