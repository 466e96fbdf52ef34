package io.corebound.hosts.process;

import java.util.Map;

/**
 * The environment that the launcher was called in. For corebound's own JVMs the launcher takes out
 * what would change them or what they do; it says in {@code COREBOUND_USER_ENVIRONMENT} which
 * variables these are, and keeps the value of {@code NAME}, where it had one, in {@code
 * COREBOUND_USER_NAME}.
 */
public final class UsersEnvironment {
  private static final String NAMES = "COREBOUND_USER_ENVIRONMENT";
  private static final String KEPT = "COREBOUND_USER_";

  private UsersEnvironment() {}

  /** Puts it back; does nothing where no launcher has changed anything. */
  public static void restore(Map<String, String> environment) {
    String names = environment.remove(NAMES);
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
