package io.corebound.hosts.machine;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.Outcome;
import io.corebound.records.units.CoreboundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JDK (or a JRE) of this machine: the one that corebound runs on, or one that is measured. */
public record Jdk(Path home, int feature, String description) {
  /** What a JVM prints before it says why it does not start. */
  private static final Pattern BEFORE_THE_REASON =
      Pattern.compile("^Picked up |^Error occurred during initialization| warning: ");

  /** The oldest that the benchmarks' bytecode runs on. */
  private static final int OLDEST = 8;

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Makes the folder absolute. */
  public Jdk {
    home = home.toAbsolutePath().normalize();
  }

  /** The JDK of this process. */
  public static Jdk own() {
    return new Jdk(
        Path.of(System.getProperty("java.home")),
        Runtime.version().feature(),
        description(
            System.getProperty("java.vendor"),
            System.getProperty("java.runtime.version"),
            System.getProperty("java.vm.name")));
  }

  /**
   * The JDK in a folder, as it describes itself.
   *
   * @throws CoreboundException (invalid input) when there is none, or it is older than Java 8
   */
  public static Jdk at(Host host, Path home) {
    Path java = home.resolve("bin/java");
    if (!Files.isExecutable(java)) {
      throw CoreboundException.invalidInput(
          home + ": not a JDK: bin/java is missing; name the folder that contains bin");
    }
    Outcome outcome =
        host.run(
            Command.of(
                LIMIT,
                java.toAbsolutePath().toString(),
                "-XshowSettings:properties",
                "-XX:TieredStopAtLevel=1",
                "-version"));
    // the stream that settings are printed to differs between versions
    String settings = outcome.err() + "\n" + outcome.out();
    if (!outcome.ok()) {
      throw CoreboundException.invalidInput(java + ": does not start: " + outcome.lastWords());
    }
    int feature = feature(property(settings, "java.specification.version", java));
    if (feature < OLDEST) {
      throw CoreboundException.invalidInput(
          "%s: is Java %s; the benchmarks need Java %s or newer".formatted(home, feature, OLDEST));
    }
    return new Jdk(
        // what was named may be a folder of links, as /usr
        Path.of(property(settings, "java.home", java)),
        feature,
        description(
            property(settings, "java.vendor", java),
            property(settings, "java.runtime.version", java),
            property(settings, "java.vm.name", java)));
  }

  /**
   * Has the JVM itself read flags, which runs nothing.
   *
   * @throws CoreboundException (invalid input) with the JVM's own reason
   */
  public void requireAccepts(Host host, List<String> flags) {
    List<String> command = new ArrayList<>(List.of(java().toString()));
    command.addAll(flags);
    command.add("-version");
    Outcome outcome = host.run(new Command(command, Map.of(), null, LIMIT));
    if (!outcome.ok()) {
      String reason =
          (outcome.err() + "\n" + outcome.out())
              .lines()
              .filter(l -> !l.isBlank() && !BEFORE_THE_REASON.matcher(l).find())
              .findFirst()
              .orElse("it printed nothing");
      throw CoreboundException.invalidInput(
          "%s refuses the flags %s: %s".formatted(java(), String.join(" ", flags), reason.strip()));
    }
  }

  /** The program that starts a JVM. */
  public Path java() {
    return home.resolve("bin/java");
  }

  /** {@code 1.8} was the way to write 8 until 9 came. */
  private static int feature(String specification) {
    return Integer.parseInt(
        specification.startsWith("1.") ? specification.substring(2) : specification);
  }

  private static String property(String settings, String name, Path java) {
    Matcher line =
        Pattern.compile("(?m)^ *" + Pattern.quote(name) + " = (.+?) *$").matcher(settings);
    if (!line.find()) {
      throw CoreboundException.invalidInput(java + ": does not show its " + name);
    }
    return line.group(1);
  }

  private static String description(String vendor, String version, String virtualMachine) {
    return "%s %s (%s)".formatted(vendor, version, virtualMachine);
  }
}
