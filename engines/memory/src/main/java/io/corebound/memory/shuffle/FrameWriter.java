package io.corebound.memory.shuffle;

import io.corebound.memory.transport.Link;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/** Writes frames to a link as far as it takes them. */
final class FrameWriter {
  /**
   * One thread writes and reads. Where it writes as much as a link takes, nobody reads meanwhile,
   * windows close, and TCP waits for its timers: two peers that send to each other were 5 to 10
   * times as slow.
   */
  private static final int AT_ONCE = 1 << 18;

  private record Waiting(byte[] header, Frame frame) {}

  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private final Consumer<Frame> written;
  private long pending;
  private int at;

  /**
   * A writer of one link.
   *
   * @param written gets each frame that is on its way; its bytes are not read any more
   */
  FrameWriter(Consumer<Frame> written) {
    this.written = written;
  }

  void add(Frame frame) {
    waiting.add(new Waiting(frame.header(), frame));
    pending += Frame.HEADER + frame.length();
  }

  /** Bytes that wait. */
  long pending() {
    return pending;
  }

  /**
   * Writes until all is written, the link takes no more, or it is time to read again; returns the
   * bytes written.
   */
  long write(Link link) throws IOException {
    long total = 0;
    while (total < AT_ONCE && !waiting.isEmpty()) {
      Waiting next = waiting.element();
      int now =
          at < Frame.HEADER
              ? link.write(next.header(), at, Frame.HEADER - at)
              : link.write(
                  next.frame().bytes(),
                  at - Frame.HEADER,
                  Frame.HEADER + next.frame().length() - at);
      at += now;
      total += now;
      pending -= now;
      if (at == Frame.HEADER + next.frame().length()) {
        waiting.remove();
        at = 0;
        written.accept(next.frame());
      } else if (now == 0) {
        return total;
      }
    }
    return total;
  }
}
