package io.corebound.microbench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Lets copies of one benchmark wait for each other, so that all of them work at the same time. The
 * system property {@value #PROPERTY} names a directory and the number of copies, {@code
 * DIRECTORY:COPIES}. Every copy writes a file there before each iteration, and goes on when the
 * files of all copies exist.
 */
final class Rendezvous {
  static final String PROPERTY = "corebound.rendezvous";

  private static final Pattern PROPERTY_FORM =
      Pattern.compile("(?<directory>.+?):(?<copies>[1-9][0-9]{0,5})(:(?<first>[0-9]{1,6}))?");

  /** So rarely that a waiting copy takes no measurable time of a shared CPU. */
  private static final long POLL_MS = 5;

  private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(10);

  private final Path directory;
  private final int copies;
  private final int firstPair;
  private int iteration;
  private int meetings;

  private Rendezvous(Path directory, int copies, int firstPair) {
    this.directory = directory;
    this.copies = copies;
    this.firstPair = firstPair;
  }

  /** Whether this copy works alone in an iteration. */
  static boolean alone(int number, int firstPair) {
    int inPairs = number - firstPair;
    return inPairs >= 0 && inPairs / 2 % 2 != inPairs % 2;
  }

  /** The rendezvous of a benchmark's copies; null when it has none. */
  static Rendezvous of(BenchmarkParams benchmark) {
    StringBuilder parameters = new StringBuilder();
    for (String key : benchmark.getParamsKeys()) {
      parameters.append(benchmark.getParam(key)).append('\n');
    }
    // they may be longer than a file's name
    UUID id = UUID.nameUUIDFromBytes(parameters.toString().getBytes(StandardCharsets.UTF_8));
    return parse(System.getProperty(PROPERTY, ""), benchmark.getBenchmark() + "-" + id);
  }

  static Rendezvous parse(String property, String benchmark) {
    if (property.isEmpty()) {
      return null;
    }
    Matcher parts = PROPERTY_FORM.matcher(property);
    if (!parts.matches()) {
      throw new OneLineException(
          PROPERTY + ": '" + property + "' is not DIRECTORY:COPIES or DIRECTORY:COPIES:FIRST");
    }
    return new Rendezvous(
        Paths.get(parts.group("directory"), benchmark),
        Integer.parseInt(parts.group("copies")),
        parts.group("first") == null ? Integer.MAX_VALUE : Integer.parseInt(parts.group("first")));
  }

  /**
   * Waits until all copies are before this iteration; before one that this copy does alone, until
   * all others wait.
   */
  void await(String copy) throws IOException, InterruptedException {
    Path here = directory.resolve(Integer.toString(meetings));
    Files.createDirectories(here);
    if (alone(iteration++, firstPair)) {
      await(here, copies - 1);
    } else {
      Files.createFile(here.resolve(copy));
      meetings++;
      await(here, copies);
    }
  }

  private static void await(Path here, int copies) throws IOException, InterruptedException {
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
