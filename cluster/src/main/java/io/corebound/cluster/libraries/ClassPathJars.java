package io.corebound.cluster.libraries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The jars that a class path stands for. */
final class ClassPathJars {
  private static final String ALL = "/*";

  private ClassPathJars() {}

  /** The jars of an artifact, with or without a version in the file's name. */
  static List<Path> named(List<String> classPath, String artifact) {
    List<Path> jars = new ArrayList<>();
    for (String entry : classPath) {
      Stream.concat(Stream.of(Path.of(entry)).filter(p -> !entry.endsWith(ALL)), folder(entry))
          .filter(jar -> jar.getFileName().toString().matches(artifact + "(-[0-9].*)?\\.jar"))
          .filter(Files::isRegularFile)
          .forEach(jars::add);
    }
    return jars;
  }

  private static Stream<Path> folder(String entry) {
    if (!entry.endsWith(ALL)) {
      return Stream.empty();
    }
    Path folder = Path.of(entry.substring(0, entry.length() - ALL.length()));
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      // Java, too, takes a folder that cannot be read for an empty one
      return Stream.empty();
    }
  }
}
