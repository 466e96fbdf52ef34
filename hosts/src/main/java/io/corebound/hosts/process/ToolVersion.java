package io.corebound.hosts.process;

import io.corebound.records.units.CoreboundException;
import io.corebound.records.units.ExitStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A tool as it was found on a host, with the version that it prints, such as {@code 12.6.1}. */
public record ToolVersion(String tool, String version) {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Exit statuses of a program that the loader or the shell could not start. */
  private static final int CANNOT_RUN = 126;

  private static final int NOT_FOUND = 127;
  private static final Pattern DOTTED = Pattern.compile("\\d+(\\.\\d+)+[A-Za-z0-9_+.-]*");
  private static final Pattern WHOLE = Pattern.compile("\\d+");
  private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})");

  /**
   * Looks for a tool.
   *
   * @return empty when the tool is not there; version {@code unknown} when it prints none
   */
  public static Optional<ToolVersion> find(Host host, String tool, String option) {
    try {
      Outcome outcome = host.run(Command.of(LIMIT, tool, option));
      return Optional.of(new ToolVersion(tool, in(words(outcome)).orElse("unknown")));
    } catch (CoreboundException e) {
      return Optional.empty();
    }
  }

  /**
   * The same for a tool that must be there, start, and report its version.
   *
   * @throws CoreboundException (missing) that names the tool, the host and the remedy
   */
  public static ToolVersion require(Host host, String tool, String option, String remedy) {
    Outcome outcome;
    try {
      outcome = host.run(Command.of(LIMIT, tool, option));
    } catch (CoreboundException e) {
      if (e.status() != ExitStatus.MACHINE_LACKS) {
        throw e;
      }
      throw CoreboundException.missing(
          "%s is not on host %s; %s".formatted(tool, host.name(), remedy));
    }
    return in(words(outcome))
        .filter(version -> outcome.exitStatus() != CANNOT_RUN && outcome.exitStatus() != NOT_FOUND)
        .map(version -> new ToolVersion(tool, version))
        .orElseThrow(
            () ->
                CoreboundException.missing(
                    "%s on host %s does not report its version (%s); %s"
                        .formatted(tool, host.name(), outcome.lastWords(), remedy)));
  }

  private static String words(Outcome outcome) {
    return outcome.out() + "\n" + outcome.err();
  }

  /** Refuses an older version; one that is unknown is older. */
  public ToolVersion requireAtLeast(int major, int minor, Host host, String reason) {
    Matcher numbers = NUMBERS.matcher(version);
    int own = numbers.lookingAt() ? Integer.parseInt(numbers.group(1)) : 0;
    if (own > major || own == major && Integer.parseInt(numbers.group(2)) >= minor) {
      return this;
    }
    throw CoreboundException.missing(
        "%s on host %s has version %s; %s".formatted(tool, host.name(), version, reason));
  }

  /** The first number with dots, else the first number, of the first line that has one. */
  static Optional<String> in(String text) {
    return text.lines().flatMap(line -> firstMatch(line).stream()).findFirst();
  }

  private static Optional<String> firstMatch(String line) {
    Matcher dotted = DOTTED.matcher(line);
    Matcher whole = WHOLE.matcher(line);
    if (dotted.find()) {
      return Optional.of(dotted.group());
    }
    return whole.find() ? Optional.of(whole.group()) : Optional.empty();
  }
}
