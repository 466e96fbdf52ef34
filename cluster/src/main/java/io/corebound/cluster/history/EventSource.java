package io.corebound.cluster.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.corebound.records.history.HistoryJob.Format;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.InvalidNumberEncodingException;
import org.apache.avro.Schema;
import org.apache.avro.Schema.Field;
import org.apache.avro.Schema.Type;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.util.Utf8;

/** The events of a history file, one after the other, by the Avro schema in the file. */
final class EventSource {
  static {
    // a broken length must not take the memory; no text of a history comes near this one
    System.setProperty("org.apache.avro.limits.string.maxLength", Integer.toString(1 << 26));
  }

  private final Schema schema;
  private final Format format;
  private final Watched in;

  /** Texts that come with every attempt: one object for each. */
  private final Map<Utf8, String> names = new HashMap<>();

  private Utf8 name = new Utf8();
  private Decoder decoder;

  /** A stream that knows whether more was asked of it than it has. */
  private static final class Watched extends FilterInputStream {
    private boolean reached;

    private Watched(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int octet = in.read();
      reached |= octet < 0;
      return octet;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int got = in.read(into, from, length);
      reached |= got < 0;
      return got;
    }
  }

  /** An element of an array. */
  private interface Element {
    void read() throws IOException;
  }

  /**
   * Events of a stream.
   *
   * @param schema a record of an event's type, an enum, and its content, a union of records
   */
  EventSource(String schema, Format format, InputStream in) throws BrokenHistory {
    try {
      this.schema = new Schema.Parser().parse(schema);
    } catch (AvroRuntimeException e) {
      throw new BrokenHistory("its schema is none");
    }
    if (this.schema.getType() != Type.RECORD
        || this.schema.getFields().size() != 2
        || type(0).getType() != Type.ENUM
        || type(1).getType() != Type.UNION) {
      throw new BrokenHistory("its schema is not that of a history's events");
    }
    this.format = format;
    this.in = new Watched(in);
  }

  private Schema type(int field) {
    return schema.getFields().get(field).schema();
  }

  /**
   * Reads the next event over the one before; false at the end of the file.
   *
   * @throws EOFException when the file ends within an event
   * @throws BrokenHistory when what follows is no event
   */
  boolean next(Event event) throws IOException {
    try {
      if (decoder == null) {
        decoder =
            format == Format.JSON
                ? DecoderFactory.get().jsonDecoder(schema, in)
                : DecoderFactory.get().binaryDecoder(in, null);
      }
      if (decoder instanceof BinaryDecoder binary && binary.isEnd()) {
        return false;
      }
      String type = nextType();
      if (type == null) {
        return false;
      }
      event.begin(type);
      content(event);
      return true;
    } catch (JsonProcessingException
        | InvalidNumberEncodingException
        | AvroRuntimeException
        | UnsupportedOperationException
        | IndexOutOfBoundsException e) {
      // the end within a word, or behind a comma, is to a parser of JSON an error like any other
      if (format == Format.JSON && in.reached) {
        throw new EOFException("it ends within an event");
      }
      throw new BrokenHistory("%s", String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  /** Null at the end of JSON, which its decoder says by an exception. */
  private String nextType() throws IOException {
    int symbol;
    try {
      symbol = decoder.readEnum();
    } catch (EOFException e) {
      if (format == Format.JSON) {
        return null;
      }
      throw e;
    }
    return type(0).getEnumSymbols().get(symbol);
  }

  private void content(Event event) throws IOException {
    if (!event.isRead()) {
      skip(type(1));
      return;
    }
    for (Field field : chosen(type(1)).getFields()) {
      read(field.name(), field.schema(), event);
    }
  }

  private Schema chosen(Schema union) throws IOException {
    return union.getTypes().get(decoder.readIndex());
  }

  private void skip(Schema type) throws IOException {
    GenericDatumReader.skip(type, decoder);
  }

  private void read(String field, Schema type, Event event) throws IOException {
    switch (type.getType()) {
      case UNION -> read(field, chosen(type), event);
      case STRING -> event.put(field, decoder.readString());
      case INT -> event.put(field, (long) decoder.readInt());
      case LONG -> event.put(field, decoder.readLong());
      case BOOLEAN -> event.put(field, decoder.readBoolean());
      case RECORD -> {
        if (Event.hasCounters(field)) {
          counters(type, event.counters());
        } else {
          skip(type);
        }
      }
      default -> skip(type);
    }
  }

  private void counters(Schema type, CounterList counters) throws IOException {
    for (Field field : type.getFields()) {
      if (field.name().equals("groups")) {
        elements(() -> group(field.schema().getElementType(), counters));
      } else {
        skip(field.schema());
      }
    }
  }

  private void group(Schema type, CounterList counters) throws IOException {
    String group = "";
    for (Field field : type.getFields()) {
      switch (field.name()) {
        case "name" -> group = name();
        case "counts" -> {
          String of = group;
          elements(() -> counter(of, field.schema().getElementType(), counters));
        }
        default -> skip(field.schema());
      }
    }
  }

  private void counter(String group, Schema type, CounterList counters) throws IOException {
    String counter = "";
    long value = 0;
    for (Field field : type.getFields()) {
      switch (field.name()) {
        case "name" -> counter = name();
        case "value" -> value = decoder.readLong();
        default -> skip(field.schema());
      }
    }
    counters.add(group, counter, value);
  }

  private void elements(Element element) throws IOException {
    for (long count = decoder.readArrayStart(); count > 0; count = decoder.arrayNext()) {
      for (long i = 0; i < count; i++) {
        element.read();
      }
    }
  }

  private String name() throws IOException {
    name = decoder.readString(name);
    String known = names.get(name);
    if (known == null) {
      known = name.toString();
      names.put(new Utf8(name), known);
    }
    return known;
  }
}
