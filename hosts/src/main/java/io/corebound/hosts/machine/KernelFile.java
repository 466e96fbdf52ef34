package io.corebound.hosts.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Files of {@code /proc}, {@code /sys} and control groups, which another kernel may not have. */
public final class KernelFile {
  private KernelFile() {}

  /** Its text without blanks at both ends; empty when it cannot be read. */
  public static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
