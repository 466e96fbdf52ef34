package io.corebound.collector.runs;

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

  private static final int DEEPER_BYTES = (Long.SIZE - COUNT_BITS) / Byte.SIZE;

  private final Header header;
  private final int partitionBits;
  private final int bytes;

  BytesOrder(Header header, int partitionBits) {
    this.header = header;
    this.partitionBits = partitionBits;
    bytes = (Long.SIZE - COUNT_BITS - partitionBits) / Byte.SIZE;
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
  public long prefix(ByteBuffer view, byte[] data, int key, int length) {
    int headerBytes = headerBytes(data, key);
    int count = length - headerBytes;
    long first = firstBytes(view, key + headerBytes, count, bytes);
    return first >>> partitionBits | Math.min(count, bytes + 1);
  }

  /** So many bytes at the top of a number, or as many as there are. */
  private static long firstBytes(ByteBuffer view, int at, int count, int most) {
    int bits = Math.min(count, most) * Byte.SIZE;
    // a shift by 64 is one by 0
    return bits == 0 ? 0 : view.getLong(at) & -1L << Long.SIZE - bits;
  }

  @Override
  public boolean decides(long prefix) {
    return (prefix & COUNT_MASK) <= bytes;
  }

  @Override
  public long deeper(ByteBuffer view, byte[] data, int key, int length, int depth) {
    int skipped = headerBytes(data, key) + bytes + (depth - 1) * DEEPER_BYTES;
    int count = length - skipped;
    return firstBytes(view, key + skipped, count, DEEPER_BYTES) | Math.min(count, DEEPER_BYTES + 1);
  }

  @Override
  public boolean decidesDeeper(long prefix) {
    return (prefix & COUNT_MASK) <= DEEPER_BYTES;
  }

  @Override
  public int compare(
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
