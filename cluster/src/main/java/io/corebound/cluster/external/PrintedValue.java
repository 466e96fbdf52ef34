package io.corebound.cluster.external;

import io.corebound.cluster.job.LogFile;
import io.corebound.records.units.CoreboundException;
import java.util.regex.Pattern;

/**
 * A value that a command of the user's cluster prints. It is recognized by its form, as wrappers
 * print greetings, and Hadoop's scripts warnings, on the same stream.
 */
enum PrintedValue {
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

  PrintedValue(String what, String form) {
    this.what = what;
    this.form = Pattern.compile(form);
  }

  /**
   * The last line of the form.
   *
   * @throws CoreboundException (invalid input) with the output when no line has the form
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
                    "'%s' printed '%s', but no line is %s; make it print that on a separate line"
                        .formatted(command, LogFile.oneLine(printed), what)));
  }
}
