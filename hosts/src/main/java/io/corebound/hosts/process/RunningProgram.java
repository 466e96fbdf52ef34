package io.corebound.hosts.process;

import java.time.Duration;
import java.util.OptionalInt;

/** A program that was started and may still run. */
public interface RunningProgram {
  /** Its process id, which is also its process group. */
  long pid();

  /** Whether it runs. */
  boolean isAlive();

  /** Sends a signal, such as {@code INT}, to the program alone. */
  void signal(String name);

  /** Ends an input that was held open ({@code Redirect.PIPE}): the program reads its end. */
  void closeInput();

  /** Waits for its end; empty when it still runs after that time. */
  OptionalInt waitFor(Duration time) throws InterruptedException;

  /**
   * Ends it and its whole process group: SIGTERM, and SIGKILL for what is left after the grace.
   * Does nothing when it has ended.
   */
  void stop(Duration grace);
}
