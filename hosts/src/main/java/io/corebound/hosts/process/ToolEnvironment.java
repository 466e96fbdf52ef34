package io.corebound.hosts.process;

import java.util.List;
import java.util.Map;

/**
 * What programs have of the environment that corebound was started in, here and on other hosts.
 * Tools get only the variables for paths and users: others may change what they print (S_COLORS,
 * POSIXLY_CORRECT) or do (LD_PRELOAD, BASH_ENV, JAVA_TOOL_OPTIONS), and no list of those is
 * complete.
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

  private static final String CHANGED = "COREBOUND_USER_ENVIRONMENT";
  private static final String KEPT = "COREBOUND_USER_";

  private ToolEnvironment() {}

  /** Whether a tool has a variable that is set. */
  public static boolean has(String variable) {
    return NAMES.contains(variable) || variable.startsWith("COREBOUND_");
  }

  /**
   * Restores the environment that the launcher was called in, for the user's own programs. The
   * launcher removes what would change corebound's JVMs: it lists those variables in {@code
   * COREBOUND_USER_ENVIRONMENT} and keeps the value of {@code NAME} in {@code COREBOUND_USER_NAME}.
   */
  public static void restoreUsers(Map<String, String> environment) {
    String names = environment.remove(CHANGED);
    if (names == null) {
      return;
    }
    for (String name : names.split(" ")) {
      environment.remove(name);
      String value = environment.remove(KEPT + name);
      if (value != null) {
        environment.put(name, value);
      }
    }
  }
}
