package io.corebound.app.run;

import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * What one of the user's nodes reports of itself.
 *
 * @param system its kernel and architecture, as {@code uname -sm} prints them
 * @param java home of a Java of 17 or newer; empty where it has none
 * @param javaVersion of that one, such as 17
 * @param freeBytes where corebound's folder is
 */
public record RemoteNode(String system, String java, int javaVersion, long freeBytes) {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int LINES = 4;

  /** Asks the node; refuses (failed) what is no Linux machine with a POSIX shell. */
  public static RemoteNode of(SshHost shell) {
    Outcome outcome = shell.run(LIMIT, "sh", "-c", script(), "sh", shell.folder());
    List<String> lines = outcome.out().lines().map(String::strip).toList();
    try {
      if (outcome.ok() && lines.size() == LINES) {
        return new RemoteNode(
            lines.get(0),
            lines.get(1),
            Integer.parseInt(lines.get(2)),
            Long.parseLong(lines.get(3)) * 1024);
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw CoreboundException.failed(
        "%s: not a Linux machine with a POSIX shell: %s", shell.name(), outcome.lastWords());
  }

  private static String script() {
    try (InputStream in = RemoteNode.class.getResourceAsStream("node.sh")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("node.sh cannot be read from the jar", e);
    }
  }
}
