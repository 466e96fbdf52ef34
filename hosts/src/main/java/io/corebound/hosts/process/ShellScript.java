package io.corebound.hosts.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** POSIX shell scripts, each a resource beside the class that uses it. */
public final class ShellScript {
  /** Functions {@code group_alive} and {@code pause}. */
  public static final String GROUPS = read(ShellScript.class, "process-groups.sh");

  /** The same and {@code end_marked}. */
  public static final String END_MARKED = GROUPS + read(ShellScript.class, "end-marked.sh");

  private ShellScript() {}

  public static String read(Class<?> user, String name) {
    try (InputStream in = user.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + name, e);
    }
  }
}
