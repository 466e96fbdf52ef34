package io.corebound.collector.runs;

import java.nio.ByteBuffer;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;

/**
 * Keys in the order of the numbers that they are. The sign is turned so that the order of the
 * resulting bits, read without sign, is that of the numbers: the sign bit of an integer, and of a
 * negative floating-point number all bits, which is the order of {@code Double.compare}.
 */
final class NumberOrder extends KeyOrder {
  /** How a number is serialized. */
  enum Kind {
    BYTE(Byte.SIZE),
    SHORT(Short.SIZE),
    INT(Integer.SIZE),
    LONG(Long.SIZE),
    FLOAT(Float.SIZE),
    DOUBLE(Double.SIZE),
    /** {@code VIntWritable} and {@code VLongWritable}. */
    VARIABLE(Long.SIZE);

    private final int bits;

    Kind(int bits) {
      this.bits = bits;
    }
  }

  private final Kind kind;
  private final boolean decreasing;
  private final int partitionBits;
  private final boolean decides;

  NumberOrder(Kind kind, boolean decreasing, int partitionBits) {
    this.kind = kind;
    this.decreasing = decreasing;
    this.partitionBits = partitionBits;
    decides = kind.bits + partitionBits <= Long.SIZE;
  }

  /** The number's bits in the order of numbers without sign, the first at the top. */
  private long ordered(byte[] data, int key) {
    long bits = increasing(data, key);
    return decreasing ? ~bits : bits;
  }

  private long increasing(byte[] data, int key) {
    switch (kind) {
      case BYTE:
        return (long) data[key] << Long.SIZE - Byte.SIZE ^ Long.MIN_VALUE;
      case SHORT:
        return (long) WritableComparator.readUnsignedShort(data, key) << Long.SIZE - Short.SIZE
            ^ Long.MIN_VALUE;
      case INT:
        return (long) WritableComparator.readInt(data, key) << Integer.SIZE ^ Long.MIN_VALUE;
      case LONG:
        return WritableComparator.readLong(data, key) ^ Long.MIN_VALUE;
      case FLOAT:
        return floating((long) WritableComparator.readInt(data, key) << Integer.SIZE);
      case DOUBLE:
        return floating(WritableComparator.readLong(data, key));
      default:
        return variable(data, key) ^ Long.MIN_VALUE;
    }
  }

  private static long floating(long bits) {
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  private static long variable(byte[] data, int key) {
    byte first = data[key];
    int bytes = WritableUtils.decodeVIntSize(first) - 1;
    if (bytes == 0) {
      return first;
    }
    long number = 0;
    for (int i = 1; i <= bytes; i++) {
      number = number << Byte.SIZE | data[key + i] & 0xff;
    }
    return WritableUtils.isNegativeVInt(first) ? ~number : number;
  }

  @Override
  public long prefix(ByteBuffer view, byte[] data, int key, int length) {
    return ordered(data, key) >>> partitionBits;
  }

  @Override
  public boolean decides(long prefix) {
    return decides;
  }

  @Override
  public long deeper(ByteBuffer view, byte[] data, int key, int length, int depth) {
    return ordered(data, key);
  }

  @Override
  public boolean decidesDeeper(long prefix) {
    return true;
  }

  @Override
  public int compare(
      byte[] first, int firstKey, int firstLength, byte[] second, int secondKey, int secondLength) {
    return Long.compareUnsigned(ordered(first, firstKey), ordered(second, secondKey));
  }
}
