package io.corebound.collector.runs;

import java.nio.ByteBuffer;

/**
 * The order of serialized keys, as far as a prefix shows it. A prefix is a number without sign
 * whose upper bits, as many as the number of a partition takes, are 0; a smaller prefix belongs to
 * a smaller key.
 */
public abstract class KeyOrder {
  /** So many bytes behind a key can be read, whatever they are. */
  public static final int READABLE_BEHIND = Long.BYTES;

  /** The prefix of a key; {@code view} is a big-endian buffer over {@code data}. */
  public abstract long prefix(ByteBuffer view, byte[] data, int key, int length);

  /** Whether two keys that both have this prefix are equal. */
  public abstract boolean decides(long prefix);

  /**
   * The prefix of what is behind a key's prefix, in all 64 bits; {@code depth} is 1 for what
   * follows immediately, then 2 and so on, as long as {@link #decidesDeeper} is false.
   */
  public abstract long deeper(ByteBuffer view, byte[] data, int key, int length, int depth);

  /** Whether two keys, equal before it, are equal that both have this deeper prefix. */
  public abstract boolean decidesDeeper(long prefix);

  /** Compares two keys as the job's comparator does. */
  public abstract int compare(
      byte[] first, int firstKey, int firstLength, byte[] second, int secondKey, int secondLength);
}
