package io.corebound.hosts.ssh;

import io.corebound.hosts.process.LocalProgram;
import io.corebound.hosts.process.RunningProgram;
import io.corebound.hosts.process.Uninterrupted;
import io.corebound.records.units.CoreboundException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A program of a node: what runs here is the client that stands for it, and ends with it. Its exit
 * status is 255 when the connection was lost before it ended.
 */
record SshProgram(SshHost host, LocalProgram client, String note, String program)
    implements RunningProgram {
  private static final Duration AFTER_END = Duration.ofSeconds(5);

  /** On the node. */
  @Override
  public long pid() {
    String noted = host.noted(note);
    if (!noted.matches(SshScripts.IDS)) {
      throw CoreboundException.failed(
          "%s has no process id on %s: it does not run".formatted(program, host.name()));
    }
    return Long.parseLong(noted.split(" ", -1)[0]);
  }

  @Override
  public boolean isAlive() {
    return client.isAlive();
  }

  @Override
  public void signal(String name) {
    String noted = noted();
    if (noted.matches(SshScripts.IDS)) {
      host.signal(name, noted.split(" ", -1)[0]);
    }
  }

  private String noted() {
    return client.isAlive() && host.isConnected() ? host.noted(note) : "";
  }

  @Override
  public void closeInput() {
    client.closeInput();
  }

  @Override
  public OptionalInt waitFor(Duration time) throws InterruptedException {
    return client.waitFor(time);
  }

  /** {@inheritDoc} When the connection is lost the node's guard has done it. */
  @Override
  public void stop(Duration grace) {
    Uninterrupted.run(
        () -> {
          try {
            Optional<String> group = SshScripts.group(noted());
            if (group.isPresent()) {
              host.endGroup(group.get(), grace, note);
              client.waitFor(AFTER_END);
            }
          } finally {
            client.stop(Duration.ofSeconds(1));
          }
        });
  }
}
