package io.corebound.memory.transport;

import java.io.Closeable;
import java.io.IOException;

/**
 * Waits until any of many links can go on: a thread serves all peers. {@link #wake} may be called
 * by any thread, all else by one.
 */
public interface Poll extends Closeable {
  /** Who goes on. */
  interface Ready {
    /** A link waits to be accepted. */
    void accepting(Listener listener) throws IOException;

    /** A link can be read, or written to. */
    void ready(Link link, boolean readable, boolean writable) throws IOException;

    /** A link could not be opened. */
    void failed(Link link, IOException cause) throws IOException;
  }

  void watch(Listener listener) throws IOException;

  /** Says what to wait for; a link that is not open yet is waited for until it is. */
  void watch(Link link, boolean read, boolean write) throws IOException;

  /** Waits for a link no more; to be called before it is closed. */
  void forget(Link link);

  /** Waits at most so long, at least a millisecond, and serves all that can go on. */
  void await(long millis, Ready ready) throws IOException;

  /** Ends the wait that goes on, or the next. */
  void wake();
}
