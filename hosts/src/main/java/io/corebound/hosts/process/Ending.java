package io.corebound.hosts.process;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Ends processes: SIGTERM, a grace, SIGKILL; goes on to its end also when interrupted. */
public final class Ending {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

  private Ending() {}

  /**
   * Ends what the supplier lists until it lists nothing more; what is started meanwhile is caught
   * by listing again.
   *
   * @return what could not be ended
   */
  public static List<ProcessTable.Row> end(
      Supplier<List<ProcessTable.Row>> listed, Duration grace) {
    boolean interrupted = Thread.interrupted();
    try {
      listed.get().forEach(row -> handle(row, false));
      interrupted |= waitUntilEmpty(listed, grace, false);
      interrupted |= waitUntilEmpty(listed, KILL_LIMIT, true);
      return listed.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean waitUntilEmpty(
      Supplier<List<ProcessTable.Row>> listed, Duration limit, boolean kill) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + limit.toNanos();
    List<ProcessTable.Row> left = listed.get();
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      if (kill) {
        left.forEach(row -> handle(row, true));
      }
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = listed.get();
    }
    return interrupted;
  }

  private static void handle(ProcessTable.Row row, boolean kill) {
    // ProcessHandle compares start times, so that a recycled process id is not hit
    ProcessHandle.of(row.pid())
        .filter(
            p ->
                ProcessTable.of(row.pid())
                    .filter(r -> r.startTicks() == row.startTicks())
                    .isPresent())
        .ifPresent(kill ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
  }
}
