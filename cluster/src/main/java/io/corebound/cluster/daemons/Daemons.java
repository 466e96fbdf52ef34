package io.corebound.cluster.daemons;

import io.corebound.cluster.job.LogFile;
import io.corebound.cluster.job.Watchdog;
import io.corebound.cluster.libraries.JavaCommands;
import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Ending;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.records.units.CoreboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The daemons of one cluster: started, waited for, watched and ended. */
public final class Daemons implements Watchdog {
  static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Path logs;
  private final List<Daemon> daemons = new ArrayList<>();
  private Optional<String> death = Optional.empty();

  Daemons(Path logs) {
    this.logs = logs;
  }

  /** One of Hadoop's daemons. */
  private record Daemon(DaemonKind kind, String name, RunningProgram program, Path log) {
    /** How it ended by itself; empty while it is alive. */
    Optional<String> death() throws InterruptedException {
      OptionalInt status = program.waitFor(Duration.ZERO);
      if (status.isEmpty()) {
        return Optional.empty();
      }
      String title = name.replace(kind.role(), kind.title()).replace("@", " of ");
      String text = LogFile.text(log);
      int exit = status.getAsInt();
      return Optional.of(
          exit > 128
              ? "the %s ended (signal %s); last line of its log: %s; its log: %s"
                  .formatted(title, exit - 128, LogFile.lastLine(text), log)
              : "the %s ended (exit status %s): %s; its log: %s"
                  .formatted(title, exit, LogFile.reason(text), log));
    }
  }

  /** Something that may not be true yet. */
  public interface Condition {
    boolean holds() throws IOException;
  }

  /** Starts one; its name is its role, and {@code @node} where the cluster has several nodes. */
  synchronized void start(Host host, Command command, DaemonKind kind, Optional<String> node) {
    String name = kind.role() + node.map(n -> "@" + n).orElse("");
    Path log = logs.resolve(name + ".log");
    daemons.add(new Daemon(kind, name, host.start(command, logs.resolve(name + ".out"), log), log));
  }

  /**
   * Waits until a condition holds.
   *
   * @throws CoreboundException (failed) when a daemon ends, or the time is over
   */
  public void await(String what, Condition condition) throws InterruptedException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      check("start");
      String answer = "it does not answer";
      try {
        if (condition.holds()) {
          return;
        }
      } catch (IOException e) {
        answer = e.getMessage();
      }
      if (System.nanoTime() > deadline) {
        throw CoreboundException.failed(
            "waited %s s for %s: %s; logs: %s"
                .formatted(START_LIMIT.toSeconds(), what, answer, logs));
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  @Override
  public void check(String during) throws InterruptedException {
    Optional<String> dead = firstDeath();
    if (dead.isPresent()) {
      throw CoreboundException.failed(during + ": " + dead.get());
    }
  }

  /** How the first that ended by itself did so; empty while all are alive. */
  public synchronized Optional<String> firstDeath() {
    try {
      for (Daemon daemon : daemons) {
        if (death.isEmpty()) {
          death = daemon.death();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return death;
  }

  /** Whether one ended because another program had taken its port. */
  synchronized boolean lostAPort() {
    return daemons.stream()
        .anyMatch(d -> !d.program().isAlive() && LogFile.text(d.log()).contains("BindException"));
  }

  /** Process ids by name, in the order of their start. */
  synchronized Map<String, Long> pids() {
    Map<String, Long> pids = new LinkedHashMap<>();
    daemons.forEach(daemon -> pids.put(daemon.name(), daemon.program().pid()));
    return pids;
  }

  /** Process ids by role. */
  public synchronized Map<String, List<Long>> pidsByRole() {
    Map<String, List<Long>> pids = new TreeMap<>();
    for (Daemon daemon : daemons) {
      pids.computeIfAbsent(daemon.kind().role(), role -> new ArrayList<>())
          .add(daemon.program().pid());
    }
    return pids;
  }

  /** Ends all processes that carry the cluster's mark. */
  synchronized void end(String mark) {
    daemons.forEach(daemon -> daemon.program().signal("TERM"));
    Ending.end(() -> ProcessTable.marked(JavaCommands.MARK + "=" + mark), GRACE);
    daemons.forEach(daemon -> daemon.program().stop(Duration.ZERO));
  }
}
