package io.corebound.memory.block;

/** A job does not fit the memory that a worker may use. */
public final class NoRoomException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoRoomException(long wanted, long used, long limit) {
    super(
        "needs %,d more bytes of memory and has %,d of %,d in use"
            .formatted(wanted, used, limit));
  }
}
