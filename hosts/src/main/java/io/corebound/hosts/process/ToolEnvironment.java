package io.corebound.hosts.process;

import java.util.List;

/**
 * What tools have of the environment that they are started in, here and on other hosts: where
 * things are and whose they are. All else may change what they print (S_COLORS, POSIXLY_CORRECT) or
 * what they do (LD_PRELOAD, BASH_ENV, JAVA_TOOL_OPTIONS), and a list of that is never whole.
 */
public final class ToolEnvironment {
  /** LD_LIBRARY_PATH is where some systems have the libraries of tools that are on the PATH. */
  public static final List<String> NAMES =
      List.of(
          "PATH",
          "LD_LIBRARY_PATH",
          "JAVA_HOME",
          "HOME",
          "USER",
          "LOGNAME",
          "TMPDIR",
          "TZ",
          "LANG");

  private static final String OURS = "COREBOUND_";

  private ToolEnvironment() {}

  /** Whether a tool has a variable that is there. */
  public static boolean has(String variable) {
    return NAMES.contains(variable) || variable.startsWith(OURS);
  }
}
