package io.corebound.memory.transport;

import java.io.Closeable;
import java.io.IOException;

/** Takes links that other processes open. */
public interface Listener extends Closeable {
  int port();

  /** The next link, or null where none waits. */
  Link accept() throws IOException;
}
