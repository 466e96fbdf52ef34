package io.corebound.memory.block;

/**
 * Numbers from 0 in seven bits a byte, the lowest first, the highest bit set where more follow
 * (LEB128): one byte for lengths below 128.
 */
final class Varint {
  /** The most bytes of an int and of a long. */
  static final int INT = 5;

  static final int LONG = 10;

  private Varint() {}

  /** Writes a number and returns the place behind it. */
  static int put(byte[] bytes, int at, long value) {
    int to = at;
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[to++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[to++] = (byte) rest;
    return to;
  }
}
