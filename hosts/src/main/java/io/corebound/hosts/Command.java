package io.corebound.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A program to run: an argument list, never a shell string.
 *
 * @param arguments the program and its arguments
 * @param environment variables added to the host's own; {@code LC_ALL=C} is always set
 * @param directory working directory; null for the host's own
 * @param limit after which the program and all that it started are ended
 */
public record Command(
    List<String> arguments, Map<String, String> environment, Path directory, Duration limit) {

  /** Refuses an empty argument list or a limit that is not above zero. */
  public Command {
    if (arguments.isEmpty()) {
      throw new IllegalArgumentException("a command has at least the program's name");
    }
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("a command's limit is above zero, not " + limit);
    }
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** A command with a limit, in the host's own environment and directory. */
  public static Command of(Duration limit, String... arguments) {
    return new Command(List.of(arguments), Map.of(), null, limit);
  }

  /** The same command with a variable added. */
  public Command with(String name, String value) {
    Map<String, String> changed = new java.util.HashMap<>(environment);
    changed.put(name, value);
    return new Command(arguments, changed, directory, limit);
  }
}
