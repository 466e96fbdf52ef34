package io.corebound.hosts.process;

import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;

/** Ends what a run has started on this machine when the run's JVM ends; {@link LocalHost#guard}. */
public final class Guard implements AutoCloseable {
  /** Between SIGTERM and SIGKILL. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration LONGEST = Duration.ofDays(7);

  /** Waits for the end of its input, then ends all that carries the mark. */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM PIPE; cat >/dev/null
      %send_marked "$1" "$2" '' ''
      """
          .formatted(ShellScript.END_MARKED);

  private final LocalProgram shell;

  Guard(LocalProgram shell) {
    this.shell = shell;
  }

  static Command command(String runId) {
    String tenths = Long.toString(GRACE.toMillis() / 100);
    return Command.of(LONGEST, "sh", "-c", SCRIPT, "sh", LocalHost.MARK + "=" + runId, tenths)
        .with(Redirect.PIPE);
  }

  /** Ends what still runs. */
  @Override
  public void close() {
    Uninterrupted.run(
        () -> {
          try {
            shell.closeInput();
            shell.waitFor(GRACE.plusSeconds(5));
          } finally {
            shell.stop(Duration.ZERO);
          }
        });
  }
}
