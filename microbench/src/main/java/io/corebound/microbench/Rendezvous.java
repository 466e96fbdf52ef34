package io.corebound.microbench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Where copies of one benchmark wait for each other, so that all of them work at the same time: a
 * directory that the system property {@value #PROPERTY} names together with the number of copies,
 * {@code DIRECTORY:COPIES}. Every copy leaves a file there before each of its iterations and goes
 * on when the files of all are there. Without the property nobody waits.
 */
final class Rendezvous {
  static final String PROPERTY = "corebound.rendezvous";

  private static final long POLL_MS = 2;
  private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(10);

  private final Path directory;
  private final int copies;
  private int iteration;

  private Rendezvous(Path directory, int copies) {
    this.directory = directory;
    this.copies = copies;
  }

  /** The rendezvous of a benchmark's copies; null when nobody is to be waited for. */
  static Rendezvous of(BenchmarkParams benchmark) {
    StringBuilder name = new StringBuilder(benchmark.getBenchmark());
    for (String key : benchmark.getParamsKeys()) {
      name.append('-').append(benchmark.getParam(key));
    }
    return parse(
        System.getProperty(PROPERTY, ""), name.toString().replaceAll("[^A-Za-z0-9.-]", "_"));
  }

  /** Reads {@value #PROPERTY}. */
  static Rendezvous parse(String property, String benchmark) {
    if (property.isEmpty()) {
      return null;
    }
    int colon = property.lastIndexOf(':');
    if (colon < 1 || !property.substring(colon + 1).matches("[1-9][0-9]{0,5}")) {
      throw new OneLineException(PROPERTY + ": '" + property + "' is not DIRECTORY:COPIES");
    }
    return new Rendezvous(
        Paths.get(property.substring(0, colon), benchmark),
        Integer.parseInt(property.substring(colon + 1)));
  }

  /**
   * Waits until all copies are before this iteration.
   *
   * @param copy a name that no other copy has
   * @throws IOException when the directory cannot be written, or one of the copies does not come
   * @throws InterruptedException when interrupted
   */
  void await(String copy) throws IOException, InterruptedException {
    Path here = directory.resolve(Integer.toString(iteration++));
    Files.createDirectories(here);
    Files.createFile(here.resolve(copy));
    long start = System.nanoTime();
    while (present(here) < copies) {
      if (System.nanoTime() - start > LIMIT_NS) {
        throw new IOException(
            "only " + present(here) + " of " + copies + " copies came to " + here);
      }
      Thread.sleep(POLL_MS);
    }
  }

  private static int present(Path here) {
    File[] files = here.toFile().listFiles();
    return files == null ? 0 : files.length;
  }
}
