package io.corebound.memory.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A hash of 64 bits of a slice of bytes, eight bytes at a time: each is mixed in by the two halves
 * of a product of 128 bits, as in wyhash (github.com/wangyi-fudan/wyhash). Whoever scans text in
 * words of eight bytes anyway computes it on the way by {@link #step} and {@link #finish}.
 */
public final class KeyHash {
  /** Of nothing. */
  public static final long SEED = 0xa0761d6478bd642fL;

  private static final long WORD = 0xe7037ed1a0b428dbL;
  private static final long LENGTH = 0x8ebc6af09c88c6e3L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private KeyHash() {}

  /** The hash of {@code length} bytes. */
  public static long of(byte[] bytes, int from, int length) {
    long hash = SEED;
    int whole = from + (length & ~7);
    for (int at = from; at < whole; at += 8) {
      hash = step(hash, (long) LONG.get(bytes, at));
    }
    int rest = length & 7;
    return finish(rest == 0 ? hash : step(hash, rest(bytes, whole, rest)), length);
  }

  /** Mixes in eight bytes, or the last one to seven with zeros above them. */
  public static long step(long hash, long word) {
    return fold(hash ^ word, WORD);
  }

  /** The hash of all, with their number: zeros at the end count. */
  public static long finish(long hash, int length) {
    return fold(hash ^ length, LENGTH);
  }

  /** Which of {@code partitions} a hash belongs to. */
  public static int partition(long hash, int partitions) {
    return (int) (((hash >>> 32) * partitions) >>> 32);
  }

  /** One to seven bytes as a word with zeros above them. */
  static long rest(byte[] bytes, int from, int length) {
    if (from + 8 <= bytes.length) {
      return (long) LONG.get(bytes, from) & (-1L >>> (64 - 8 * length));
    }
    long word = 0;
    for (int at = from + length - 1; at >= from; at--) {
      word = word << 8 | (bytes[at] & 0xff);
    }
    return word;
  }

  private static long fold(long a, long b) {
    return Math.multiplyHigh(a, b) ^ (a * b);
  }
}
