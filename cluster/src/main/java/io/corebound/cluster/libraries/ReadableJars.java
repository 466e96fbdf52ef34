package io.corebound.cluster.libraries;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Class paths for a user who may not read all jars, as in root's home: those are copied. */
public final class ReadableJars {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Prints those of its arguments that cannot be read. */
  private static final String UNREADABLE = "for f; do [ -r \"$f\" ] || echo \"$f\"; done";

  private final Host host;
  private final Path folder;
  private final Map<String, String> known = new HashMap<>();

  /** Copies to a folder, on a host whose programs run as that user. */
  public ReadableJars(Host host, Path folder) {
    this.host = host;
    this.folder = folder;
  }

  /** The same class path, entries that cannot be read replaced by copies. */
  public List<String> of(List<String> classPath) {
    return classPath.stream().map(entry -> known.computeIfAbsent(entry, this::readable)).toList();
  }

  /** The size of the copies of a class path, on a host whose programs run as that user. */
  public static DataSize room(Host host, List<String> classPath) {
    long bytes = 0;
    try {
      Set<Path> hidden = hidden(host, classPath.stream().map(ClassPathJars::path).toList());
      for (String entry : classPath) {
        Path path = ClassPathJars.path(entry);
        if (hidden.stream().anyMatch(h -> h.startsWith(path))) {
          try (Stream<Path> files = Files.walk(path)) {
            bytes += files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum();
          }
        }
      }
      return new DataSize(bytes);
    } catch (IOException e) {
      throw CoreboundException.failed("cannot read the class path: " + e, e);
    }
  }

  private String readable(String entry) {
    Path path = ClassPathJars.path(entry);
    try {
      Set<Path> hidden = hidden(host, List.of(path));
      if (hidden.isEmpty()) {
        return entry;
      }
      Path copy = folder.resolve(known.size() + "-" + path.getFileName());
      copy(path, copy);
      return entry.endsWith(ClassPathJars.ALL) ? copy + ClassPathJars.ALL : copy.toString();
    } catch (IOException e) {
      throw CoreboundException.failed(
          "cannot copy %s for a user who may not read it: %s".formatted(path, e), e);
    }
  }

  private static Set<Path> hidden(Host host, List<Path> paths) throws IOException {
    List<String> line = new ArrayList<>(List.of("sh", "-c", UNREADABLE, "sh"));
    for (Path path : paths) {
      if (Files.exists(path)) {
        try (Stream<Path> files = Files.walk(path)) {
          files.forEach(file -> line.add(file.toString()));
        }
      }
    }
    Outcome outcome = host.run(Command.of(LIMIT, line.toArray(String[]::new)));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "cannot look at %s: %s".formatted(paths, outcome.lastWords()));
    }
    Set<Path> hidden = new HashSet<>();
    outcome.out().lines().map(Path::of).forEach(hidden::add);
    return hidden;
  }

  private static void copy(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(from)) {
      all = files.toList();
    }
    Files.createDirectories(to.getParent());
    for (Path file : all) {
      Path copied = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(copied);
      } else {
        Files.copy(file, copied);
        Files.setPosixFilePermissions(
            copied, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
      }
    }
  }
}
