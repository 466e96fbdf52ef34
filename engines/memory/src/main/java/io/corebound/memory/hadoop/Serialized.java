package io.corebound.memory.hadoop;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.io.serializer.Serializer;

/** Objects of one class to bytes and back, by Hadoop's own serialization of the class. */
final class Serialized<T> {
  private final DataOutputBuffer out = new DataOutputBuffer();
  private final DataInputBuffer in = new DataInputBuffer();
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
    serializer.open(out);
    deserializer.open(in);
  }

  /** Serializes into {@link #bytes}, up to {@link #length}. */
  void write(T object) throws IOException {
    if (object.getClass() != type) {
      throw new IOException(
          "wrote a %s where the job's class is %s"
              .formatted(object.getClass().getName(), type.getName()));
    }
    out.reset();
    serializer.serialize(object);
  }

  byte[] bytes() {
    return out.getData();
  }

  int length() {
    return out.getLength();
  }

  /** An object of the bytes; may be the one that is given, or null for a new one. */
  T read(T reused, byte[] bytes, int from, int length) throws IOException {
    in.reset(bytes, from, length);
    return deserializer.deserialize(reused);
  }
}
