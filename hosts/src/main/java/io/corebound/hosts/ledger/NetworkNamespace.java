package io.corebound.hosts.ledger;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Ending;
import io.corebound.hosts.process.LocalHost;
import io.corebound.hosts.process.Outcome;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.Uninterrupted;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A named network namespace of a run, as {@code ip netns} makes it (ip-netns(8)).
 *
 * @param path its file below {@code /run/netns}
 */
public record NetworkNamespace(Path path) implements Creation {
  public static final Path FOLDER = Path.of("/run/netns");
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration GRACE = Duration.ofSeconds(2);

  public static NetworkNamespace named(String name) {
    return new NetworkNamespace(FOLDER.resolve(name));
  }

  private String name() {
    return path.getFileName().toString();
  }

  /** Makes it, its loopback up. */
  public void make(LocalHost host) {
    require(host.run(Command.of(LIMIT, "ip", "netns", "add", name())), "make");
    require(host.run(Command.of(LIMIT, "ip", "-n", name(), "link", "set", "lo", "up")), "set up");
  }

  private void require(Outcome outcome, String what) {
    if (!outcome.ok()) {
      throw CoreboundException.failed(
          "cannot %s network namespace %s: %s; ./corebound doctor says what a lab lacks here"
              .formatted(what, name(), outcome.lastWords()));
    }
  }

  @Override
  public Kind kind() {
    return Kind.NAMESPACE;
  }

  @Override
  public boolean there() {
    return Files.exists(path);
  }

  /** Ends what runs in it and deletes it. */
  @Override
  public Optional<String> remove(String runId) {
    if (!there()) {
      return Optional.empty();
    }
    Ending.end(this::members, GRACE);
    String reason;
    try {
      Outcome outcome =
          Uninterrupted.run(
              new LocalHost(runId, "here"), Command.of(LIMIT, "ip", "netns", "delete", name()));
      if (outcome.ok()) {
        return Optional.empty();
      }
      reason = outcome.lastWords();
    } catch (CoreboundException e) {
      reason = e.getMessage();
    }
    return Optional.of(
        "network namespace %1$s could not be deleted: %2$s; delete it with: ip netns delete %1$s"
            .formatted(name(), reason));
  }

  @Override
  public String removed() {
    return "deleted network namespace " + name();
  }

  /** What runs in it, the calling process and its ancestors apart. */
  private List<ProcessTable.Row> members() {
    try {
      Path link = Path.of("net:[%s]".formatted(Files.getAttribute(path, "unix:ino")));
      Set<Long> spared = ProcessTable.ownLine();
      return ProcessTable.alive().stream()
          .filter(row -> !spared.contains(row.pid()) && isIn(row.pid(), link))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static boolean isIn(long pid, Path link) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).equals(link);
    } catch (IOException e) {
      // ended meanwhile
      return false;
    }
  }
}
