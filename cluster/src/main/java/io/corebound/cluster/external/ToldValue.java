package io.corebound.cluster.external;

import io.corebound.cluster.job.Standstill;
import io.corebound.records.units.CoreboundException;
import java.util.regex.Pattern;

/**
 * What a command of somebody's cluster is asked for. It is known by its form: wrappers greet, and
 * Hadoop's scripts warn of what is deprecated, on the same stream.
 */
enum ToldValue {
  VERSION("'Hadoop' and its version", "Hadoop [0-9]\\S*"),
  USER("the name of a user", "[\\p{L}\\p{N}_][\\p{L}\\p{N}_.@$\\\\-]*"),
  ADDRESS(
      "the address of a file system",
      "[A-Za-z][A-Za-z0-9+.-]*:/(?:[A-Za-z0-9/_.~:@+,=;-]|\\[[0-9A-Fa-f:.]+\\])*"),

  /** {@code UserGroupInformation.AuthenticationMethod}. */
  AUTHENTICATION(
      "a way to authenticate", "(?i)simple|kerberos|token|certificate|kerberos_ssl|proxy"),

  /** {@code FileStatus}, as {@code hadoop fs -stat %F} prints it. */
  KIND_OF_FILE("a kind of file", "directory|regular file|symlink");

  private final String what;
  private final Pattern form;

  ToldValue(String what, String form) {
    this.what = what;
    this.form = Pattern.compile(form);
  }

  /**
   * The last line that has the form.
   *
   * @param command that printed it, for messages
   * @throws CoreboundException (invalid input) with what was printed when no line has
   */
  String in(String command, String printed) {
    return printed
        .lines()
        .map(String::strip)
        .filter(line -> form.matcher(line).matches())
        .reduce((first, last) -> last)
        .orElseThrow(
            () ->
                CoreboundException.invalidInput(
                    "'%s' printed '%s', of which no line is %s; let it print that on a line of its own"
                        .formatted(command, Standstill.oneLine(printed), what)));
  }
}
