package io.corebound.memory.lean;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Words of a text as {@link java.util.StringTokenizer} has them: between blanks, tabs, line feeds,
 * carriage returns and form feeds. Eight bytes are looked at together (Mycroft's test for a byte
 * below a limit, as in Sean Eron Anderson, Bit Twiddling Hacks, "hasless").
 */
final class Words {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = 0x8080808080808080L;
  private static final long LIMIT = (' ' + 1) * ONES;
  private static final long BLANKS = 1L << ' ' | 1L << '\t' | 1L << '\n' | 1L << '\r' | 1L << '\f';

  private Words() {}

  static boolean isBlank(byte next) {
    return next >= 0 && next <= ' ' && (BLANKS >>> next & 1) != 0;
  }

  /** Eight bytes, the first lowest. */
  static long eight(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  /** Marks in eight bytes; the lowest is at the first byte that may be a blank. */
  static long maybeBlank(long eight) {
    return (eight - LIMIT) & ~eight & HIGHEST;
  }

  /** How many bytes are below the lowest mark. */
  static int before(long marks) {
    return Long.numberOfTrailingZeros(marks) >>> 3;
  }

  /** The end of the word that is at {@code from}; a blank and eight bytes must follow. */
  static int end(byte[] bytes, int from) {
    int at = from;
    while (true) {
      long marks = maybeBlank(eight(bytes, at));
      if (marks == 0) {
        at += Long.BYTES;
      } else {
        at += before(marks);
        if (isBlank(bytes[at])) {
          return at;
        }
        // another control character is part of a word
        at++;
      }
    }
  }
}
