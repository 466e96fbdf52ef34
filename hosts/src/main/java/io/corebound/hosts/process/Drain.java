package io.corebound.hosts.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

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

  /** Waits for the stream's end, which a stranger that holds it open may put off, for that long. */
  void await(Duration limit) throws InterruptedException {
    thread.join(limit.toMillis());
  }

  /** What was read so far. */
  String text() {
    synchronized (bytes) {
      return bytes.toString(StandardCharsets.UTF_8);
    }
  }
}
