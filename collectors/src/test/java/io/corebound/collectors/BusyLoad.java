package io.corebound.collectors;

import io.corebound.hosts.Command;
import io.corebound.hosts.Host;
import io.corebound.hosts.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;

/** A process of the system that keeps one core busy. */
final class BusyLoad implements AutoCloseable {
  private final RunningProgram program;

  BusyLoad(Host host, Path folder) {
    program =
        host.start(
            Command.of(Duration.ofMinutes(1), "sh", "-c", "while :; do :; done"),
            folder.resolve("busy.out"),
            folder.resolve("busy.err"));
  }

  long pid() {
    return program.pid();
  }

  @Override
  public void close() {
    program.stop(Duration.ofSeconds(1));
  }
}
