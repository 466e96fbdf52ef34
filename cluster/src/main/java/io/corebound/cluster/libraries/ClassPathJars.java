package io.corebound.cluster.libraries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The jars of a class path, including those of its folders of jars ({@code FOLDER/*}). */
public final class ClassPathJars {
  static final String ALL = "/*";

  private ClassPathJars() {}

  /** All jars, in order. */
  public static List<Path> of(List<String> classPath) {
    return classPath.stream()
        .flatMap(entry -> entry.endsWith(ALL) ? folder(path(entry)) : Stream.of(Path.of(entry)))
        .filter(jar -> jar.toString().endsWith(".jar") && Files.isRegularFile(jar))
        .toList();
  }

  /** The jars of an artifact, with or without a version in the file's name. */
  static List<Path> named(List<String> classPath, String artifact) {
    return of(classPath).stream()
        .filter(jar -> jar.getFileName().toString().matches(artifact + "(-[0-9].*)?\\.jar"))
        .toList();
  }

  /** The jar or folder of an entry. */
  static Path path(String entry) {
    return Path.of(entry.endsWith(ALL) ? entry.substring(0, entry.length() - ALL.length()) : entry);
  }

  private static Stream<Path> folder(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    } catch (IOException e) {
      // like Java, which treats a folder that cannot be read as empty
      return Stream.empty();
    }
  }
}
