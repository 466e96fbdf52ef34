package io.corebound.memory.shuffle;

import io.corebound.memory.transport.Link;
import java.io.IOException;

/** Reads frames from a link as far as bytes are there. */
final class FrameReader {
  /** Bytes that are no frame. */
  static final class GarbageException extends IOException {
    private static final long serialVersionUID = 1;

    GarbageException(String what) {
      super(what);
    }
  }

  /** Where the bytes of a frame go. */
  interface Memory {
    /** An array for so many bytes, or null where a frame of this kind may not have as many. */
    byte[] take(Frame.Kind kind, int length);
  }

  private static final byte[] NOTHING = {};

  private final byte[] header = new byte[Frame.HEADER];
  private final Memory memory;
  private int headerRead;
  private byte[] bytes = NOTHING;
  private int length;
  private int read;
  private boolean ended;

  FrameReader(Memory memory) {
    this.memory = memory;
  }

  /**
   * The next frame, or null where it is not there in full yet, or the link has ended.
   *
   * @throws GarbageException for bytes that are no frame
   */
  Frame next(Link link) throws IOException {
    if (headerRead < Frame.HEADER) {
      headerRead += read(link, header, headerRead, Frame.HEADER - headerRead);
      if (headerRead < Frame.HEADER) {
        return null;
      }
      String wrong = Frame.wrong(header);
      if (wrong != null) {
        throw new GarbageException(wrong);
      }
      length = Frame.length(header);
      bytes = length == 0 ? NOTHING : memory.take(Frame.kind(header), length);
      read = 0;
      if (bytes == null) {
        throw new GarbageException("%s bytes with %s".formatted(length, Frame.kind(header)));
      }
    }
    while (read < length) {
      int now = read(link, bytes, read, length - read);
      read += now;
      if (now == 0) {
        return null;
      }
    }
    Frame frame = Frame.of(header, bytes, length);
    headerRead = 0;
    bytes = NOTHING;
    if (frame == null) {
      throw new GarbageException("its checksum is wrong");
    }
    return frame;
  }

  private int read(Link link, byte[] into, int from, int most) throws IOException {
    int now = link.read(into, from, most);
    if (now < 0) {
      ended = true;
      return 0;
    }
    return now;
  }

  /** Whether the other side has closed the link. */
  boolean ended() {
    return ended;
  }
}
