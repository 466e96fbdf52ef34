package io.corebound.memory.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A hash of 64 bits of a slice of bytes, by products of 128 bits whose halves are combined, as in
 * wyhash (github.com/wangyi-fudan/wyhash). The length alone decides which words of eight bytes are
 * taken, and keys of up to 16 bytes, and of up to 32, are hashed and compared without a branch: a
 * processor guesses wrongly at each that depends on the length of a word.
 */
public final class KeyHash {
  private static final long SEED = 0xa0761d6478bd642fL;
  private static final long ONE = 0xe7037ed1a0b428dbL;
  private static final long TWO = 0x8ebc6af09c88c6e3L;
  private static final long THREE = 0x589965cc75374cc3L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private KeyHash() {}

  /** The hash of {@code length} bytes. */
  public static long of(byte[] bytes, int from, int length) {
    if (length == 0) {
      return finish(SEED, 0);
    }
    int end = from + length;
    if (end < Long.BYTES || from + Long.BYTES > bytes.length) {
      // the words that overlap it are not all in the array
      byte[] copy = new byte[Long.BYTES + Math.max(length, Long.BYTES)];
      System.arraycopy(bytes, from, copy, Long.BYTES, length);
      return of(copy, Long.BYTES, length);
    }
    long first = first(bytes, from, length);
    long last = last(bytes, end, length);
    if (length <= 16) {
      return finish(fold(first ^ ONE, last ^ SEED), length);
    }
    long hash = fold(word(bytes, from + 8) ^ TWO, word(bytes, end - 16) ^ THREE);
    for (int at = from + 16; at < end - 16; at += 8) {
      hash = fold(hash ^ word(bytes, at), THREE);
    }
    return finish(fold(first ^ ONE, last ^ hash), length);
  }

  /**
   * Whether a key equals a slice.
   *
   * @param key has eight bytes before the key's first, and eight from there on
   */
  static boolean equal(byte[] key, int keyFrom, byte[] bytes, int from, int length) {
    int end = from + length;
    int keyEnd = keyFrom + length;
    if (length == 0 || end < Long.BYTES || from + Long.BYTES > bytes.length) {
      return Arrays.equals(key, keyFrom, keyEnd, bytes, from, end);
    }
    long differ =
        first(key, keyFrom, length) ^ first(bytes, from, length)
            | last(key, keyEnd, length) ^ last(bytes, end, length);
    if (length > 16) {
      differ |=
          word(key, keyFrom + 8) ^ word(bytes, from + 8)
              | word(key, keyEnd - 16) ^ word(bytes, end - 16);
      for (int at = 16; at < length - 16; at += 8) {
        differ |= word(key, keyFrom + at) ^ word(bytes, from + at);
      }
    }
    return differ == 0;
  }

  private static long word(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** The first eight bytes; of a shorter key all, with zeros above. */
  private static long first(byte[] bytes, int from, int length) {
    return word(bytes, from) & -1L >>> missing(length);
  }

  /** The last eight bytes; of a shorter key all, with zeros above. */
  private static long last(byte[] bytes, int end, int length) {
    return word(bytes, end - 8) >>> missing(length);
  }

  /** Bits that a key, which is not empty, lacks to eight bytes. */
  private static int missing(int length) {
    return Math.max(0, Long.SIZE - Byte.SIZE * length);
  }

  private static long finish(long hash, int length) {
    return fold(hash ^ length, TWO);
  }

  private static long fold(long a, long b) {
    return Math.multiplyHigh(a, b) ^ a * b;
  }

  /** Which of {@code partitions} a hash belongs to. */
  public static int partition(long hash, int partitions) {
    return (int) (((hash >>> 32) * partitions) >>> 32);
  }
}
