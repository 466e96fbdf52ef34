package io.corebound.hosts;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads a stream to its end on a thread of its own, so that the writer never blocks. */
final class Drain {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Thread thread;

  Drain(InputStream stream, String of) {
    thread = new Thread(() -> copy(stream), "output of " + of);
    thread.setDaemon(true);
    thread.start();
  }

  private void copy(InputStream stream) {
    byte[] buffer = new byte[8192];
    try (stream) {
      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
        synchronized (bytes) {
          bytes.write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      // closed because the process was ended: what came before is kept
    }
  }

  /** Waits until the stream's end; false when it is still open at that {@link System#nanoTime}. */
  boolean awaitUntil(long deadline) throws InterruptedException {
    thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
    return !thread.isAlive();
  }

  /** What was read so far. */
  String text() {
    synchronized (bytes) {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
