package io.corebound.hosts.machine;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ToolVersion;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What corebound needs of a machine. The table is the file {@code requirements.txt}, which the
 * launcher {@code ./corebound} reads as well, because it must also work where Java is missing.
 */
public final class Requirements {
  private static final List<String> MANAGERS = List.of("apt", "dnf", "zypper", "apk");
  private static final int FIELDS = 10;

  /** Of the folder in which corebound lies. */
  public static final Path TABLE =
      Path.of("hosts/src/main/resources/io/corebound/hosts/machine/requirements.txt");

  private Requirements() {}

  /** Looks for everything in the table of the corebound that lies in a folder. */
  public static List<Requirement> check(Host host, Path root) {
    return table(root).stream().map(fields -> check(host, fields)).toList();
  }

  /**
   * The one command that installs what is missing on this system, as the launcher would run it.
   *
   * @return empty when nothing that is required is missing
   */
  public static Optional<String> installCommand(Host host, Path root) {
    Outcome outcome =
        host.run(
            Command.of(
                Duration.ofSeconds(30), root.resolve("corebound").toString(), "--install-command"));
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "the launcher does not say how to install what is missing: " + outcome.lastWords());
    }
    return Optional.of(outcome.out().strip()).filter(command -> !command.isEmpty());
  }

  private static Requirement check(Host host, List<String> fields) {
    String version = version(host, fields);
    Map<String, String> packages = new LinkedHashMap<>();
    for (int i = 0; i < MANAGERS.size(); i++) {
      packages.put(MANAGERS.get(i), fields.get(4 + i));
    }
    return new Requirement(
        fields.get(0),
        !version.equals("missing"),
        version,
        fields.get(9),
        packages,
        Requirement.Need.valueOf(fields.get(3).toUpperCase(Locale.ROOT)));
  }

  private static String version(Host host, List<String> fields) {
    if (fields.get(1).equals("javac")) {
      // the launcher has chosen this JVM's JDK, which need not be the one on the PATH
      Path compiler = Path.of(System.getProperty("java.home"), "bin", "javac");
      return version(host, compiler.toString(), fields.get(2)).orElse("missing");
    }
    List<String> commands = List.of(fields.get(1).split("/", -1));
    List<String> arguments = List.of(fields.get(2).split("/", -1));
    for (int i = 0; i < commands.size(); i++) {
      String argument = arguments.get(Math.min(i, arguments.size() - 1));
      Optional<String> version = version(host, commands.get(i), argument);
      if (version.isPresent()) {
        return commands.size() == 1 ? version.get() : commands.get(i) + " " + version.get();
      }
    }
    return "missing";
  }

  private static Optional<String> version(Host host, String tool, String option) {
    return ToolVersion.find(host, tool, option).map(ToolVersion::version);
  }

  /** The rows of the table, each with all its fields. */
  static List<List<String>> table(Path root) {
    List<List<String>> rows =
        lines(root)
            .filter(line -> !line.startsWith("#"))
            .map(line -> List.of(line.split("\\|", -1)))
            .toList();
    for (List<String> fields : rows) {
      if (fields.size() != FIELDS) {
        throw new IllegalStateException("%s: not %s fields: %s".formatted(TABLE, FIELDS, fields));
      }
    }
    return rows;
  }

  /** The table for where corebound is only run, neither built nor tested. */
  public static String withoutBuild(Path root) {
    return lines(root)
        .filter(line -> line.startsWith("#") || !isOfBuild(line.split("\\|", -1)))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private static boolean isOfBuild(String[] fields) {
    return List.of("mvn", "git").contains(fields[1]) || List.of("test", "long").contains(fields[3]);
  }

  private static Stream<String> lines(Path root) {
    try {
      return Files.readString(root.resolve(TABLE)).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
