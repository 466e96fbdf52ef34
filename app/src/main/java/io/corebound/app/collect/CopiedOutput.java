package io.corebound.app.collect;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies a file to a stream while a program writes it. */
final class CopiedOutput implements AutoCloseable {
  /** Looks immediate while the program writes. */
  private static final long SHORTEST_PAUSE_MS = 100;

  /** Costs nothing measurable while it does not. */
  private static final long LONGEST_PAUSE_MS = 400;

  private final InputStream file;
  private final PrintStream stream;
  private final Runnable closed;
  private final Thread thread;
  private volatile boolean ended;

  private CopiedOutput(InputStream file, PrintStream stream, Runnable closed) {
    this.file = file;
    this.stream = stream;
    this.closed = closed;
    this.thread = new Thread(this::copy, "passthrough");
    thread.setDaemon(true);
    thread.start();
  }

  static CopiedOutput of(Path file, PrintStream stream, Runnable closed) {
    try {
      return new CopiedOutput(Files.newInputStream(file), stream, closed);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private void copy() {
    try (file) {
      boolean last;
      long pauseMs = SHORTEST_PAUSE_MS;
      do {
        last = ended;
        // what is there now; there may be more later
        long copied = file.transferTo(stream);
        pauseMs = copied > 0 ? SHORTEST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        if (stream.checkError()) {
          closed.run();
          return;
        }
        if (!last) {
          pause(pauseMs);
        }
      } while (!last);
    } catch (IOException e) {
      // what could not be copied is in the file
    }
  }

  private void pause(long lengthMs) {
    synchronized (this) {
      if (!ended) {
        try {
          wait(lengthMs);
        } catch (InterruptedException e) {
          ended = true;
        }
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
