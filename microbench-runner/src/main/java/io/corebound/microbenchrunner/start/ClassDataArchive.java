package io.corebound.microbenchrunner.start;

import io.corebound.cluster.libraries.ClassPathJars;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * A class-data-sharing archive for tasks: the classes that a task loads, parsed and verified once,
 * mapped by every later JVM (JEP 350, JDK 13 and newer). A JVM uses an archive only with the class
 * path that it was made with, and that path must not have folders. So tasks get one jar with a
 * manifest that names all others; settings in folders are in every task's {@code job.xml} too.
 */
final class ClassDataArchive {
  /** The first JDK that writes an archive when it ends. */
  static final int OLDEST_JDK = 13;

  private static final String MAP_FLAGS = "mapreduce.map.java.opts";
  private static final String REDUCE_FLAGS = "mapreduce.reduce.java.opts";

  private final Path jar;
  private final Path archive;
  private final List<String> taskFlags;

  /** Writes the jar. */
  ClassDataArchive(Path folder, String classPath, List<String> taskFlags) {
    this.jar = folder.resolve("tasks.jar");
    this.archive = folder.resolve("tasks.jsa");
    this.taskFlags = List.copyOf(taskFlags);
    String jars =
        ClassPathJars.of(List.of(classPath.split(":"))).stream()
            .map(p -> p.toUri().toString())
            .collect(Collectors.joining(" "));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, jars);
    try {
      Files.createDirectories(folder);
      new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    } catch (IOException e) {
      throw CoreboundException.failed(
          "%s: cannot be written: %s".formatted(jar, e.getMessage()), e);
    }
  }

  /** Settings of a job whose one map writes the archive when it ends. */
  Map<String, String> writing() {
    return Map.of(MAP_FLAGS, flags("-XX:ArchiveClassesAtExit=" + archive));
  }

  /** Settings of a job whose tasks use the archive, and fail where they cannot. */
  Map<String, String> using() {
    if (!Files.isRegularFile(archive)) {
      throw CoreboundException.failed(
          "no class-data-sharing archive was written; the task's log in raw/start says why");
    }
    String flags = flags("-XX:SharedArchiveFile=%s -Xshare:on".formatted(archive));
    return Map.of(MAP_FLAGS, flags, REDUCE_FLAGS, flags);
  }

  private String flags(String flag) {
    return "%s -cp %s %s".formatted(String.join(" ", taskFlags), jar, flag);
  }
}
