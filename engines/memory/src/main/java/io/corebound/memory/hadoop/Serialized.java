package io.corebound.memory.hadoop;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;

/**
 * Objects of one class to bytes and back, by Hadoop's own serialization of the class. The streams
 * take no locks, as those of {@code DataOutputBuffer} do for each byte.
 */
final class Serialized<T> {
  private final Out out = new Out();
  private final In in = new In();
  private final Serializer<T> serializer;
  private final Deserializer<T> deserializer;
  private final Class<?> type;

  Serialized(Configuration settings, Class<T> type) throws IOException {
    SerializationFactory factory = new SerializationFactory(settings);
    this.type = type;
    serializer = factory.getSerializer(type);
    deserializer = factory.getDeserializer(type);
    if (serializer == null || deserializer == null) {
      throw new IOException("no serialization of io.serializations takes " + type.getName());
    }
    serializer.open(new DataOutputStream(out));
    deserializer.open(new DataInputStream(in));
  }

  /** Serializes into {@link #bytes}, up to {@link #length}. */
  void write(T object) throws IOException {
    if (object.getClass() != type) {
      throw new IOException(
          "wrote a %s where the job's class is %s"
              .formatted(object.getClass().getName(), type.getName()));
    }
    out.length = 0;
    serializer.serialize(object);
  }

  byte[] bytes() {
    return out.bytes;
  }

  int length() {
    return out.length;
  }

  /** An object of the bytes; may be the one that is given, or null for a new one. */
  T read(T reused, byte[] bytes, int from, int length) throws IOException {
    in.bytes = bytes;
    in.at = from;
    in.end = from + length;
    return deserializer.deserialize(reused);
  }

  private static final class Out extends OutputStream {
    private byte[] bytes = new byte[256];
    private int length;

    @Override
    public void write(int next) {
      makeRoom(1);
      bytes[length++] = (byte) next;
    }

    @Override
    public void write(byte[] from, int start, int count) {
      makeRoom(count);
      System.arraycopy(from, start, bytes, length, count);
      length += count;
    }

    private void makeRoom(int count) {
      if (count > bytes.length - length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, count)));
      }
    }
  }

  private static final class In extends InputStream {
    private byte[] bytes = {};
    private int at;
    private int end;

    @Override
    public int read() {
      return at < end ? bytes[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int start, int count) {
      if (at == end && count > 0) {
        return -1;
      }
      int now = Math.min(count, end - at);
      System.arraycopy(bytes, at, into, start, now);
      at += now;
      return now;
    }

    @Override
    public int available() {
      return end - at;
    }
  }
}
