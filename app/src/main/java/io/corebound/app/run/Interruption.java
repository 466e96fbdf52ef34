package io.corebound.app.run;

import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/**
 * Ctrl-C and SIGTERM interrupt the working thread, so that it stops what it started, writes down
 * how far it came and ends with its own exit status. While that is under way, further signals
 * change nothing.
 */
public final class Interruption {
  private final AtomicBoolean happened = new AtomicBoolean();
  private final AtomicBoolean over = new AtomicBoolean();

  private Interruption() {}

  /** From now on signals interrupt the calling thread. */
  public static Interruption ofThisThread() {
    Interruption interruption = new Interruption();
    Thread worker = Thread.currentThread();
    for (String name : new String[] {"INT", "TERM", "HUP"}) {
      Signal.handle(
          new Signal(name),
          signal -> {
            interruption.happened.set(true);
            if (interruption.over.get()) {
              System.err.println("corebound: already stopping; please wait a few seconds");
            } else {
              // each time: the first interrupt may have been ignored
              worker.interrupt();
            }
          });
    }
    return interruption;
  }

  /** The work is over; what follows is tidying up, which nothing may interrupt. */
  public void over() {
    over.set(true);
    Thread.interrupted();
  }

  boolean happened() {
    return happened.get();
  }
}
