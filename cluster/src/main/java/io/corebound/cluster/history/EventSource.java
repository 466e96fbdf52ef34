package io.corebound.cluster.history;

import java.io.IOException;

/** The events of a history file, one after the other. */
interface EventSource {
  /**
   * Reads the next event over the one before; false at the end of the file.
   *
   * @throws java.io.EOFException when the file ends within an event
   * @throws BrokenHistory when what follows is no event
   */
  boolean next(Event event) throws IOException;

  /** Where it is in the file, for messages. */
  String place();
}
