package io.corebound.memory.transport;

import java.io.Closeable;
import java.io.IOException;

/** A stream of bytes to and from another process, which never waits. */
public interface Link extends Closeable {
  /**
   * Reads what is there.
   *
   * @return bytes read, 0 where none is there now, -1 at the end
   */
  int read(byte[] into, int from, int length) throws IOException;

  /** Writes as much as goes now and returns how much that was. */
  int write(byte[] bytes, int from, int length) throws IOException;
}
