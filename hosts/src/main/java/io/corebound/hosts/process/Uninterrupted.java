package io.corebound.hosts.process;

import java.time.Duration;
import java.util.List;

/** Work that is done to its end also when the thread was interrupted, such as removing things. */
public final class Uninterrupted {
  private Uninterrupted() {}

  /** What is done; an interrupt that comes meanwhile may end it. */
  @FunctionalInterface
  public interface Work {
    void run() throws InterruptedException;
  }

  /** Works with the thread's interrupt put aside, and sets it again at the end. */
  public static void run(Work work) {
    boolean interrupted = Thread.interrupted();
    try {
      work.run();
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs a program to its end; an interrupt only sets the thread's status. */
  public static Outcome run(Host host, Command command) {
    Outcome[] outcome = new Outcome[1];
    AtOnce.eachToItsEnd(List.of(command), one -> outcome[0] = host.run(one));
    return outcome[0];
  }

  public static void pause(Duration time) {
    run(() -> Thread.sleep(time.toMillis()));
  }
}
