package io.corebound.collector.runs;

/**
 * A record as Hadoop's IFile has it: length of the key, length of the value, key, value. Lengths
 * are {@code WritableUtils}' variable-length integers of 1 to 5 bytes; -1 twice ends a segment.
 */
public final class RecordLayout {
  /** Bytes that both lengths take at most. */
  public static final int MOST_HEADER_BYTES = 10;

  static final int END = -1;

  private static final int MOST_IN_ONE_BYTE = 127;
  private static final int LEAST_IN_ONE_BYTE = -112;

  /** What {@link #length} returns for bytes that are no length. */
  static final int INVALID = Integer.MIN_VALUE;

  private RecordLayout() {}

  /** How many bytes a length takes. */
  public static int lengthBytes(int length) {
    return length <= MOST_IN_ONE_BYTE ? 1 : 1 + magnitudeBytes(length);
  }

  private static int magnitudeBytes(int length) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
  }

  /** Writes a length; returns where it ends. */
  public static int putLength(byte[] data, int at, int length) {
    if (length <= MOST_IN_ONE_BYTE) {
      data[at] = (byte) length;
      return at + 1;
    }
    int bytes = magnitudeBytes(length);
    data[at] = (byte) (LEAST_IN_ONE_BYTE - bytes);
    for (int i = 1; i <= bytes; i++) {
      data[at + i] = (byte) (length >>> 8 * (bytes - i));
    }
    return at + 1 + bytes;
  }

  /** How many bytes the length takes whose first byte this is. */
  public static int lengthBytes(byte first) {
    return first >= LEAST_IN_ONE_BYTE ? 1 : 1 + Math.min(LEAST_IN_ONE_BYTE - first, Integer.BYTES);
  }

  /** The length at a place, {@link #END} for the end, or {@link #INVALID}. */
  public static int length(byte[] data, int at) {
    int first = data[at];
    if (first >= END) {
      return first;
    }
    int bytes = LEAST_IN_ONE_BYTE - first;
    if (bytes < 1 || bytes > Integer.BYTES) {
      return INVALID;
    }
    int length = 0;
    for (int i = 1; i <= bytes; i++) {
      length = length << 8 | data[at + i] & 0xff;
    }
    return length < 0 ? INVALID : length;
  }
}
