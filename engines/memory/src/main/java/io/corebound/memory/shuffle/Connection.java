package io.corebound.memory.shuffle;

import io.corebound.memory.block.BlockPool;
import io.corebound.memory.job.JobFailure;
import io.corebound.memory.transport.Link;
import java.io.IOException;

/** A link with its frames on the way. */
final class Connection {
  /** More than any frame but a block carries. */
  private static final int SMALL = 64;

  private final Link link;
  private final FrameReader in;
  private final FrameWriter out;
  private int peer;
  private long heard = System.nanoTime();
  private long sent = heard;

  /**
   * A link.
   *
   * @param peer its rank, or {@link JobFailure#NOBODY} until it has greeted
   */
  Connection(Link link, int peer, BlockPool pool) {
    this.link = link;
    this.peer = peer;
    in = new FrameReader((kind, length) -> memory(pool, kind, length));
    out =
        new FrameWriter(
            frame -> {
              if (frame.kind() == Frame.Kind.BLOCK) {
                pool.give(frame.bytes());
              }
            });
  }

  private byte[] memory(BlockPool pool, Frame.Kind kind, int length) {
    if (kind == Frame.Kind.BLOCK && !isStranger()) {
      return pool.take(length);
    }
    return length > SMALL ? null : new byte[length];
  }

  Link link() {
    return link;
  }

  int peer() {
    return peer;
  }

  boolean isStranger() {
    return peer == JobFailure.NOBODY;
  }

  void greetedBy(int rank) {
    peer = rank;
  }

  void add(Frame frame) {
    if (out.pending() == 0) {
      // it has been idle: what counts is how long this frame takes
      sent = System.nanoTime();
    }
    out.add(frame);
  }

  long pending() {
    return out.pending();
  }

  void write() throws IOException {
    if (out.write(link) > 0) {
      sent = System.nanoTime();
    }
  }

  /** The next whole frame, or null. */
  Frame next() throws IOException {
    Frame frame = in.next(link);
    if (!in.ended()) {
      heard = System.nanoTime();
    }
    return frame;
  }

  /** Whether the other side has closed the link. */
  boolean ended() {
    return in.ended();
  }

  /** Nanoseconds since it was last heard. */
  long silentFor(long now) {
    return now - heard;
  }

  /** Nanoseconds since it last took bytes. */
  long idleFor(long now) {
    return now - sent;
  }
}
