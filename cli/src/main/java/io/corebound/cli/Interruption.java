package io.corebound.cli;

import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/**
 * Ctrl-C and SIGTERM interrupt the working thread once, so that it stops what it started, writes
 * down how far it came and ends with its own exit status. While that is under way, further signals
 * change nothing.
 */
final class Interruption {
  private final AtomicBoolean happened = new AtomicBoolean();

  private Interruption() {}

  /** From now on signals interrupt the calling thread. */
  static Interruption ofThisThread() {
    Interruption interruption = new Interruption();
    Thread worker = Thread.currentThread();
    for (String name : new String[] {"INT", "TERM", "HUP"}) {
      Signal.handle(
          new Signal(name),
          signal -> {
            if (interruption.happened.compareAndSet(false, true)) {
              worker.interrupt();
            }
          });
    }
    return interruption;
  }

  boolean happened() {
    return happened.get();
  }
}
