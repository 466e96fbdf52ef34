package io.corebound.memory.block;

/**
 * Reads what {@link BlockWriter} wrote, number by number. A block comes from another process: what
 * does not fit it is refused.
 */
public final class BlockReader {
  private byte[] bytes = new byte[0];
  private int at;
  private int end;

  /** Starts at a place of a block. */
  public void start(Block block, int from) {
    bytes = block.bytes();
    at = from;
    end = block.length();
  }

  public boolean more() {
    return at < end;
  }

  public int at() {
    return at;
  }

  public byte[] bytes() {
    return bytes;
  }

  /** The next number, which is an int from 0. */
  public int length() {
    // most lengths are below 128
    if (at < end && bytes[at] >= 0) {
      return bytes[at++];
    }
    long value = number();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw damaged();
    }
    return (int) value;
  }

  /** The next number. */
  public long number() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= end) {
        throw damaged();
      }
      byte next = bytes[at++];
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw damaged();
  }

  /** Passes over bytes and returns where they start. */
  public int pass(int length) {
    int from = at;
    if (length > end - at) {
      throw damaged();
    }
    at += length;
    return from;
  }

  private IllegalStateException damaged() {
    return new IllegalStateException("a block of %s bytes is damaged at %s".formatted(end, at));
  }
}
