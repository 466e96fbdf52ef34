package io.corebound.app.run;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.ssh.SshHost;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

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

  /**
   * The address by which ssh has reached a node; where its sshd does not say it, as behind a
   * gateway that starts it, the node's own.
   */
  public static String address(SshHost shell) {
    Command ask =
        Command.of(LIMIT, "sh", "-c", "set -- $SSH_CONNECTION; echo \"$3\"; hostname -I").asUser();
    List<String> found =
        shell
            .run(ask)
            .out()
            .lines()
            .flatMap(line -> Stream.of(line.strip().split("\\s+")))
            .toList();
    if (!found.isEmpty() && found.get(0).contains(":")) {
      throw CoreboundException.missing(
          "--host %s: ssh reached it by IPv6 (%s); name it by its IPv4 address",
          shell.name(), found.get(0));
    }
    return found.stream()
        .filter(word -> word.matches("\\d{1,3}(\\.\\d{1,3}){3}"))
        .findFirst()
        .orElseThrow(
            () ->
                CoreboundException.failed(
                    """
                    %s: neither its sshd (SSH_CONNECTION of ssh(1)) nor hostname -I says its \
                    IPv4 address\
                    """,
                    shell.name()));
  }

  private static String script() {
    try (InputStream in = RemoteNode.class.getResourceAsStream("node.sh")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("node.sh cannot be read from the jar", e);
    }
  }
}
