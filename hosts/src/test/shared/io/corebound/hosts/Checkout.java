package io.corebound.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The project's folder, for tests of several modules. */
public final class Checkout {
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Checkout() {}

  /** Copies a folder, such as a sample, with all that is in it. */
  public static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
    return to;
  }
}
