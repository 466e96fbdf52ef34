package io.corebound.cluster.daemons;

import io.corebound.cluster.job.LogFile;
import io.corebound.hosts.process.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One of Hadoop's daemons.
 *
 * @param kind which
 * @param node that it runs on; empty where the cluster has one node only
 * @param program the process
 * @param log what it writes
 */
record Daemon(DaemonKind kind, Optional<String> node, RunningProgram program, Path log) {

  /** Its name among the daemons of its cluster: the role, and {@code @node} where it has one. */
  static String name(DaemonKind kind, Optional<String> node) {
    return kind.role() + node.map(n -> "@" + n).orElse("");
  }

  String name() {
    return name(kind, node);
  }

  private String title() {
    return kind.title() + node.map(n -> " of " + n).orElse("");
  }

  /** How it ended by itself; empty while it is alive. */
  Optional<String> death() throws InterruptedException {
    OptionalInt status = program.waitFor(Duration.ZERO);
    if (status.isEmpty()) {
      return Optional.empty();
    }
    String text = LogFile.text(log);
    int exit = status.getAsInt();
    return Optional.of(
        exit > 128
            ? "the %s ended (signal %d); last line of its log: %s; its log: %s"
                .formatted(title(), exit - 128, LogFile.lastLine(text), log)
            : "the %s ended (exit status %d): %s; its log: %s"
                .formatted(title(), exit, LogFile.reason(text), log));
  }

  /** Whether it died because somebody else had taken its port. */
  boolean lostItsPort() {
    return !program.isAlive() && LogFile.text(log).contains("BindException");
  }
}
