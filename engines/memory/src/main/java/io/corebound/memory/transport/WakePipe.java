package io.corebound.memory.transport;

import com.sun.jna.Native;
import java.io.IOException;

/** A pipe of pipe(2), by which any thread ends a wait of {@link Rdmacm#poll}. */
final class WakePipe {
  private static final int F_SETFL = 4;
  private static final int O_NONBLOCK = 0x800;
  private static final int MANY = 4096;

  static {
    Native.register(WakePipe.class, "c");
  }

  private final int[] ends = new int[2];
  private boolean closed;

  WakePipe() throws IOException {
    if (pipe(ends) < 0) {
      throw new IOException("pipe: errno %s".formatted(Native.getLastError()));
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
  }

  private static native int pipe(int[] ends);

  private static native int fcntl(int file, int command, int argument);

  private static native long write(int file, byte[] bytes, long length);

  private static native long read(int file, byte[] bytes, long length);

  private static native int close(int file);

  /** The end that is readable after a call of {@link #wake}. */
  int readable() {
    return ends[0];
  }

  synchronized void wake() {
    if (!closed) {
      // a pipe that is full wakes as well
      write(ends[1], new byte[1], 1);
    }
  }

  void drain() {
    byte[] bytes = new byte[MANY];
    while (read(ends[0], bytes, bytes.length) == bytes.length) {
      // more is there
    }
  }

  synchronized void close() {
    closed = true;
    close(ends[0]);
    close(ends[1]);
  }
}
