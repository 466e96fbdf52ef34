package io.corebound.hosts.process;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program to run: an argument list, never a shell string.
 *
 * @param environment variables added to those that tools have; {@code LC_ALL=C} is always set
 * @param limit after which the program and all that it started are ended
 * @param input what it reads from its standard input: {@link #NOTHING}, a file, or {@link
 *     Redirect#PIPE} for an input that stays open and silent as long as corebound lives
 * @param ofUser whether it is the user's own program, which has all of the user's environment
 */
public record Command(
    List<String> arguments,
    Map<String, String> environment,
    Path directory,
    Duration limit,
    Redirect input,
    boolean ofUser) {
  /** No input: reading finds the end at once. */
  public static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

  /** The variable that names the role that a process's CPU time counts for; {@link #inRole}. */
  public static final String ROLE = "COREBOUND_ROLE";

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

  /** A command without input. */
  public Command(
      List<String> arguments, Map<String, String> environment, Path directory, Duration limit) {
    this(arguments, environment, directory, limit, NOTHING, false);
  }

  /** The same command with other arguments. */
  public Command with(List<String> otherArguments) {
    return new Command(otherArguments, environment, directory, limit, input, ofUser);
  }

  /** A command with a limit, in the host's own directory. */
  public static Command of(Duration limit, String... arguments) {
    return new Command(List.of(arguments), Map.of(), null, limit);
  }

  /** The same command with a variable added. */
  public Command with(String name, String value) {
    Map<String, String> changed = new HashMap<>(environment);
    changed.put(name, value);
    return new Command(arguments, changed, directory, limit, input, ofUser);
  }

  /**
   * The same command, its CPU time and that of what it starts counted as a role's, such as {@code
   * client}; a command line that shows another role has that one.
   *
   * @param role lower-case letters, digits and {@code -}
   */
  public Command inRole(String role) {
    return with(ROLE, role);
  }

  /** The same command with another input. */
  public Command with(Redirect otherInput) {
    return new Command(arguments, environment, directory, limit, otherInput, ofUser);
  }

  /** The same command with a file of this machine as its input. */
  public Command reading(Path file) {
    return with(Redirect.from(file.toFile()));
  }

  /** The same command as the user's own, such as {@code ssh} and a cluster's commands. */
  public Command asUser() {
    return new Command(arguments, environment, directory, limit, input, true);
  }
}
