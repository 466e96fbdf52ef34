package io.corebound.hosts.ledger;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Ending;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.ToTheEnd;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Named network namespaces, as {@code ip netns} makes them (ip-netns(8)). */
public final class NetworkNamespace {
  public static final Path FOLDER = Path.of("/run/netns");
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private NetworkNamespace() {}

  public static Path file(String name) {
    return FOLDER.resolve(name);
  }

  /** Makes one, its loopback up. */
  public static void add(LocalHost host, String name) {
    require(host.run(Command.of(LIMIT, "ip", "netns", "add", name)), "make", name);
    require(
        host.run(Command.of(LIMIT, "ip", "-n", name, "link", "set", "lo", "up")), "set up", name);
  }

  private static void require(Outcome outcome, String what, String name) {
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "cannot "
              + what
              + " network namespace "
              + name
              + ": "
              + outcome.lastWords()
              + "; ./corebound doctor says what a lab lacks here");
    }
  }

  /**
   * Ends what runs in a namespace and deletes it; does nothing when there is none of that name.
   *
   * @param host for the program {@code ip}
   * @param grace between SIGTERM and SIGKILL
   * @return a sentence when it could not be deleted
   */
  static Optional<String> delete(LocalHost host, String name, Duration grace) {
    if (!Files.exists(file(name))) {
      return Optional.empty();
    }
    Ending.end(() -> members(name), grace);
    try {
      Outcome outcome = ToTheEnd.run(host, Command.of(LIMIT, "ip", "netns", "delete", name));
      return outcome.ok() ? Optional.empty() : Optional.of(stays(name, outcome.lastWords()));
    } catch (CoreboundException e) {
      return Optional.of(stays(name, e.getMessage()));
    }
  }

  private static String stays(String name, String reason) {
    return "network namespace "
        + name
        + " could not be deleted: "
        + reason
        + "; delete it with: ip netns delete "
        + name;
  }

  /** What runs in a namespace, the calling process and its ancestors apart. */
  private static List<ProcessTable.Row> members(String name) {
    Object number;
    try {
      number = Files.getAttribute(file(name), "unix:ino");
    } catch (IOException e) {
      return List.of();
    }
    Set<Long> spared = ProcessTable.ownLine();
    String link = "net:[" + number + "]";
    return ProcessTable.alive().stream()
        .filter(row -> !spared.contains(row.pid()))
        .filter(row -> link(row.pid()).filter(link::equals).isPresent())
        .toList();
  }

  private static Optional<String> link(long pid) {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).toString());
    } catch (IOException e) {
      // ended meanwhile
      return Optional.empty();
    }
  }
}
