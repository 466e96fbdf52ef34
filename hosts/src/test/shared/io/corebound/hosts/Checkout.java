package io.corebound.hosts;

import io.corebound.records.config.StorageFile;
import io.corebound.records.config.StorageFileBuilder;
import io.corebound.records.format.StructuredFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The project's folder, for tests of several modules. */
public final class Checkout {
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Checkout() {}

  /** A shipped file, such as {@code storage/hdd}. */
  public static <T> T config(String name, Class<T> type) {
    return StructuredFiles.readYaml(ROOT.resolve("configs").resolve(name + ".yaml"), type);
  }

  /** Storage that is a folder on a real disk. */
  public static StorageFile storageIn(String folder) {
    return StorageFileBuilder.builder().description("a disk").directory(folder).build();
  }

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
