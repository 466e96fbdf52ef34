package io.corebound.cluster.history;

import io.corebound.cluster.history.AvroType.Field;
import io.corebound.cluster.history.AvroType.Kind;
import java.io.IOException;
import java.util.List;

/** Events in Avro's binary encoding, by the schema in their file. */
final class BinaryEvents implements EventSource {
  private final BinaryInput in;
  private final List<String> types;
  private final List<AvroType> contents;

  /** An element of an array or a map. */
  private interface Element {
    void read() throws IOException;
  }

  /**
   * Events behind the schema.
   *
   * @param event the schema: a record of an event's type, an enum, and its content, a union of
   *     records
   */
  BinaryEvents(AvroType event, BinaryInput in) throws BrokenHistory {
    List<Field> fields = event.fields();
    if (fields.size() != 2
        || fields.get(0).type().kind() != Kind.ENUM
        || fields.get(1).type().kind() != Kind.UNION) {
      throw new BrokenHistory("its schema is not that of a history's events");
    }
    this.in = in;
    this.types = fields.get(0).type().symbols();
    this.contents = fields.get(1).type().inner();
  }

  @Override
  public String place() {
    return "byte " + in.position();
  }

  @Override
  public boolean next(Event event) throws IOException {
    if (in.atEnd()) {
      return false;
    }
    event.begin(in.choice(types));
    AvroType content = in.choice(contents);
    if (event.isRead()) {
      for (Field field : content.fields()) {
        read(field.name(), field.type(), event);
      }
    } else {
      skip(content);
    }
    return true;
  }

  private void read(String field, AvroType type, Event event) throws IOException {
    switch (type.kind()) {
      case UNION -> read(field, in.choice(type.inner()), event);
      case STRING -> event.put(field, in.text());
      case INT, LONG -> event.put(field, in.number());
      case BOOLEAN -> event.put(field, in.octet() != 0);
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

  private void skip(AvroType type) throws IOException {
    switch (type.kind()) {
      case NULL -> {}
      case BOOLEAN -> in.skip(1);
      case INT, LONG, ENUM -> in.number();
      case FLOAT -> in.skip(Float.BYTES);
      case DOUBLE -> in.skip(Double.BYTES);
      case BYTES, STRING -> in.skip(in.length());
      case FIXED -> in.skip(type.size());
      case UNION -> skip(in.choice(type.inner()));
      case RECORD -> {
        for (Field field : type.fields()) {
          skip(field.type());
        }
      }
      case ARRAY -> elements(() -> skip(type.inner().get(0)));
      case MAP ->
          elements(
              () -> {
                in.skip(in.length());
                skip(type.inner().get(0));
              });
    }
  }

  /** Blocks of elements, each behind their number; below zero, their size in bytes follows. */
  private void elements(Element element) throws IOException {
    for (long count = in.number(); count != 0; count = in.number()) {
      if (count < 0) {
        in.number();
      }
      for (long i = Math.abs(count); i > 0; i--) {
        element.read();
      }
    }
  }

  private void counters(AvroType type, CounterList counters) throws IOException {
    for (Field field : type.fields()) {
      if (field.name().equals("groups")) {
        elements(() -> group(field.type().inner().get(0), counters));
      } else {
        skip(field.type());
      }
    }
  }

  private void group(AvroType type, CounterList counters) throws IOException {
    String group = "";
    for (Field field : type.fields()) {
      switch (field.name()) {
        case "name" -> group = in.name();
        case "counts" -> {
          String of = group;
          elements(() -> counter(of, field.type().inner().get(0), counters));
        }
        default -> skip(field.type());
      }
    }
  }

  private void counter(String group, AvroType type, CounterList counters) throws IOException {
    String name = "";
    long value = 0;
    for (Field field : type.fields()) {
      switch (field.name()) {
        case "name" -> name = in.name();
        case "value" -> value = in.number();
        default -> skip(field.type());
      }
    }
    counters.add(group, name, value);
  }
}
