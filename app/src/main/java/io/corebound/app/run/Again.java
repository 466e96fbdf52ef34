package io.corebound.app.run;

import java.util.Map;

/** How a person calls corebound once more: with sudo, where it was called with it (sudo(8)). */
public final class Again {
  private Again() {}

  /**
   * The command line.
   *
   * @param arguments of corebound
   */
  public static String command(String arguments) {
    return command(System.getenv(), "", arguments);
  }

  /**
   * The same with a variable.
   *
   * @param environment of this process
   * @param assignment such as {@code JAVA_HOME=/opt/jdk}; empty for none
   */
  public static String command(
      Map<String, String> environment, String assignment, String arguments) {
    // sudo hands on what stands behind it only
    return (environment.containsKey("SUDO_USER") ? "sudo " : "")
        + (assignment.isEmpty() ? "" : assignment + " ")
        + "./corebound "
        + arguments;
  }
}
