package io.corebound.hosts.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reads a stream to its end on its own thread, so that the writer never blocks. */
final class Drain {
  /** Its methods are synchronized. */
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private final Thread thread;

  Drain(InputStream stream, String of) {
    thread = new Thread(() -> copy(stream), "output of " + of);
    thread.setDaemon(true);
    thread.start();
  }

  private void copy(InputStream stream) {
    try (stream) {
      stream.transferTo(bytes);
    } catch (IOException e) {
      // closed because the process was ended: what came before is kept
    }
  }

  /** Waits at most that long for the stream's end: a strange process may hold it open. */
  void await(Duration limit) throws InterruptedException {
    thread.join(limit.toMillis());
  }

  /** What was read so far. */
  String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
