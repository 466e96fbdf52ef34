package io.corebound.hosts.process;

import io.corebound.records.units.CoreboundException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a tool for its version. */
public final class ToolVersion {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Pattern DOTTED = Pattern.compile("\\d+(\\.\\d+)+[A-Za-z0-9_+.-]*");
  private static final Pattern WHOLE = Pattern.compile("\\d+");

  private ToolVersion() {}

  /**
   * The version that a tool prints, such as {@code 12.6.1}; empty when the tool is not there.
   *
   * @return {@code unknown} when it prints none
   */
  public static Optional<String> ask(Host host, String tool, String argument) {
    Outcome outcome;
    try {
      outcome = host.run(Command.of(LIMIT, tool, argument));
    } catch (CoreboundException e) {
      return Optional.empty();
    }
    return Optional.of(in(outcome.out() + "\n" + outcome.err()).orElse("unknown"));
  }

  /** The first number with dots, else the first number, of the first line that has one. */
  public static Optional<String> in(String text) {
    return text.lines().flatMap(line -> firstMatch(line).stream()).findFirst();
  }

  private static Optional<String> firstMatch(String line) {
    Matcher dotted = DOTTED.matcher(line);
    if (dotted.find()) {
      return Optional.of(dotted.group());
    }
    Matcher whole = WHOLE.matcher(line);
    return whole.find() ? Optional.of(whole.group()) : Optional.empty();
  }
}
