package io.corebound.app.collect;

import io.corebound.hosts.process.Command;
import io.corebound.hosts.process.Host;
import io.corebound.hosts.process.ProcessTable;
import io.corebound.hosts.process.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The user's command: started, and stopped before its first instruction until it is released. */
record StoppedCommand(RunningProgram program, CopiedOutput out, CopiedOutput err)
    implements AutoCloseable {
  /** The command's own process among pidstat's, and with all that it starts among the roles. */
  static final String ROLE = "command";

  /** Longer than any command runs. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int SIGNALLED = 128;
  private static final int MOST_SIGNALS = 64;

  static StoppedCommand start(Host host, List<String> command, Path folder) {
    Path out = folder.resolve("command.out");
    Path err = folder.resolve("command.err");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder " + folder + ": " + e, e);
    }
    // programs of ours run in the C locale; the user's command runs in the user's own
    String locale = System.getenv("LC_ALL");
    String script =
        """
        kill -STOP $$
        %s; shift; exec "$@"\
        """
            .formatted(locale == null ? "unset LC_ALL" : "LC_ALL=$1");
    List<String> arguments =
        new ArrayList<>(List.of("sh", "-c", script, "sh", locale == null ? "" : locale));
    arguments.addAll(command);
    RunningProgram program =
        host.start(
            new Command(arguments, Map.of(), null, LONGEST, Redirect.INHERIT, true).inRole(ROLE),
            out,
            err);
    return new StoppedCommand(
        program,
        CopiedOutput.of(out, System.out, () -> program.signal("PIPE")),
        CopiedOutput.of(err, System.err, () -> program.signal("PIPE")));
  }

  void release() throws InterruptedException {
    while (program.isAlive()
        && ProcessTable.of(program.pid()).filter(row -> row.state() == 'T').isEmpty()) {
      program.waitFor(POLL);
    }
    program.signal("CONT");
  }

  void end() {
    if (program.isAlive()) {
      program.stop(GRACE);
    }
  }

  @Override
  public void close() {
    end();
    out.close();
    err.close();
  }

  /** {@code ended with exit status 7}; a shell's 128 and more is a signal. */
  static String ended(int status) {
    return status > SIGNALLED && status <= SIGNALLED + MOST_SIGNALS
        ? "was ended by signal %s (exit status %s)".formatted(status - SIGNALLED, status)
        : "ended with exit status " + status;
  }
}
