package io.corebound.hosts.process;

import java.time.Duration;

/** What is done to its end also when the calling thread was interrupted: taking things away. */
public final class ToTheEnd {
  private ToTheEnd() {}

  /**
   * Runs a program; an interrupt that came before stays set and does not end it.
   *
   * @throws io.corebound.records.units.CoreboundException (missing) when the program is not there,
   *     (failed) when an interrupt comes meanwhile
   */
  public static Outcome run(Host host, Command command) {
    boolean interrupted = Thread.interrupted();
    try {
      return host.run(command);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static void pause(Duration time) {
    boolean interrupted = Thread.interrupted();
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
