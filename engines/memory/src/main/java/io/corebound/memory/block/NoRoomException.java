package io.corebound.memory.block;

import java.util.Locale;

/** A job does not fit the memory that a worker may use. */
public final class NoRoomException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoRoomException(long wanted, long used, long limit) {
    super(
        String.format(
            Locale.ROOT,
            "%,d more bytes are needed, and %,d of %,d are in use",
            wanted,
            used,
            limit));
  }
}
