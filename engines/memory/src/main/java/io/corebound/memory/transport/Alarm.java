package io.corebound.memory.transport;

import com.sun.jna.Native;
import java.io.IOException;

/** A file of timerfd_create(2), which is readable when a time has passed. */
final class Alarm {
  private static final int CLOCK_MONOTONIC = 1;
  private static final int TFD_CLOEXEC = 0x80000;
  private static final long MS_IN_S = 1000;
  private static final long NS_IN_MS = 1_000_000;

  static {
    Native.register(Alarm.class, "c");
  }

  private final int file;

  Alarm() throws IOException {
    file = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    if (file < 0) {
      throw failed("timerfd_create");
    }
  }

  private static native int timerfd_create(int clock, int flags);

  private static native int timerfd_settime(int file, int flags, long[] time, long[] old);

  private static native int close(int file);

  private static IOException failed(String call) {
    return new IOException("%s: errno %s".formatted(call, Native.getLastError()));
  }

  int readable() {
    return file;
  }

  /** Readable so many milliseconds from now, once, and not before. */
  void after(long millis) throws IOException {
    // a struct itimerspec: the seconds and nanoseconds of a period, and those until then
    long[] time = {0, 0, millis / MS_IN_S, millis % MS_IN_S * NS_IN_MS};
    if (timerfd_settime(file, 0, time, null) < 0) {
      throw failed("timerfd_settime");
    }
  }

  void close() {
    close(file);
  }
}
