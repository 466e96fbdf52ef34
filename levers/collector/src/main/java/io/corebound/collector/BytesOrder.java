package io.corebound.collector;

import java.nio.ByteBuffer;
import org.apache.hadoop.io.WritableComparator;

/**
 * Keys in the order of their bytes, each a number from 0 to 255, after a header that counts them.
 * The prefix holds as many whole bytes as fit above its last four bits, and in those how many bytes
 * there are, or one more than fit: so keys that fit are equal when their prefixes are, and a key
 * comes before another that begins with it.
 */
final class BytesOrder extends KeyOrder {
  /** What stands before the bytes that are compared. */
  enum Header {
    NONE,
    /** {@code Text}: a variable-length integer. */
    VARIABLE,
    /** {@code BytesWritable}. */
    FOUR_BYTES
  }

  private static final int COUNT_BITS = 4;
  private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;

  private final Header header;
  private final int partitionBits;
  private final int bytes;
  private final long mask;

  BytesOrder(Header header, int partitionBits) {
    this.header = header;
    this.partitionBits = partitionBits;
    bytes = (Long.SIZE - COUNT_BITS - partitionBits) / Byte.SIZE;
    mask = -1L << Long.SIZE - bytes * Byte.SIZE;
  }

  private int headerBytes(byte[] data, int key) {
    switch (header) {
      case VARIABLE:
        return RecordLayout.lengthBytes(data[key]);
      case FOUR_BYTES:
        return Integer.BYTES;
      default:
        return 0;
    }
  }

  @Override
  long prefix(ByteBuffer view, byte[] data, int key, int length) {
    int headerBytes = headerBytes(data, key);
    int count = length - headerBytes;
    long first = view.getLong(key + headerBytes) & mask;
    if (count <= bytes) {
      // a shift by 64 is one by 0
      first &= count == 0 ? 0 : -1L << Long.SIZE - count * Byte.SIZE;
      return first >>> partitionBits | count;
    }
    return first >>> partitionBits | bytes + 1;
  }

  @Override
  boolean decides(long prefix) {
    return (prefix & COUNT_MASK) <= bytes;
  }

  @Override
  int compare(
      byte[] first, int firstKey, int firstLength, byte[] second, int secondKey, int secondLength) {
    int firstHeader = headerBytes(first, firstKey);
    int secondHeader = headerBytes(second, secondKey);
    return WritableComparator.compareBytes(
        first,
        firstKey + firstHeader,
        firstLength - firstHeader,
        second,
        secondKey + secondHeader,
        secondLength - secondHeader);
  }
}
