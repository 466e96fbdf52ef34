package io.corebound.memory.shuffle;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * What workers send each other: a header of 24 bytes and up to {@link #MOST_BYTES} bytes. Numbers
 * are big-endian:
 *
 * <pre>
 * magic (4 bytes), kind (4), partition (4), number (4), length of the bytes (4), CRC32C of all else (4)
 * </pre>
 *
 * @param number records of a block, credits of a request, rank of a greeting
 * @param bytes may be longer than {@code length}
 */
record Frame(Kind kind, int partition, int number, byte[] bytes, int length) {
  static final int HEADER = 24;

  /** A record that is longer cannot be sent. */
  static final int MOST_BYTES = 1 << 28;

  private static final int MAGIC = 0x63726264;
  private static final int CHECKED = HEADER - Integer.BYTES;
  private static final byte[] NOTHING = {};

  enum Kind {
    /** The first on a link: who opened it, and the secret of the run. */
    HELLO,
    /** Asks for blocks of a partition. */
    REQUEST,
    /** A block of a partition. */
    BLOCK,
    /** No block of the partition will come any more. */
    END,
    /** Nothing yet, but the sender lives. */
    WAIT;

    private static final Kind[] ALL = values();
  }

  /** A frame with nothing behind its header. */
  static Frame of(Kind kind, int partition, int number) {
    return new Frame(kind, partition, number, NOTHING, 0);
  }

  byte[] header() {
    ByteBuffer header =
        ByteBuffer.allocate(HEADER)
            .putInt(MAGIC)
            .putInt(kind.ordinal())
            .putInt(partition)
            .putInt(number)
            .putInt(length);
    return header.putInt(checksum(header.array(), bytes, length)).array();
  }

  private static int checksum(byte[] header, byte[] bytes, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(header, 0, CHECKED);
    checksum.update(bytes, 0, length);
    return (int) checksum.getValue();
  }

  /**
   * What is wrong with a header as such, or null: it is looked at before its length is believed.
   */
  static String wrong(byte[] header) {
    ByteBuffer fields = ByteBuffer.wrap(header);
    int magic = fields.getInt();
    int kind = fields.getInt();
    int partition = fields.getInt();
    int number = fields.getInt();
    int length = fields.getInt();
    if (magic != MAGIC) {
      return String.format(Locale.ROOT, "it starts with %08x instead of %08x", magic, MAGIC);
    }
    if (kind < 0 || kind >= Kind.ALL.length) {
      return "there is no kind %s".formatted(kind);
    }
    if (partition < 0 || number < 0) {
      return "partition %s, number %s".formatted(partition, number);
    }
    return length < 0 || length > MOST_BYTES
        ? "its length is %s, at most %s are allowed".formatted(length, MOST_BYTES)
        : null;
  }

  /** The kind that a header names. */
  static Kind kind(byte[] header) {
    return Kind.ALL[ByteBuffer.wrap(header).getInt(4)];
  }

  /** The length that a header names. */
  static int length(byte[] header) {
    return ByteBuffer.wrap(header).getInt(16);
  }

  /** The frame of a header and its bytes, or null where the checksum differs. */
  static Frame of(byte[] header, byte[] bytes, int length) {
    ByteBuffer fields = ByteBuffer.wrap(header);
    if (fields.getInt(CHECKED) != checksum(header, bytes, length)) {
      return null;
    }
    return new Frame(kind(header), fields.getInt(8), fields.getInt(12), bytes, length);
  }
}
