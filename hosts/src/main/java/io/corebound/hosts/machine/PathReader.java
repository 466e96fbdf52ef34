package io.corebound.hosts.machine;

import io.corebound.records.units.CoreboundException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Programs that take a path of the user's, and give some characters in it a meaning. */
public enum PathReader {
  /**
   * Lists by commas, class paths by colons, URIs, variables, and shell scripts that start tasks;
   * its JVMs run in the C locale, which cannot name a file by anything but ASCII.
   */
  HADOOP("Hadoop", "[^A-Za-z0-9/._+=@~-]", "letters from A to Z, digits and . _ + = @ ~ - only"),

  /** Lists of values and of parameters; its JVMs run in the C locale, too. */
  JMH("JMH", "[,;]|[^ -~]", "ASCII characters only, without , and ;"),

  /** It drops a backslash before a colon; see {@link #fileName}. */
  FIO("fio", "[\\\\\\p{Cntrl}]", "no backslash and no control character");

  private final String tool;
  private final Pattern special;
  private final String remedy;

  PathReader(String tool, String special, String remedy) {
    this.tool = tool;
    this.special = Pattern.compile(special);
    this.remedy = remedy;
  }

  /**
   * Refuses a path that it would not take as it is.
   *
   * @throws CoreboundException (invalid input) with the absolute path and the first such character
   */
  public void require(String what, Path path) {
    String absolute = path.toAbsolutePath().normalize().toString();
    Matcher found = special.matcher(absolute);
    if (found.find()) {
      int character = absolute.codePointAt(found.start());
      throw CoreboundException.invalidInput(
          (character > '~'
                  ? "%s %s: %s's JVMs run in the C locale, which cannot name a file with %s; use a"
                      + " path with %s"
                  : "%s %s: %s gives %s a special meaning; use a path with %s")
              .formatted(
                  what,
                  absolute.replaceAll("\\p{Cntrl}", "?"),
                  tool,
                  Character.isISOControl(character)
                      ? Character.getName(character)
                      : "'%s'".formatted(Character.toString(character)),
                  remedy));
    }
  }

  /** A file as fio's {@code --filename} takes it: a bare colon begins the name of another file. */
  public static String fileName(Path file) {
    return file.toString().replace(":", "\\:");
  }
}
