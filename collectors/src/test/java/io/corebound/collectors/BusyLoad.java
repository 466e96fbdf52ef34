package io.corebound.collectors;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.RunningProgram;
import java.nio.file.Path;
import java.time.Duration;

/** A process of the system that keeps one core busy. */
public final class BusyLoad implements AutoCloseable {
  private final RunningProgram program;

  public BusyLoad(Host host, Path folder) {
    program =
        host.start(
            Command.of(Duration.ofMinutes(10), "sh", "-c", "while :; do :; done"),
            folder.resolve("busy.out"),
            folder.resolve("busy.err"));
  }

  public long pid() {
    return program.pid();
  }

  @Override
  public void close() {
    program.stop(Duration.ofSeconds(1));
  }
}
