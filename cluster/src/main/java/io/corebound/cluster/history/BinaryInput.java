package io.corebound.cluster.history;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Reads Avro's binary encoding (Avro specification, "Binary Encoding"). */
final class BinaryInput {
  /** No text of a history comes near it: a longer one is none. */
  private static final int LONGEST = 1 << 26;

  private final InputStream in;
  private final Names names = new Names();
  private byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;

  /** Where the buffer begins in the file. */
  private long begins;

  /** Reads a stream that begins at a place of its file. */
  BinaryInput(InputStream in, long begins) {
    this.in = in;
    this.begins = begins;
  }

  long position() {
    return begins + at;
  }

  boolean atEnd() throws IOException {
    return at == end && !fill();
  }

  private boolean fill() throws IOException {
    begins += end;
    at = 0;
    end = Math.max(0, in.read(buffer));
    return end > 0;
  }

  int octet() throws IOException {
    if (at == end && !fill()) {
      throw new EOFException("it ends within an event");
    }
    return buffer[at++] & 0xff;
  }

  /** A whole number: groups of seven bits, the lowest first, the sign in the lowest bit. */
  long number() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int octet = octet();
      value |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw new BrokenHistory("there is a number of more than 10 bytes");
  }

  /** The number before a text. */
  int length() throws IOException {
    long length = number();
    if (length < 0 || length > LONGEST) {
      throw new BrokenHistory("there is a text of %d bytes", length);
    }
    return (int) length;
  }

  /** One of a list, by its place in it. */
  <T> T choice(List<T> of) throws IOException {
    long index = number();
    if (index < 0 || index >= of.size()) {
      throw new BrokenHistory("there is choice %d of %d", index, of.size());
    }
    return of.get((int) index);
  }

  String text() throws IOException {
    int length = length();
    require(length);
    String text = new String(buffer, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  /** A text that comes again and again. */
  String name() throws IOException {
    int length = length();
    require(length);
    String name = names.of(buffer, at, length);
    at += length;
    return name;
  }

  void skip(int bytes) throws IOException {
    int left = bytes;
    while (left > end - at) {
      left -= end - at;
      at = end;
      if (!fill()) {
        throw new EOFException("it ends within an event");
      }
    }
    at += left;
  }

  /** Makes so many bytes lie in the buffer. */
  private void require(int bytes) throws IOException {
    if (end - at >= bytes) {
      return;
    }
    byte[] larger = bytes > buffer.length ? new byte[bytes] : buffer;
    System.arraycopy(buffer, at, larger, 0, end - at);
    buffer = larger;
    begins += at;
    end -= at;
    at = 0;
    while (end < bytes) {
      int got = in.read(buffer, end, buffer.length - end);
      if (got < 0) {
        throw new EOFException("it ends within an event");
      }
      end += got;
    }
  }

  /** Texts by their bytes, so that one that was there before makes no new object. */
  private static final class Names {
    /** Many times as many as a job has counters; beyond that texts are made anew. */
    private static final int SLOTS = 1 << 12;

    private final byte[][] keys = new byte[SLOTS][];
    private final String[] texts = new String[SLOTS];

    String of(byte[] bytes, int from, int length) {
      int hash = 1;
      for (int i = from; i < from + length; i++) {
        hash = 31 * hash + bytes[i];
      }
      int slot = (hash ^ hash >>> 12) & (SLOTS - 1);
      byte[] key = keys[slot];
      if (key != null && Arrays.equals(key, 0, key.length, bytes, from, from + length)) {
        return texts[slot];
      }
      String text = new String(bytes, from, length, StandardCharsets.UTF_8);
      keys[slot] = Arrays.copyOfRange(bytes, from, from + length);
      texts[slot] = text;
      return text;
    }
  }
}
