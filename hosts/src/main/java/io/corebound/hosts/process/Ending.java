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
      long killAt = System.nanoTime() + grace.toNanos();
      List<ProcessTable.Row> left = listed.get();
      left.forEach(row -> signal(row, false));
      while (!left.isEmpty() && System.nanoTime() - killAt < KILL_LIMIT.toNanos()) {
        if (System.nanoTime() - killAt >= 0) {
          left.forEach(row -> signal(row, true));
        }
        try {
          Thread.sleep(POLL.toMillis());
        } catch (InterruptedException e) {
          interrupted = true;
        }
        left = listed.get();
      }
      return left;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void signal(ProcessTable.Row row, boolean kill) {
    // start times are compared, so that another process of the same id is not hit
    ProcessHandle.of(row.pid())
        .filter(
            p ->
                ProcessTable.of(row.pid())
                    .filter(now -> now.startTicks() == row.startTicks())
                    .isPresent())
        .ifPresent(kill ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
  }
}
